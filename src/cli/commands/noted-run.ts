import type { Maintenance } from '../../log/lease-records.js';
import { MaintenanceRuns, type RunResult } from '../../log/maintenance-runs.js';
import { LeaseTakenError } from '../../maintenance/shared/lease.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { FaultsLeftError, StoppedError } from '../process/exit-status.js';

/**
 * Leaves in the log how the run ended, for the metrics of the services. A run that did not begin leaves nothing. The
 * run itself counts: a note may fail.
 */
export async function notedRun(store: ObjectStore, maintenance: Maintenance, run: () => Promise<void>): Promise<void> {
  const note = (result: RunResult) =>
    new MaintenanceRuns(store).write(maintenance, { endedAt: new Date().toISOString(), result }).catch(() => undefined);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof LeaseTakenError)) await note(resultOf(error));
    throw error;
  }
  await note('done');
}

function resultOf(error: unknown): RunResult {
  if (error instanceof StoppedError) return 'stopped';
  return error instanceof FaultsLeftError ? 'faults left' : 'failed';
}
