import { persistently, type Patience } from '../coordination/persistently.js';
import type { FolderLog } from '../log/folder-log.js';
import type { GenerationRecord } from '../log/generation-record.js';
import type { RebuildRecords } from '../log/rebuild-records.js';
import type { VersionLog } from '../log/version-log.js';
import type { ConcreteIndex, FeedPosition, IndexRebuild } from '../ports/index-rebuild.js';
import type { ObjectStore } from '../ports/object-store.js';
import type { Lease } from './lease.js';
import type { Progress } from './progress.js';
import type { Strange, StrangeReport } from './strange.js';

export type RebuildPhase = 'loading' | 'following' | 'comparing' | 'switching' | 'cleaning' | 'done';

export type RebuildCounts = {
  /** Documents brought into the new index, tombstones among them. */
  documents: number;
  deleted: number;
  /** Slots that the listing showed. */
  versions: number;
  folders: number;
  /** Old heads that were behind the log and were brought forward. */
  helped: number;
  /** Changes taken over from the old index while it was written to. */
  followed: number;
  /** Heads that the comparison found different, and mended. */
  repaired: number;
};

/** All that the work needs to be taken up again after a kill. An earlier state is as good: it makes more work. */
export type RebuildState = {
  /** Of the new index. */
  generation: string;
  startedAt: string;
  phase: RebuildPhase;
  /** The index that requests go to, where it is of use: its changes are followed. */
  source: ConcreteIndex | null;
  /** What the alias is moved away from; null: from nothing. */
  replaces: string | null;
  /** Up to where the source has been followed. */
  position: FeedPosition;
  /** Every key of documents up to this one is in the new index. */
  listedTo: string | null;
  hasFolders: boolean;
  counts: RebuildCounts;
  strange: StrangeReport;
};

export type Tools = {
  store: ObjectStore;
  log: VersionLog;
  folders: FolderLog;
  generations: GenerationRecord;
  rebuilds: RebuildRecords;
  rebuild: IndexRebuild;
  lease: Lease;
  progress: Progress;
  /** Aborted when somebody asks the work to end; what was done is kept. */
  stop: AbortSignal;
  patience: Patience;
  now(): Date;
};

/** One rebuild under way: from the log, and from the source while that is written to, into the index `to`. */
export type Job = Tools & {
  state: RebuildState;
  to: ConcreteIndex;
  strange: Strange;
};

export const STATE_NAME = 'reindex';

/** Travels with the next sign of life of the lease. */
export function noteState(job: Tools & { state: RebuildState; strange?: Strange }): void {
  if (job.strange) job.state.strange = job.strange.report();
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

export async function enterPhase(job: Job, phase: RebuildPhase): Promise<void> {
  job.state.phase = phase;
  noteState(job);
  if (phase === 'done') job.progress.stop();
  else job.progress.start(LABELS[phase]);
  await persistently(job.patience, () => job.lease.save());
}
