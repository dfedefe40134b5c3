import { forEachConcurrently } from '../coordination/for-each-concurrently.js';
import { ApiKeyRecords } from '../log/api-key-records.js';
import { GENERATION_KEY } from '../log/object-keys.js';
import { proveCreateIfAbsent } from '../log/prove-create-if-absent.js';
import type { ObjectStore } from '../ports/object-store.js';
import type { Progress } from './progress.js';
import { estimateTotal } from './sync-estimate.js';
import { kindOfKey, LOG_KINDS, type LogKind } from './sync-kinds.js';
import { keysElsewhere, keysOfKind, mergeListings } from './sync-merge.js';
import { runTask } from './sync-objects.js';
import { planTasks } from './sync-plan.js';
import type { CopyTally } from './sync-tally.js';

export type CopyLog = {
  source: ObjectStore;
  target: ObjectStore;
  /** Objects on their way at once. */
  width: number;
  /** Compare all that both have, too; what is copied is read back in any case. */
  verify: boolean;
  dryRun: boolean;
  /** Says what was done, after a failure too. */
  tally: CopyTally;
  progress: Progress;
  signal: AbortSignal;
};

const LABELS: Readonly<Record<LogKind, string>> = {
  revocations: 'Revocations', suspensions: 'Suspensions', owners: 'Plans', keys: 'Keys', documents: 'Versions', folders: 'Folders',
};

/** A source that is written to all the time is never through; each round is shorter than the one before. */
const MOST_ROUNDS = 5;

/**
 * Brings to the target what the source's log has and the target does not. Nothing is removed, and nothing overwritten
 * but a key record that retires earlier: what differs in any other way is a conflict of the report.
 *
 * Two ordered listings tell what is missing, so a run that ended half-way is taken up where it was, for the price of
 * the listings, and memory holds some pages of keys and `width` objects. What is written to the source meanwhile may
 * be listed in part (a version without the one before, a folder without its parent): so the log is gone through until
 * a whole round finds nothing to copy. Whatever the source held before that round is at the target then.
 *
 * The versions of a document that was deleted since an earlier run stay at the target, below the tombstone that this
 * run brings: they are what a deletion leaves until it is through, and gc removes every slot.
 *
 * Raises an `OperatorError` where the target does not keep create-if-absent, `UnavailableError` where a place cannot be
 * asked, and the reason of the signal.
 */
export async function copyLog(input: CopyLog): Promise<void> {
  const { target, tally, dryRun, progress } = input;
  if (!dryRun) await proveCreateIfAbsent(target);
  await copyRound(input);
  for (let round = 2; round <= MOST_ROUNDS && !dryRun && !tally.foundNothing; round++) {
    progress.start('Looking for more');
    await copyRound({ ...input, verify: false });
  }
  tally.report.settled = tally.foundNothing;
  await nameForeign(input);
  progress.stop();
}

/** Whether a service has ever worked there. */
export async function holdsLog(source: ObjectStore): Promise<boolean> {
  for (const kind of LOG_KINDS) {
    for await (const _key of keysOfKind(source, kind)) return true;
  }
  return await source.read(GENERATION_KEY) !== undefined;
}

async function copyRound(input: CopyLog): Promise<void> {
  const { target, tally, progress, dryRun } = input;
  tally.beginRound();
  for (const kind of LOG_KINDS) {
    if (tally.round === 1) progress.start(LABELS[kind]);
    await copyKind(input, kind);
    // Services of the target take note; what ends keys came before. An earlier run may have ended before this.
    const isNews = tally.round === 1 || !tally.foundNothing;
    if (kind === 'keys' && isNews && !dryRun) await new ApiKeyRecords(target).markChange();
  }
}

async function copyKind(input: CopyLog, kind: LogKind): Promise<void> {
  const { source, target, tally, progress, signal, width, verify } = input;
  const ours = keysOfKind(source, kind, (key) => tally.foreign(key));
  const listed = mergeListings(ours, keysOfKind(target, kind));
  const isLong = tally.round === 1 && (kind === 'documents' || kind === 'folders');
  const tasks = planTasks(isLong ? estimateTotal(listed, (total) => progress.expect(total)) : listed, {
    kind, verify,
    onPresent: () => tally.present({ compared: false }),
    onOnlyAtTarget: () => tally.onlyAtTarget(),
  });
  await forEachConcurrently(tasks, { width, signal }, (task) => runTask(input, task));
}

async function nameForeign({ source, tally, progress, signal }: CopyLog): Promise<void> {
  progress.start('Other objects');
  for await (const key of keysElsewhere(source)) {
    signal.throwIfAborted();
    if (kindOfKey(key) === 'foreign') tally.foreignElsewhere(key);
  }
}
