import { persistently } from '../../platform/persistently.js';
import type { Job } from '../shared/job.js';
import { liftBlock } from './lift-block.js';

/** Lifts a block left by a slow process thought dead. Its new index was removed, so nothing needs the block. */
export async function keepSourceOpen(job: Job): Promise<void> {
  const { rebuild, state, patience } = job;
  const { source } = state;
  if (!source || !(await persistently(patience, () => rebuild.isBlocked(source.name)))) return;
  await persistently(patience, () => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}
