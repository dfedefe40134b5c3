import { firstOf } from '../../platform/first-of.js';
import { GENERATION_KEY } from '../../log/object-keys.js';
import { proveCreateIfAbsent } from '../../log/prove-create-if-absent.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { LOG_KINDS } from '../shared/sync-kinds.js';
import { keysElsewhere, keysOfKind } from '../shared/sync-merge.js';
import type { CopyLog } from './copy-report.js';
import { CopyRound } from './copy-round.js';

/** A source under constant writes never settles. Each round is shorter than the one before. */
const MOST_ROUNDS = 5;

/**
 * Copies to the target what only the source's log has. Removes nothing, and overwrites only a key record that retires
 * earlier at the source; any other difference is a conflict in the report. Two ordered listings show what is missing:
 * an interrupted run resumes for their price, and memory holds some pages of keys and `width` objects. Concurrent
 * writes may be listed in part (a version without the one before, a folder without its parent), so rounds repeat until
 * one copies nothing. The target then has all that the source held before that round. Versions of a document deleted
 * since an earlier run stay below the copied tombstone until gc removes them. Raises `OperatorError` if the target
 * lacks create-if-absent, `UnavailableError`, and the signal's reason.
 */
export async function copyLog(input: CopyLog): Promise<void> {
  const { source, target, report, dryRun, progress, signal } = input;
  if (!dryRun) await proveCreateIfAbsent(target);
  let round = new CopyRound(input, true);
  await round.run();
  for (let count = 1; count < MOST_ROUNDS && !dryRun && round.changes > 0; count++) {
    progress.start('Looking for more');
    round = new CopyRound(input, false);
    await round.run();
  }
  report.settled = round.changes === 0;
  progress.start('Other objects');
  for await (const key of keysElsewhere(source)) {
    signal.throwIfAborted();
    round.foreign(key);
  }
  progress.stop();
}

/** Whether a service has ever used this store. */
export async function holdsLog(source: ObjectStore): Promise<boolean> {
  for (const kind of LOG_KINDS) {
    if ((await firstOf(keysOfKind(source, kind))) !== undefined) return true;
  }
  return (await source.read(GENERATION_KEY)) !== undefined;
}
