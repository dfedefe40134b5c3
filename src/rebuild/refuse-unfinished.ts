import { OperatorError } from '../domain/errors.js';
import { STATE_NAME, type RebuildState } from './job.js';
import type { Lease } from './lease.js';

/**
 * A rebuild that was interrupted goes on with what it has copied and follows the index, which tells nothing of what was
 * removed from it (rule gcNotDuringReindex). One that runs has the lease. Raises `OperatorError`.
 */
export function refuseUnfinishedRebuild(lease: Lease): void {
  const state = lease.progressOf<RebuildState>(STATE_NAME);
  if (!state || state.phase === 'done') return;
  throw new OperatorError(
    `the rebuild of ${state.startedAt} has not come to its end: run \`quire reindex\`, or \`quire reindex --abort\`, first`,
  );
}
