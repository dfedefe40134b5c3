import { OperatorError } from '../../domain/errors.js';
import { STATE_NAME, type RebuildState } from './rebuild-job.js';
import type { Lease } from './lease.js';

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
