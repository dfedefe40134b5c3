import { forEachConcurrently } from '../../platform/concurrently.js';
import { firstOf } from '../../platform/first-of.js';
import { ApiKeyRecords } from '../../log/api-key-records.js';
import { GENERATION_KEY } from '../../log/object-keys.js';
import { proveCreateIfAbsent } from '../../log/prove-create-if-absent.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { KIND_PREFIXES, LOG_KINDS, MANY, type LogKind } from '../shared/sync-kinds.js';
import { keysElsewhere, keysOfKind, mergeListings, type Listed } from '../shared/sync-merge.js';
import { WalkProgress } from '../shared/walk-progress.js';
import { runTask } from './sync-objects.js';
import { planTasks } from './sync-plan.js';
import type { CopyTally } from './sync-tally.js';

export type CopyLog = {
  source: ObjectStore;
  target: ObjectStore;
  width: number;
  /** Also compare objects that both places have. Copies are always read back. */
  verify: boolean;
  dryRun: boolean;
  /** Holds the report, also after a failure. */
  tally: CopyTally;
  progress: ProgressReporter;
  signal: AbortSignal;
};

const LABELS: Readonly<Record<LogKind, string>> = {
  revocations: 'Revocations',
  suspensions: 'Suspensions',
  owners: 'Plans',
  keys: 'Keys',
  documents: 'Versions',
  'by-key': 'Keys of documents',
  folders: 'Folders',
};

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

/** Whether a service has ever used this store. */
export async function holdsLog(source: ObjectStore): Promise<boolean> {
  for (const kind of LOG_KINDS) {
    if ((await firstOf(keysOfKind(source, kind))) !== undefined) return true;
  }
  return (await source.read(GENERATION_KEY)) !== undefined;
}

async function copyRound(input: CopyLog): Promise<void> {
  const { target, tally, progress, dryRun } = input;
  tally.beginRound();
  for (const kind of LOG_KINDS) {
    if (tally.round === 1) progress.start(LABELS[kind]);
    await copyKind(input, kind);
    // Services of the target notice the new keys. Round 1 always marks: an earlier run may have died before this.
    const isNews = tally.round === 1 || !tally.foundNothing;
    if (kind === 'keys' && isNews && !dryRun) await new ApiKeyRecords(target).markChange();
  }
}

async function copyKind(input: CopyLog, kind: LogKind): Promise<void> {
  const { source, target, tally, progress, signal, width, verify } = input;
  const ours = keysOfKind(source, kind, (key) => tally.foreign(key));
  const listed = mergeListings(ours, keysOfKind(target, kind));
  const isLong = tally.round === 1 && MANY.has(kind);
  const tasks = planTasks(isLong ? withTotal(listed, KIND_PREFIXES[kind], progress) : listed, {
    kind,
    verify,
    onPresent: () => tally.present({ compared: false }),
    onOnlyAtTarget: () => tally.onlyAtTarget(),
  });
  await forEachConcurrently(tasks, { width, signal }, (task) => runTask(input, task));
}

/** Passes a listing through and estimates its source keys. */
async function* withTotal(
  listed: AsyncIterable<Listed>,
  prefix: string,
  progress: ProgressReporter,
): AsyncGenerator<Listed> {
  const walk = new WalkProgress(progress, null);
  for await (const each of listed) {
    if (each.at !== 'target') walk.expect(each.key.slice(prefix.length), 1);
    yield each;
  }
  walk.end();
}

async function nameForeign({ source, tally, progress, signal }: CopyLog): Promise<void> {
  progress.start('Other objects');
  for await (const key of keysElsewhere(source)) {
    signal.throwIfAborted();
    tally.foreignElsewhere(key);
  }
}
