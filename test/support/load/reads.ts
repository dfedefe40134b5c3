import type { DocumentRecord, Look } from '../oracle/document-record.js';
import type { ShownContent } from '../oracle/contents.js';
import { digestOf } from '../oracle/files.js';
import type { ExpectedFolder, ShownFolder } from '../oracle/folder-record.js';
import type { ShownResult, WorldQuery } from '../oracle/check-search.js';
import { tagOfWord } from '../oracle/contents.js';
import type { CallAnswer, ClientCall } from './caller.js';
import { documentPath, DOCUMENTS, FOLDERS, versionsPath, type WorkerContext } from './worker-context.js';
import { learnWhole } from './check-answers.js';

/** Sends a read: at one process, and until it is answered, where an audit asks. */
export type Reader = (call: ClientCall) => Promise<CallAnswer | undefined>;

type Shown<T> = T & { created_at: string };
export type ShownDocument = Shown<ShownContent> & {
  updated_at: string;
  folder_id: string;
  visibility: string;
  key: string | null;
  content_hash: string;
  current_version: number;
};
type ShownSummary = Shown<{ version: number; title: string; block_count: number }>;
export type ShownVersions = { versions: ShownSummary[]; current_version: number };

/** The newest version with its content; undefined: no answer, or the document is gone. */
export async function readDocument(
  worker: WorkerContext,
  record: DocumentRecord,
  read: Reader,
): Promise<{ version: number; body: ShownDocument } | undefined> {
  const look = record.look();
  const answer = await readOf(worker, { record, look, call: get(documentPath(record.id as string)) }, read);
  if (!answer) return undefined;
  const version = Number(/^"(\d+)"$/.exec(answer.headers.etag ?? '')?.[1]);
  const body = answer.body as ShownDocument;
  record.seeNewest('read', version, look.visible);
  learnWhole(worker.world, record, { ...body, version, createdAt: body.updated_at });
  return { version, body };
}

export async function listVersions(
  worker: WorkerContext,
  record: DocumentRecord,
  read: Reader,
): Promise<ShownVersions | undefined> {
  const look = record.look();
  const answer = await readOf(worker, { record, look, call: get(versionsPath(record.id as string)) }, read);
  if (!answer) return undefined;
  const body = answer.body as ShownVersions;
  record.seeNewest('version list', body.current_version, look.visible);
  const numbers = body.versions.map(({ version }) => version);
  const isWhole = numbers.length === body.current_version && numbers.every((version, i) => version === i + 1);
  if (!isWhole) record.blame(`is at ${body.current_version}, and its list has ${numbers.join()}`);
  for (const { version, title, block_count: blockCount, created_at: createdAt } of body.versions) {
    record.learn(version, { title, blockCount, createdAt });
  }
  return body;
}

export async function readVersion(
  worker: WorkerContext,
  record: DocumentRecord,
  version: number,
  read: Reader,
): Promise<void> {
  const look = record.look();
  const call = get(`${versionsPath(record.id as string)}/${version}`);
  const answer = await readOf(worker, { record, look, call }, read);
  if (!answer) return;
  const body = answer.body as Shown<ShownContent> & { version: number };
  if (body.version !== version) record.blame(`version ${version} was asked for, ${body.version} answered`);
  learnWhole(worker.world, record, { ...body, createdAt: body.created_at });
}

/** Of a version that was seen, as a reader of files gets it; undefined: the newest. */
export async function readFile(
  worker: WorkerContext,
  record: DocumentRecord,
  version: number | undefined,
  read: Reader,
): Promise<void> {
  const look = record.look();
  const path =
    version === undefined ? documentPath(record.id as string) : `${versionsPath(record.id as string)}/${version}`;
  const call: ClientCall = { method: 'GET', path, headers: { Accept: 'text/markdown' } };
  const answer = await readOf(worker, { record, look, call }, read);
  if (!answer) return;
  const shown = Number(/^"(\d+)-md"$/.exec(answer.headers.etag ?? '')?.[1]);
  if (version === undefined) record.seeNewest('file', shown, look.visible);
  else if (shown !== version) record.blame(`the file of ${version} has the entity tag ${answer.headers.etag}`);
  const sight = record.sights.get(shown);
  if (sight) record.learn(shown, { ...sight, file: digestOf(answer.text) });
}

export async function searchWorld(
  worker: WorkerContext,
  query: WorldQuery,
  read: Reader,
): Promise<readonly ShownResult[] | undefined> {
  const { world, caller } = worker;
  const looks = world.looks();
  const call = get(searchPath(query));
  const answer = await read(call);
  if (!answer) return undefined;
  world.checked++;
  if (answer.status !== 200) {
    caller.unexpected(call, answer);
    return undefined;
  }
  const { results } = answer.body as { results: ShownResult[] };
  world.checkSearch(query, looks, results);
  return results;
}

export async function listFolders(
  worker: WorkerContext,
  parent: ExpectedFolder | undefined,
  read: Reader,
): Promise<void> {
  const { world, caller } = worker;
  const acknowledged = world.folders.filter((folder) => folder.acknowledged && folder.parent === parent);
  const call = get(parent ? `${FOLDERS}?parent_id=${parent.id}` : FOLDERS);
  const answer = await read(call);
  if (!answer) return;
  world.checked++;
  if (answer.status !== 200) caller.unexpected(call, answer);
  else world.checkFolders(parent, acknowledged, (answer.body as { folders: ShownFolder[] }).folders);
}

/** One of the ways to look for something of the world. */
export function chooseQuery({ world, random }: WorkerContext): WorldQuery {
  const record = random.pick(world.documents);
  const { folder } = record.identity;
  return random.pick<WorldQuery>([
    { name: world.word },
    { tag: world.word },
    { name: record.identity.name },
    { name: world.word, tag: world.groupTag(random.below(100)) },
    { name: world.word, ...(folder && { folder }) },
    { tag: tagOfWord(random.pick(record.writes.filter(({ word }) => word !== '')).word) },
  ]);
}

type Asked = { record: DocumentRecord; look: Look; call: ClientCall };

/** The answer where it is 200; that there is no such document is noted. */
async function readOf(
  worker: WorkerContext,
  { record, look, call }: Asked,
  read: Reader,
): Promise<CallAnswer | undefined> {
  const answer = await read(call);
  if (!answer) return undefined;
  worker.world.checked++;
  const code = (answer.body as { error?: { code?: string } } | undefined)?.error?.code;
  if (answer.status === 404 && code === 'DOCUMENT_NOT_FOUND') record.missing('read');
  else if (answer.status !== 200) worker.caller.unexpected(call, answer);
  else record.seeLiving('read', look.end !== 'no');
  return answer.status === 200 ? answer : undefined;
}

function searchPath({ name, tag, folder }: WorldQuery): string {
  const query = new URLSearchParams({
    ...(name !== undefined && { q: name }),
    ...(tag !== undefined && { tag }),
    ...(folder?.id !== undefined && { folder_id: folder.id }),
    limit: '50',
  });
  return `${DOCUMENTS}/search?${query}`;
}

function get(path: string): ClientCall {
  return { method: 'GET', path };
}
