import { patienceWhile } from '../../platform/persistently.js';
import { FolderLog } from '../../log/folder-log.js';
import { GenerationRecord } from '../../log/generation-record.js';
import { LeaseRecords, type Maintenance } from '../../log/lease-records.js';
import { RebuildRecords } from '../../log/rebuild-records.js';
import { VersionLog } from '../../log/version-log.js';
import type { IndexRebuild } from '../../ports/index-rebuild.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { Tools } from './job.js';
import { Lease, LEASE_TIMING, LeaseLostError, type LeaseTiming } from './lease.js';
import type { Progress } from './progress.js';

/** How long a backend may be unavailable during long work, in milliseconds. */
const PATIENCE_MS = 120_000;

export type Place = { store: ObjectStore; rebuild: IndexRebuild };

export type Work = {
  maintenance: Maintenance;
  progress: Progress;
  stop: AbortSignal;
  timing?: LeaseTiming;
  now?: () => Date;
};

/** Enough for reading; changes need the lease too. */
export type LookTools = Omit<Tools, 'lease'>;

export function lookTools(
  place: Place,
  { progress, stop, now = () => new Date() }: Omit<Work, 'maintenance'>,
): LookTools {
  const { store, rebuild } = place;
  return {
    store,
    rebuild,
    progress,
    stop,
    now,
    log: new VersionLog(store),
    folders: new FolderLog(store),
    generations: new GenerationRecord(store),
    rebuilds: new RebuildRecords(store),
    patience: { forMs: PATIENCE_MS, onRetry: (error) => progress.note(`trying again: ${error.message}`) },
  };
}

/** Works under the lease. Raises `OperatorError` if another process holds it. Waits out a dead holder's time. */
export async function withLease<T>(place: Place, work: Work, act: (tools: Tools) => Promise<T>): Promise<T> {
  const { maintenance, progress, timing = LEASE_TIMING } = work;
  const tools = lookTools(place, work);
  const { now } = tools;
  const lease = await Lease.take(new LeaseRecords(place.store), {
    maintenance,
    timing,
    now,
    onWatch: (record) =>
      progress.note(
        `a ${record.maintenance} of ${record.startedAt} has not ended: looking for ${timing.deadMs / 1000} s whether it lives`,
      ),
  });
  let lost = false;
  try {
    // The failure may come from another process's takeover: retries end then.
    return await act({ ...tools, lease, patience: patienceWhile(tools.patience, () => lease.check()) });
  } catch (error) {
    lost = error instanceof LeaseLostError;
    throw error;
  } finally {
    await (lost ? lease.abandon() : lease.release());
  }
}
