import { partsOfTitle } from '../oracle/contents.js';
import type { DocumentRecord, Write } from '../oracle/document-record.js';
import type { ExpectedFolder, ShownFolder } from '../oracle/folder-record.js';
import { digestOf } from '../oracle/files.js';
import type { SeededRandom } from '../oracle/seeded-random.js';
import type { NewContent } from '../oracle/world.js';
import type { ClientCall } from './caller.js';
import { DOCUMENTS, documentPath, FOLDERS, versionsPath, type WorkerContext } from './worker-context.js';
import { checkWrite } from './check-answers.js';
import { readDocument } from './reads.js';
import { randomBase62 } from '../../../src/domain/base62.js';

/** A client with a key repeats until it is answered, which takes longer than this in no disturbance. */
export const REPEATS_MS = 120_000;
const GUARDED_SHARE = 0.25;
const STALE_SHARE = 0.2;
const REPEATED_DELETES = 0.5;

export type WriteOptions = { keyed: boolean };

export async function createDocument(worker: WorkerContext, options: WriteOptions): Promise<void> {
  const { world, random } = worker;
  const folder = random.pick([undefined, ...world.folders.filter(({ acknowledged }) => acknowledged)]);
  const record = world.newDocument(folder, random);
  const made = world.newContent(record, random);
  const { visibility } = record.identity;
  const { path = DOCUMENTS, body, headers } = sendingOf(made, random, { visibility, folder_id: folder?.id });
  const call: ClientCall = { method: 'POST', path, body, headers: { ...headers, ...keyHeader(options) } };
  await send(worker, { record, write: record.begin({ kind: 'create', ...wordAndFile(made) }), call });
}

export async function pushVersion(worker: WorkerContext, record: DocumentRecord, options: WriteOptions): Promise<void> {
  const made = worker.world.newContent(record, worker.random);
  await pushContent(worker, record, { made, ifMatch: chooseGuard(worker, record), ...options });
}

/** A push that is made in any case: brings the head forward over whatever was claimed before it. */
export async function pushLast(worker: WorkerContext, record: DocumentRecord): Promise<void> {
  const made = worker.world.newContent(record, worker.random);
  await pushContent(worker, record, { made, ifMatch: undefined, keyed: true });
}

/** The same content at every process at once, without keys: versions told apart by nothing but who sent them. */
export async function pushTwins(worker: WorkerContext, record: DocumentRecord): Promise<void> {
  const made = worker.world.newContent(record, worker.random);
  const urls = worker.caller.addresses.all();
  await Promise.all(
    [...urls, urls[0]].map((url) => pushContent(worker, record, { made, ifMatch: undefined, keyed: false, url })),
  );
}

export async function restoreVersion(
  worker: WorkerContext,
  record: DocumentRecord,
  options: WriteOptions,
): Promise<void> {
  const [source, sight] = worker.random.pick([...record.sights]);
  const { word } = partsOfTitle(sight.title);
  const ifMatch = chooseGuard(worker, record);
  const path = `${versionsPath(record.id as string)}/${source}/restore`;
  const headers = { ...keyHeader(options), ...guardHeader(ifMatch) };
  const write = record.begin({ kind: 'restore', word, source, ifMatch });
  await send(worker, { record, write, call: { method: 'POST', path, headers } });
}

/** Of what a GET shows, as it is: it keeps the file only where nothing came in between. */
export async function writeBack(worker: WorkerContext, record: DocumentRecord, options: WriteOptions): Promise<void> {
  const { caller, random } = worker;
  const newest = await readDocument(worker, record, (call) => caller.send(call));
  if (!newest) return;
  const { title, content_type, metadata, blocks } = newest.body;
  const body = { title, content_type, metadata, blocks };
  const ifMatch = random.chance(GUARDED_SHARE) ? newest.version : undefined;
  const headers = { ...keyHeader(options), ...guardHeader(ifMatch) };
  const write = record.begin({ kind: 'write back', word: partsOfTitle(title).word, ifMatch });
  const path = versionsPath(record.id as string);
  await send(worker, { record, write, call: { method: 'POST', path, body, headers } });
}

/** Of a version that is known, and only if it is still the newest: the new one has its blocks. */
export async function patchDocument(
  worker: WorkerContext,
  record: DocumentRecord,
  options: WriteOptions,
): Promise<void> {
  const source = Math.max(...record.sights.keys());
  const { word, content } = worker.world.newChange(record, source);
  const headers = { ...keyHeader(options), ...guardHeader(source) };
  const { title, metadata } = content;
  const path = documentPath(record.id as string);
  const write = record.begin({ kind: 'patch', word, ifMatch: source });
  await send(worker, { record, write, call: { method: 'PATCH', path, body: { title, metadata }, headers } });
}

