import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../coordination/map-concurrently.js';
import type { Folder } from '../domain/folder.js';
import { batchesOf } from './batches.js';
import type { Care } from './care.js';
import type { FindingKind } from './findings.js';
import { flattened, mergeById } from './merge-by-id.js';
import { readFolder } from './read-folder.js';
import { scanFolders } from './scan-log.js';

const BATCH = 200;
const AT_ONCE = 24;
const PAUSE_MS = 250;

type Suspect = { id: string; finding: FindingKind; right: Folder | undefined };

/** Compares every folder of log and index. They are immutable, so that whatever the log has is right for ever. */
export async function careForFolders(care: Care, counts: { folders: number }): Promise<void> {
  const { store, strange, rebuild, index, progress } = care;
  progress.start(care.repair ? 'Repairing folders' : 'Comparing folders');
  const logged = asRows(scanFolders({ store, strange }));
  for await (const batch of batchesOf(mergeById(logged, flattened(rebuild.scanFolders(index))), BATCH)) {
    care.stop.throwIfAborted();
    const suspicious = batch.filter(({ left, right }) => !care.options.quick || !left || !right);
    const suspects = await mapConcurrently(suspicious, AT_ONCE, ({ id }) => judgeSettled(care, id));
    await mend(care, suspects.filter((suspect) => suspect !== undefined));
    counts.folders += batch.length;
    progress.advance(batch.length);
  }
}

async function* asRows(ids: AsyncIterable<string>): AsyncGenerator<{ id: string }> {
  for await (const id of ids) yield { id };
}

/** One that is missing in the index may be under way to it. */
async function judgeSettled(care: Care, id: string): Promise<Suspect | undefined> {
  const giveUpAt = performance.now() + care.options.writeMs;
  for (;;) {
    const suspect = await care.persist(() => judge(care, id));
    const isOver = suspect?.finding !== 'missing folder' || !suspect.right || isOld(care, suspect.right);
    if (isOver || performance.now() > giveUpAt) return suspect;
    care.stop.throwIfAborted();
    await delay(PAUSE_MS);
  }
}

function isOld({ now, options }: Care, { createdAt }: Folder): boolean {
  return now().getTime() - Date.parse(createdAt) > options.writeMs;
}

/** The index first: its folders are made after their objects, which stay. */
async function judge({ rebuild, index, folders }: Care, id: string): Promise<Suspect | undefined> {
  const [indexed] = await rebuild.readFolders(index, [id]);
  const right = await readFolder(folders, id);
  if (right === 'unreadable') return { id, finding: 'damaged folder object', right: undefined };
  if (!right) return indexed && { id, finding: 'ghost folder', right };
  if (!indexed) return { id, finding: 'missing folder', right };
  return isDeepStrictEqual(indexed, right) ? undefined : { id, finding: 'differing folder', right };
}

async function mend(care: Care, suspects: readonly Suspect[]): Promise<void> {
  const { repair, rebuild, index, persist } = care;
  const mendable = suspects.filter(({ finding }) => finding !== 'damaged folder object');
  if (repair && mendable.length > 0) {
    await repair.check('folders', mendable.length);
    const rights = mendable.flatMap(({ right }) => (right ? [right] : []));
    await persist(() => rebuild.overwrite(index, rights.map((folder) => ({ kind: 'folder', folder }))));
    await removeGhosts(care, mendable.filter(({ right }) => !right).map(({ id }) => id));
  }
  for (const suspect of suspects) {
    care.findings.add(suspect.finding, suspect.id, repair !== undefined && mendable.includes(suspect));
  }
}

/**
 * Should a folder be made with the same identifier just then (by an Idempotency-Key of which only the ghost was left),
 * its object is seen now, and it is put back.
 */
async function removeGhosts({ rebuild, index, folders, persist }: Care, ids: readonly string[]): Promise<void> {
  await persist(() => rebuild.removeFolders(index, ids));
  for (const id of ids) {
    const made = await persist(() => readFolder(folders, id));
    if (!made || made === 'unreadable') continue;
    await persist(() => rebuild.overwrite(index, [{ kind: 'folder', folder: made }]));
  }
}
