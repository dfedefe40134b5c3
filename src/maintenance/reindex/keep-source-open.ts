import { retry } from '../../platform/retry.js';
import type { RebuildJob, MaintenanceContext } from '../shared/rebuild-job.js';

/** Lifts a block left by a slow process thought dead. Its new index was removed, so nothing needs the block. */
export async function keepSourceOpen(job: RebuildJob): Promise<void> {
  const { admin, state, retryPolicy } = job;
  const { source } = state;
  if (!source || !(await retry(retryPolicy, () => admin.isBlocked(source.name)))) return;
  await retry(retryPolicy, () => liftBlock(job, source.name));
  job.progress.note(`lifted a block of writes on ${source.name} that an earlier run had left`);
}

/** Lifts a block, also one that may still land: taking the token first voids late requests of a former holder. */
export async function liftBlock(
  { admin, lease }: Pick<MaintenanceContext, 'admin' | 'lease'>,
  index: string,
): Promise<void> {
  await admin.unblock(await admin.takeToken(index, lease.number));
}