export async function deleteDocument(worker: WorkerContext, record: DocumentRecord): Promise<void> {
  const ifMatch = chooseGuard(worker, record);
  const call: ClientCall = { method: 'DELETE', path: documentPath(record.id as string), headers: guardHeader(ifMatch) };
  const write = record.begin({ kind: 'delete', word: '', ifMatch });
  await send(worker, { record, write, call, mayRepeat: worker.random.chance(REPEATED_DELETES) });
}

export async function createFolder(worker: WorkerContext, options: WriteOptions): Promise<void> {
  const { world, random } = worker;
  const parent = random.pick([undefined, ...world.folders.filter((each) => each.acknowledged && !each.parent)]);
  const folder = world.newFolder(parent);
  const body = { name: folder.name, parent_id: parent?.id };
  await sendFolder(worker, folder, { method: 'POST', path: FOLDERS, body, headers: keyHeader(options) });
}

type Push = WriteOptions & { made: NewContent; ifMatch: number | undefined; url?: string | undefined };

async function pushContent(worker: WorkerContext, record: DocumentRecord, push: Push): Promise<void> {
  const { made, ifMatch, url } = push;
  const { body, headers: ofFile } = sendingOf(made, worker.random);
  const headers = { ...ofFile, ...keyHeader(push), ...guardHeader(ifMatch) };
  const call: ClientCall = { method: 'POST', path: versionsPath(record.id as string), body, headers };
  await send(worker, { record, write: record.begin({ kind: 'push', ...wordAndFile(made), ifMatch }), call, url });
}

type ContentRequest = { path?: string; body: unknown; headers: Record<string, string> };
type NewMembers = { visibility?: string; folder_id?: string | undefined };

/** A file is a member of JSON, or the whole body. */
function sendingOf({ content, file }: NewContent, random: SeededRandom, members: NewMembers = {}): ContentRequest {
  if (file === undefined) return { body: { ...content, ...members }, headers: {} };
  if (random.chance(0.5)) return { body: { markdown: file, ...members }, headers: {} };
  const query = new URLSearchParams(JSON.parse(JSON.stringify(members)) as Record<string, string>);
  return { path: `${DOCUMENTS}?${query}`, body: file, headers: { 'Content-Type': 'text/markdown' } };
}

function wordAndFile({ word, file }: NewContent): { word: string; file: string | undefined } {
  return { word, file: file === undefined ? undefined : digestOf(file) };
}

/** `url`: of one process; undefined: any. */
type Sending = {
  record: DocumentRecord;
  write: Write;
  call: ClientCall;
  mayRepeat?: boolean;
  url?: string | undefined;
};

/** Sends a write, and again until it is answered where that does no harm; each answer is checked. */
async function send(
  worker: WorkerContext,
  { record, write, call, mayRepeat = isKeyed(call), url }: Sending,
): Promise<void> {
  const { world, caller, keys } = worker;
  const giveUpAt = performance.now() + REPEATS_MS;
  for (let isRepeat = false; ; isRepeat = true) {
    const look = record.look();
    const answer = await caller.send(call, url);
    if (answer) {
      if (!checkWrite(world, { record, write, call, look, isRepeat }, answer)) caller.unexpected(call, answer);
      if (isKeyed(call) && answer.status === 201) keys.push({ of: { record, write }, call, answer: answer.body });
      return;
    }
    if (!mayRepeat) return;
    if (performance.now() > giveUpAt) return record.blame(`a ${write.kind} was not answered for ${REPEATS_MS} ms`);
    await backOff(worker);
  }
}

async function sendFolder(worker: WorkerContext, folder: ExpectedFolder, call: ClientCall): Promise<void> {
  const { world, caller, keys } = worker;
  const giveUpAt = performance.now() + REPEATS_MS;
  for (;;) {
    const answer = await caller.send(call);
    if (answer) {
      world.checked++;
      if (answer.status !== 201) return caller.unexpected(call, answer);
      world.noteFolder(folder, answer.body as ShownFolder);
      folder.acknowledged = true;
      if (isKeyed(call)) keys.push({ of: folder, call, answer: answer.body });
      return;
    }
    if (!isKeyed(call)) return;
    if (performance.now() > giveUpAt) return world.blame(`folder ${folder.name} was not answered for ${REPEATS_MS} ms`);
    await backOff(worker);
  }
}

/** Another client would do the same at the same moment. */
export async function backOff({ random }: WorkerContext): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5 + random.below(50)));
}

function chooseGuard({ random }: WorkerContext, record: DocumentRecord): number | undefined {
  if (!random.chance(GUARDED_SHARE)) return undefined;
  return Math.max(1, record.visible - (random.chance(STALE_SHARE) ? 1 : 0));
}

function guardHeader(ifMatch: number | undefined): Record<string, string> {
  return ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` };
}

function keyHeader({ keyed }: WriteOptions): Record<string, string> {
  return keyed ? { 'Idempotency-Key': randomBase62(20) } : {};
}

function isKeyed({ headers }: ClientCall): boolean {
  return headers?.['Idempotency-Key'] !== undefined;
}
