import type { GenerationRecord } from '../../log/generation-record.js';
import type { LeaseRecords } from '../../log/lease-records.js';
import type { IndexAdmin } from '../../ports/index-admin.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { STATE_NAME, type RebuildState } from '../shared/rebuild-job.js';
import { checkIndex, type OldIndex } from './source.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { findForeignKeys, scanDocuments, scanFolders } from '../shared/scan-log.js';
import { WalkProgress } from '../shared/walk-progress.js';
import { Anomalies, type AnomalyReport } from '../shared/anomalies.js';

export type DryRunReport = OldIndex & {
  documents: number;
  versions: number;
  folders: number;
  anomalies: AnomalyReport;
};

type DryRunBackends = { store: ObjectStore; admin: IndexAdmin; generations: GenerationRecord };

/** Dry run of a rebuild, from the keys of the log alone: reads no document or folder and writes nothing. */
export async function dryRun(
  backends: DryRunBackends,
  progress: ProgressReporter,
  stop: AbortSignal,
): Promise<DryRunReport> {
  const { store, admin, generations } = backends;
  const anomalies = new Anomalies();
  const old = await checkIndex(admin, generations);
  const counts = { documents: 0, versions: 0, folders: 0 };
  progress.start('Listing documents');
  const shown = new WalkProgress(progress, null);
  for await (const { id, slots } of scanDocuments({ store, anomalies })) {
    stop.throwIfAborted();
    counts.documents++;
    counts.versions += slots;
    shown.advance(id, 1);
  }
  shown.end();
  progress.start('Listing folders');
  for await (const _id of scanFolders({ store, anomalies })) {
    counts.folders++;
    progress.advance();
  }
  await findForeignKeys({ store, anomalies });
  return { ...old, ...counts, anomalies: anomalies.report() };
}

export type Status = {
  /** The holder of the lease, or its last one; null: none yet. Comparisons and dry runs take no lease. */
  maintenance: string | null;
  state: 'running or killed' | 'ended' | 'none';
  startedAt: string | null;
  lastSignOfLife: string | null;
  rebuild: Omit<RebuildState, 'position' | 'listedTo'> | null;
};

/** Only watching shows whether a holder lives, so the last heartbeat is reported. */
export async function readStatus(leases: LeaseRecords): Promise<Status> {
  const newest = await leases.newest();
  if (!newest) {
    return { maintenance: null, state: 'none', startedAt: null, lastSignOfLife: null, rebuild: null };
  }
  const { maintenance, startedAt, beatAt, releasedAt, progress } = newest.record;
  const state = (progress as Record<string, RebuildState | undefined>)[STATE_NAME];
  return {
    maintenance,
    state: releasedAt === null ? 'running or killed' : 'ended',
    startedAt,
    lastSignOfLife: beatAt,
    rebuild: state ? withoutPositions(state) : null,
  };
}

function withoutPositions(state: RebuildState): Omit<RebuildState, 'position' | 'listedTo'> {
  const { position: _position, listedTo: _listedTo, ...rest } = state;
  return rest;
}
