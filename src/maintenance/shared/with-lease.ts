import type { UnavailableError } from '../../domain/errors.js';
import { persistFor, persistWhile } from '../../platform/retry.js';
import { KeyLog } from '../../log/key-log.js';
import { FolderLog } from '../../log/folder-log.js';
import { GenerationRecord } from '../../log/generation-record.js';
import { LeaseRecords, type Maintenance } from '../../log/lease-records.js';
import { RebuildRecords } from '../../log/rebuild-records.js';
import { VersionLog } from '../../log/version-log.js';
import type { IndexAdmin } from '../../ports/index-admin.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { MaintenanceContext } from './rebuild-job.js';
import { Lease, LEASE_TIMING, LeaseLostError, type LeaseTiming } from './lease.js';
import type { ProgressReporter } from '../../platform/progress.js';

/** How long a backend may be unavailable during long work, in milliseconds. */
const RETRY_FOR_MS = 120_000;
const SAY_AGAIN_MS = 10_000;

export type MaintenanceBackends = { store: ObjectStore; admin: IndexAdmin };

export type MaintenanceWork = {
  maintenance: Maintenance;
  progress: ProgressReporter;
  stop: AbortSignal;
  timing?: LeaseTiming;
  now?: () => Date;
};

/** Enough for reading; changes need the lease too. */
export type ReadContext = Omit<MaintenanceContext, 'lease'>;

export function readContext(
  backends: MaintenanceBackends,
  { progress, stop, now = () => new Date() }: Omit<MaintenanceWork, 'maintenance'>,
): ReadContext {
  const { store, admin } = backends;
  return {
    store,
    admin,
    progress,
    stop,
    now,
    log: new VersionLog(store),
    folders: new FolderLog(store),
    keyLog: new KeyLog(store),
    generations: new GenerationRecord(store),
    rebuilds: new RebuildRecords(store),
    persist: persistFor({ forMs: RETRY_FOR_MS, onRetry: sayingWhy(progress) }),
  };
}

/** Says a reason when it changes, and at times while it lasts. */
function sayingWhy(progress: ProgressReporter): (error: UnavailableError) => void {
  let said = { reason: '', at: 0 };
  return ({ message: reason }) => {
    const at = performance.now();
    if (reason === said.reason && at < said.at + SAY_AGAIN_MS) return;
    progress.note(`trying again: ${reason}`);
    said = { reason, at };
  };
}

/** Works under the lease. Raises `OperatorError` if another process holds it. Waits out a dead holder's time. */
export async function withLease<T>(
  backends: MaintenanceBackends,
  work: MaintenanceWork,
  act: (context: MaintenanceContext) => Promise<T>,
): Promise<T> {
  const { maintenance, progress, stop, timing = LEASE_TIMING } = work;
  const context = readContext(backends, work);
  const { now, persist } = context;
  const sayWhy = sayingWhy(progress);
  const lease = await Lease.take(new LeaseRecords(backends.store), {
    maintenance,
    timing,
    now,
    onWatch: (record) =>
      progress.note(
        `a ${record.maintenance} of ${record.startedAt} has not ended: waiting ${timing.deadMs / 1000} s for a heartbeat`,
      ),
    onRetry: (error) => {
      stop.throwIfAborted();
      sayWhy(error);
    },
  });
  let lost = false;
  try {
    // The failure may come from another process's takeover: retries end then.
    return await act({ ...context, lease, persist: persistWhile(persist, () => lease.check()) });
  } catch (error) {
    lost = error instanceof LeaseLostError;
    throw error;
  } finally {
    await (lost ? lease.abandon() : lease.release());
  }
}
