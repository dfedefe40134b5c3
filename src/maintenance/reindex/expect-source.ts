import { checkedPolicy } from '../../platform/retry.js';
import { OperatorError } from '../../domain/errors.js';
import { isSame } from '../shared/persist.js';
import type { RebuildJob } from '../shared/rebuild-job.js';

/** The followed index was lost or emptied: writes not yet followed are in the log alone. */
export class SourceLostError extends OperatorError {
  constructor(index: string) {
    super(`the index ${index} was lost or emptied meanwhile`);
  }
}

/** Raises `SourceLostError` if requests no longer go to the source, or its generation is gone. */
export async function expectSource({ admin, state: { source } }: Pick<RebuildJob, 'admin' | 'state'>): Promise<void> {
  if (source && !(await isSame(admin, source))) throw new SourceLostError(source.name);
}

/** The same job before its swap; retries end at once when the source is lost. */
export function watchingSource(job: RebuildJob): RebuildJob {
  return { ...job, retryPolicy: checkedPolicy(job.retryPolicy, () => expectSource(job)) };
}
