import { setTimeout as delay } from 'node:timers/promises';
import { randomBase62 } from '../../domain/base62.js';
import { OperatorError } from '../../domain/errors.js';
import { GENERATION_LENGTH } from '../../domain/limits.js';
import { removeNotesOfOthers } from '../../log/generation-record.js';
import { compareWithSource } from './compare.js';
import { SourceLostError, checkIndex, watchingSource } from './source.js';
import { follow } from './follow.js';
import {
  enterPhase,
  noteState,
  type RebuildJob,
  type RebuildCounts,
  type RebuildState,
  type MaintenanceContext,
} from '../shared/rebuild-job.js';
import { expectReadable, noteLeftOut } from './left-out.js';
import { loadDocuments, loadFolders, loadFolderTrees, loadKeys } from './load.js';
import { findForeignKeys } from '../shared/scan-log.js';
import { removeOrphanIndices, resumeOrAbort } from './former-rebuilds.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';
import { switchOver } from './switch-over.js';

const ATTEMPTS = 3;

export type ReindexOptions = {
  /** Retention of deleted documents' remains, in milliseconds. A rebuild older than half of it is not swapped in. */
  retentionMs: number;
  /** How long the old index stays for its running searches, in milliseconds. */
  keepOldMs: number;
  /** First delete the current index in any state; all requests get 503 until the end. */
  discardIndex: boolean;
  /** Go on despite unreadable objects: their documents, folders and keys answer 503, unless the old index has them. */
  acceptUnreadable: boolean;
};

export type ReindexReport = {
  index: string;
  generation: string;
  /** Whether this run finished an interrupted one. */
  resumed: boolean;
  counts: RebuildCounts;
  /** The longest wait of writers, in milliseconds; 0 without an old index, or if an earlier run had swapped. */
  pausedMs: number;
  anomalies: AnomalyReport;
};

/**
 * Builds a new index from the log beside the running service and moves requests to it (see `ARCHITECTURE.md`). May be
 * killed at any moment and run again. Raises `OperatorError` if it must not go on.
 */
export async function reindex(context: MaintenanceContext, options: ReindexOptions): Promise<ReindexReport> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reindexOnce(context, options);
    } catch (error) {
      // The next attempt loads from the log alone. Gives up after ATTEMPTS, if index after index is lost.
      if (!(error instanceof SourceLostError) || attempt === ATTEMPTS) throw error;
      context.progress.note(`${error.message}: it is built from the log alone`);
    }
  }
}

async function reindexOnce(context: MaintenanceContext, options: ReindexOptions): Promise<ReindexReport> {
  const former = await resumeOrAbort(context, (startedAt) => isTooOld(context, startedAt, options));
  await removeOrphanIndices(context, former.outcome === 'none' ? undefined : former.job.state.generation);
  const job = watchingSource(former.outcome === 'none' ? await begin(context, options) : former.job);
  const pausedMs = former.outcome === 'finished' ? 0 : await build(job, options);
  await cleanUp(job, options);
  const { generation, counts } = job.state;
  const resumed = former.outcome !== 'none';
  return { index: job.to.name, generation, resumed, counts, pausedMs, anomalies: job.anomalies.report() };
}

async function build(job: RebuildJob, options: ReindexOptions): Promise<number> {
  // Otherwise it would be found out only when all is loaded.
  await job.persist(() => job.admin.expectSearches(job.to.name));
  await enterPhase(job, 'loading');
  await loadFolders(job);
  await loadKeys(job);
  await loadFolderTrees(job);
  await loadDocuments(job);
  await expectReadable(job, options);
  await enterPhase(job, 'following');
  await follow(job);
  await enterPhase(job, 'comparing');
  await compareWithSource(job);
  await follow(job);
  await expectReadable(job, options);
  await noteLeftOut(job);
  if (isTooOld(job, job.state.startedAt, options)) {
    throw new OperatorError('the rebuild took more than half of the retention: it must not be swapped in');
  }
  await enterPhase(job, 'switching');
  return switchOver(job);
}

/** Creates an index under a new name. The checkpoint comes before the listing (rule checkpointFirst). */
async function begin(context: MaintenanceContext, { discardIndex }: ReindexOptions): Promise<RebuildJob> {
  const { admin, rebuilds, generations, lease, persist, store } = context;
  await lease.check();
  if (discardIndex) await persist(() => admin.discardCurrent());
  const { source, replaces } = await persist(() => checkIndex(admin, generations));
  // An emptied index is not followed, so it must take no writes.
  if (!source && replaces !== null) await persist(() => blockFor(context, replaces));
  const anomalies = new Anomalies();
  const state: RebuildState = {
    generation: randomBase62(GENERATION_LENGTH).toLowerCase(),
    startedAt: context.now().toISOString(),
    phase: 'loading',
    source,
    replaces,
    position: source ? await persist(() => admin.checkpoint(source.name)) : {},
    listedTo: null,
    hasFolders: false,
    counts: { documents: 0, deleted: 0, versions: 0, folders: 0, keys: 0, behind: 0, followed: 0, repaired: 0 },
    anomalies: {},
  };
  // Saved before the index exists, so that a successor of a dead run can remove it.
  noteState({ ...context, state });
  await persist(() => lease.save());
  await persist(() => rebuilds.add(state.generation));
  await lease.check();
  await persist(() => admin.create(state.generation));
  const to = await persist(() => admin.find(state.generation));
  if (!to) throw new OperatorError(`the new index of generation ${state.generation} has vanished`);
  await findForeignKeys({ store, anomalies, persist });
  return { ...context, state, to, anomalies };
}

async function blockFor({ admin, lease }: MaintenanceContext, index: string): Promise<void> {
  await admin.block(await admin.takeToken(index, lease.number));
}

async function cleanUp(job: RebuildJob, { keepOldMs }: ReindexOptions): Promise<void> {
  const { store, admin, state, lease, persist } = job;
  const { replaces } = state;
  await enterPhase(job, 'cleaning');
  if (replaces !== null) {
    await delay(keepOldMs);
    await lease.check();
    await persist(() => admin.remove(replaces));
  }
  await persist(() => removeNotesOfOthers(store, state.generation));
  await enterPhase(job, 'done');
  await persist(() => job.rebuilds.remove(state.generation));
}

function isTooOld(
  { now }: Pick<MaintenanceContext, 'now'>,
  startedAt: string,
  { retentionMs }: ReindexOptions,
): boolean {
  return now().getTime() - Date.parse(startedAt) > retentionMs / 2;
}
