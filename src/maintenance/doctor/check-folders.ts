import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '../../platform/concurrently.js';
import { Deadline } from '../../platform/deadline.js';
import type { Folder } from '../../domain/folder.js';
import type { ImmutableEntry } from '../../ports/index-admin.js';
import { batchesOf } from '../../platform/chunks.js';
import { isOver, type CheckContext } from './check-context.js';
import type { FindingKind } from './findings.js';
import { identified, idOf, mergeById } from '../shared/merge-by-id.js';
import { readFolder } from '../shared/read-folder.js';
import { resumedScan } from '../shared/resumed-scan.js';
import { scanFolders } from '../shared/scan-log.js';

const BATCH = 200;
const AT_ONCE = 24;
const PAUSE_MS = 250;

type Suspect = { id: string; finding: FindingKind; right: Folder | undefined };

/** Compares every folder of log and index. Folders are immutable, so the log is always right. */
export async function checkFolders(context: CheckContext, counts: { folders: number }): Promise<void> {
  const { store, anomalies, admin, index, progress, persist } = context;
  progress.start(context.beforeChange ? 'Repairing folders' : 'Comparing folders');
  const logged = identified(scanFolders({ store, anomalies, persist }));
  const indexed = resumedScan(persist, { begin: (after) => admin.scanFolders(index, after), placeOf: idOf });
  for await (const batch of batchesOf(mergeById(logged, indexed), BATCH)) {
    context.stop.throwIfAborted();
    const suspects = await mapConcurrently(batch, AT_ONCE, ({ id }) => checkSettled(context, id));
    await repairAndNote(
      context,
      suspects.filter((suspect) => suspect !== undefined),
    );
    counts.folders += batch.length;
    progress.advance(batch.length);
  }
}

/** A missing folder may still be on its way to the index: waits up to `writeMs`. */
async function checkSettled(context: CheckContext, id: string): Promise<Suspect | undefined> {
  const deadline = new Deadline(context.writeMs);
  for (;;) {
    const suspect = await context.persist(() => check(context, id));
    const isSettled =
      suspect?.finding !== 'missing folder' || !suspect.right || isOver(context, suspect.right.createdAt);
    if (isSettled || deadline.isOver) return suspect;
    context.stop.throwIfAborted();
    await delay(PAUSE_MS);
  }
}

/** Reads the index first: a folder reaches the index only after its object, which is never removed. */
async function check({ admin, index, folders }: CheckContext, id: string): Promise<Suspect | undefined> {
  const [indexed] = await admin.readFolders(index, [id]);
  const right = await readFolder(folders, id);
  if (right === 'unreadable') return { id, finding: 'damaged folder object', right: undefined };
  if (!right) return indexed && { id, finding: 'ghost folder', right };
  if (!indexed) return { id, finding: 'missing folder', right };
  return isDeepStrictEqual(indexed, right) ? undefined : { id, finding: 'differing folder', right };
}

async function repairAndNote(context: CheckContext, suspects: readonly Suspect[]): Promise<void> {
  const { beforeChange, admin, index, persist } = context;
  // A ghost folder is not removed: a create with its Idempotency-Key may race, and removals are unconditional.
  const repairable = suspects.filter(({ right }) => right);
  if (beforeChange && repairable.length > 0) {
    await beforeChange();
    const entries = repairable.flatMap(({ right }): ImmutableEntry[] =>
      right ? [{ kind: 'folder', folder: right }] : [],
    );
    await persist(() => admin.overwrite(index, entries));
  }
  for (const suspect of suspects) {
    context.findings.add(suspect.finding, suspect.id, beforeChange !== undefined && repairable.includes(suspect));
  }
}
