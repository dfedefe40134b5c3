import type { Persist } from '../../platform/retry.js';
import type { KeyLog } from '../../log/key-log.js';
import type { FolderLog } from '../../log/folder-log.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { RebuildRecords } from '../../log/rebuild-records.js';
import type { VersionLog } from '../../log/version-log.js';
import type { ConcreteIndex, FeedPosition, IndexAdmin } from '../../ports/index-admin.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { Lease } from './lease.js';
import type { ProgressReporter } from '../../platform/progress.js';
import type { Anomalies, AnomalyReport } from './anomalies.js';
import { OperatorError } from '../../domain/errors.js';

export type RebuildPhase = 'loading' | 'following' | 'comparing' | 'switching' | 'cleaning' | 'done';

export type RebuildCounts = {
  /** Documents brought into the new index, tombstones included. */
  documents: number;
  deleted: number;
  /** Slots listed. */
  versions: number;
  folders: number;
  /** Clients' own keys of documents. */
  keys: number;
  /** Source heads behind the log that were brought forward. */
  behind: number;
  followed: number;
  /** Heads that the comparison repaired. */
  repaired: number;
};

/** The state to resume from after a kill. Resuming from an earlier saved state is safe and only repeats work. */
export type RebuildState = {
  generation: string;
  startedAt: string;
  phase: RebuildPhase;
  /** The index that requests go to, if usable: its changes are followed. */
  source: ConcreteIndex | null;
  /** The index that the alias moves away from; null: none. */
  replaces: string | null;
  /** How far the source has been followed. */
  position: FeedPosition;
  /** Every document key up to this one is in the new index. */
  listedTo: string | null;
  hasFolders: boolean;
  /** Absent in the state of an older program. */
  hasKeys?: boolean;
  hasTrees?: boolean;
  counts: RebuildCounts;
  anomalies: AnomalyReport;
};

export type MaintenanceContext = {
  store: ObjectStore;
  log: VersionLog;
  folders: FolderLog;
  keyLog: KeyLog;
  generations: GenerationRecord;
  rebuilds: RebuildRecords;
  admin: IndexAdmin;
  lease: Lease;
  progress: ProgressReporter;
  /** Aborted when the process is asked to end; finished work is kept. */
  stop: AbortSignal;
  persist: Persist;
  now(): Date;
};

/** A rebuild under way, from the log and the source into the index `to`. */
export type RebuildJob = MaintenanceContext & { state: RebuildState; to: ConcreteIndex; anomalies: Anomalies };

export const STATE_NAME = 'reindex';

/** The next heartbeat of the lease saves it. */
export function noteState(job: MaintenanceContext & { state: RebuildState; anomalies?: Anomalies }): void {
  if (job.anomalies) job.state.anomalies = job.anomalies.report();
  job.lease.note(STATE_NAME, structuredClone(job.state));
}

const LABELS: Record<RebuildPhase, string> = {
  loading: 'Loading documents',
  following: 'Following writes',
  comparing: 'Comparing',
  switching: 'Switching over',
  cleaning: 'Removing the old index',
  done: 'Done',
};

export async function enterPhase(job: RebuildJob, phase: RebuildPhase): Promise<void> {
  job.state.phase = phase;
  noteState(job);
  if (phase === 'done') job.progress.stop();
  else job.progress.start(LABELS[phase]);
  await job.persist(() => job.lease.save());
}

/**
 * Raises `OperatorError` if a rebuild was interrupted. Resumed, it would follow the index, whose changes do not show
 * removals (rule gcNotDuringReindex). The lease excludes a running rebuild.
 */
export function refuseUnfinishedRebuild(lease: Lease): void {
  const state = lease.progressOf(STATE_NAME) as RebuildState | undefined;
  if (!state || state.phase === 'done') return;
  throw new OperatorError(
    `the rebuild of ${state.startedAt} has not come to its end: run \`quire reindex\`, or \`quire reindex --abort\`, first`,
  );
}
