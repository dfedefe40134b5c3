import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import { clip } from '../oracle/contents.js';
import type { DocumentRecord } from '../oracle/document-record.js';
import { faultsOfHistory } from '../oracle/check-history.js';
import type { ShownResult } from '../oracle/check-search.js';
import { auditKeys, auditKeysAgain } from './by-key.js';
import type { WorkerContext } from './worker-context.js';
import {
  listFolders,
  listVersions,
  readDocument,
  readFile,
  readVersion,
  searchWorld,
  type Reader,
  type ShownDocument,
} from './reads.js';
import { repeatKey } from './repeats.js';
import { pushLast } from './writes.js';

const AT_ONCE = 4;
const REPEATS = 10;

/**
 * Checks a whole world while nobody writes in it. First it is settled: what was made without an answer is looked for,
 * and one more push brings every head to the end of its log. Then everything is read at each reader.
 */
export async function auditWorld(worker: WorkerContext, readers: readonly [Reader, ...Reader[]]): Promise<void> {
  await settle(worker, readers[0]);
  await auditKeys(worker, readers);
  for (const [i, read] of readers.entries()) await auditAt(worker, read, { contents: i === 0 });
}

/** What a world was found to be at its audit, it still is: every version that anybody saw is there. */
export async function auditAgain(worker: WorkerContext, read: Reader): Promise<void> {
  await auditKeysAgain(worker, read);
  await auditAt(worker, read, { contents: true });
}

async function settle(worker: WorkerContext, read: Reader): Promise<void> {
  const { world, keys, random } = worker;
  for (const record of world.documents.filter(({ id }) => id === undefined)) {
    await searchWorld(worker, { name: record.identity.name }, read);
  }
  await mapConcurrently(world.living, AT_ONCE, (record) => pushLast(worker, record));
  for (const key of random.shuffled(keys).slice(0, REPEATS)) await repeatKey(worker, key, read);
}

async function auditAt(worker: WorkerContext, read: Reader, { contents }: { contents: boolean }): Promise<void> {
  const { world } = worker;
  const shown = new Map<string, { version: number; body: ShownDocument }>();
  const audit = async (record: DocumentRecord): Promise<void> => {
    const newest = await auditDocument(worker, record, { read, contents });
    if (newest) shown.set(record.id as string, newest);
  };
  await mapConcurrently(world.known, AT_ONCE, audit);
  await mapConcurrently(await foundSince(worker, read, shown), AT_ONCE, audit);
  await auditSearches(worker, read, shown);
  for (const parent of [undefined, ...world.folders.filter(({ id, parent: above }) => id !== undefined && !above)]) {
    await listFolders(worker, parent, read);
  }
}

/** What creates without an answer have left: a rebuild or doctor makes documents of it at any time. */
async function foundSince(
  worker: WorkerContext,
  read: Reader,
  shown: ReadonlyMap<string, unknown>,
): Promise<DocumentRecord[]> {
  const all = (await searchWorld(worker, { name: worker.world.word }, read)) ?? [];
  const records = all.filter(({ id }) => !shown.has(id)).map((result) => worker.world.recordOf(result));
  return records.filter((record) => record !== undefined).filter(({ acknowledged }) => acknowledged === 0);
}

async function auditDocument(
  worker: WorkerContext,
  record: DocumentRecord,
  { read, contents }: { read: Reader; contents: boolean },
): Promise<{ version: number; body: ShownDocument } | undefined> {
  const newest = await readDocument(worker, record, read);
  const list = await listVersions(worker, record, read);
  if (!newest || !list) return undefined;
  const { version: current, body } = newest;
  for (let version = 1; contents && version <= current; version++) {
    await readVersion(worker, record, version, read);
    await readFile(worker, record, version, read);
  }
  await readFile(worker, record, undefined, read);
  const { writes, sights, identity } = record;
  for (const fault of faultsOfHistory({ writes, sights, current })) record.blame(fault);
  if (identity.folder && body.folder_id !== identity.folder.id) record.blame(`is in ${body.folder_id}`);
  if (identity.visibility !== body.visibility) record.blame(`is ${body.visibility}`);
  return newest;
}

async function auditSearches(
  worker: WorkerContext,
  read: Reader,
  shown: ReadonlyMap<string, { version: number; body: ShownDocument }>,
): Promise<void> {
  const { world } = worker;
  const all = (await searchWorld(worker, { name: world.word }, read)) ?? [];
  for (const result of all) expectAgreement(worker, result, shown.get(result.id));
  if (all.length !== shown.size) world.blame(`${all.length} documents are found, ${shown.size} are there`);
  const groups = [0, 1, 2].map((group) => ({ tag: world.groupTag(group) }));
  const folders = world.folders.filter(({ id }) => id !== undefined).map((folder) => ({ tag: world.word, folder }));
  for (const query of [{ tag: world.word }, ...groups, ...folders]) await searchWorld(worker, query, read);
}

/** What a search shows of a document, a GET shows, too. */
function expectAgreement(
  { world }: WorkerContext,
  result: ShownResult,
  read: { version: number; body: ShownDocument } | undefined,
): void {
  const { body, version } = read ?? {};
  // A GET has no path.
  const all: Record<string, unknown> = {
    folder_path: (result as { folder_path?: string }).folder_path,
    ...body,
    block_count: body?.blocks.length,
  };
  const expected = Object.fromEntries(Object.keys(result).map((name) => [name, all[name]]));
  if (isDeepStrictEqual(result, expected) && result.current_version === version) return;
  world.blame(
    `a search shows ${clip(JSON.stringify(result))}, and a GET ${read ? clip(JSON.stringify(read)) : 'nothing'}`,
  );
}
