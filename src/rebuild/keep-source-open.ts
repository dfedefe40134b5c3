import { persistently } from '../coordination/persistently.js';
import type { Job } from './job.js';
import { liftBlock } from './lift-block.js';

/**
 * Lifts a block of the source that this rebuild has not put up: that of a process which was thought dead and was only
 * slow. Its new index was removed before, so nothing relies on the block.
 */
export async function keepSourceOpen(job: Job): Promise<void> {
  const { rebuild, state, patience } = job;
  const { source } = state;
  if (!source || !await persistently(patience, () => rebuild.isBlocked(source.name))) return;
  await persistently(patience, () => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}
