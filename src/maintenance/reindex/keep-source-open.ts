import { retry } from '../../platform/retry.js';
import type { RebuildJob, MaintenanceContext } from '../shared/rebuild-job.js';

/** Lifts a block left by a slow process thought dead. Its new index was removed, so nothing needs the block. */
export async function keepSourceOpen(job: RebuildJob): Promise<void> {
  const { rebuild, state, retryPolicy } = job;
  const { source } = state;
  if (!source || !(await retry(retryPolicy, () => rebuild.isBlocked(source.name)))) return;
  await retry(retryPolicy, () => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}

/** Lifts a block, also one that may still land: taking the token first voids late requests of a former holder. */
export async function liftBlock(
  { rebuild, lease }: Pick<MaintenanceContext, 'rebuild' | 'lease'>,
  index: string,
): Promise<void> {
  await rebuild.unblock(await rebuild.takeToken(index, lease.number));
}
