import { patienceWhile } from '../coordination/persistently.js';
import { OperatorError } from '../domain/errors.js';
import type { Job } from './job.js';

/** The index whose changes are followed was lost or emptied: what it had not shown by then is in the log alone. */
export class SourceLostError extends OperatorError {
  constructor(index: string) {
    super(`the index ${index} was lost or emptied meanwhile`);
  }
}

/** Raises `SourceLostError` where requests go to the source no more, or its generation is gone. */
export async function expectSource({ rebuild, state: { source } }: Pick<Job, 'rebuild' | 'state'>): Promise<void> {
  if (!source) return;
  const current = await rebuild.current();
  if (current?.name !== source.name || current.generation !== source.generation) throw new SourceLostError(source.name);
}

/** The same job before a swap: it asks a lost source for nothing again and again. */
export function watchingSource(job: Job): Job {
  return { ...job, patience: patienceWhile(job.patience, () => expectSource(job)) };
}
