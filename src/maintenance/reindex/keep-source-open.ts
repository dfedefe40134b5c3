import { retry } from '../../platform/retry.js';
import type { RebuildJob } from '../shared/rebuild-job.js';
import { liftBlock } from './lift-block.js';

/** Lifts a block left by a slow process thought dead. Its new index was removed, so nothing needs the block. */
export async function keepSourceOpen(job: RebuildJob): Promise<void> {
  const { rebuild, state, retryPolicy: retryPolicy } = job;
  const { source } = state;
  if (!source || !(await retry(retryPolicy, () => rebuild.isBlocked(source.name)))) return;
  await retry(retryPolicy, () => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}
