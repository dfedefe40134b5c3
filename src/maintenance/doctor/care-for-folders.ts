import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../../platform/map-concurrently.js';
import type { Folder } from '../../domain/folder.js';
import type { ImmutableEntry } from '../../ports/index-rebuild.js';
import { batchesOf } from '../shared/batches.js';
import { isOver, type Care } from './care.js';
import type { FindingKind } from './findings.js';
import { idOf, mergeById } from '../shared/merge-by-id.js';
import { readFolder } from '../shared/read-folder.js';
import { resumedScan } from '../shared/resumed-scan.js';
import { scanFolders } from '../shared/scan-log.js';

const BATCH = 200;
const AT_ONCE = 24;
const PAUSE_MS = 250;

type Suspect = { id: string; finding: FindingKind; right: Folder | undefined };

/** Compares every folder of log and index. Folders are immutable, so the log is always right. */
export async function careForFolders(care: Care, counts: { folders: number }): Promise<void> {
  const { store, strange, rebuild, index, progress, persist, patience } = care;
  progress.start(care.repair ? 'Repairing folders' : 'Comparing folders');
  const logged = asRows(scanFolders({ store, strange, patience }));
  const indexed = resumedScan(persist, { begin: (after) => rebuild.scanFolders(index, after), placeOf: idOf });
  for await (const batch of batchesOf(mergeById(logged, indexed), BATCH)) {
    care.stop.throwIfAborted();
    const suspicious = batch.filter(({ left, right }) => !care.options.quick || !left || !right);
    const suspects = await mapConcurrently(suspicious, AT_ONCE, ({ id }) => judgeSettled(care, id));
    await mend(
      care,
      suspects.filter((suspect) => suspect !== undefined),
    );
    counts.folders += batch.length;
    progress.advance(batch.length);
  }
}

async function* asRows(ids: AsyncIterable<string>): AsyncGenerator<{ id: string }> {
  for await (const id of ids) yield { id };
}

/** A missing folder may still be on its way to the index: waits up to `writeMs`. */
async function judgeSettled(care: Care, id: string): Promise<Suspect | undefined> {
  const giveUpAt = performance.now() + care.options.writeMs;
  for (;;) {
    const suspect = await care.persist(() => judge(care, id));
    const isSettled = suspect?.finding !== 'missing folder' || !suspect.right || isOver(care, suspect.right.createdAt);
    if (isSettled || performance.now() > giveUpAt) return suspect;
    care.stop.throwIfAborted();
    await delay(PAUSE_MS);
  }
}

/** Reads the index first: a folder reaches the index only after its object, which is never removed. */
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
  // A ghost folder is not removed: a create with its Idempotency-Key may race, and removals are unconditional.
  const mendable = suspects.filter(({ right }) => right);
  if (repair && mendable.length > 0) {
    await repair.check('folders', mendable.length);
    const entries = mendable.flatMap(({ right }): ImmutableEntry[] =>
      right ? [{ kind: 'folder', folder: right }] : [],
    );
    await persist(() => rebuild.overwrite(index, entries));
  }
  for (const suspect of suspects) {
    care.findings.add(suspect.finding, suspect.id, repair !== undefined && mendable.includes(suspect));
  }
}
