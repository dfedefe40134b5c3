import type { MaintenanceContext } from '../shared/rebuild-job.js';

/** Lifts a block, also one that may still land: taking the hold first voids late requests of a former holder. */
export async function liftBlock(
  { rebuild, lease }: Pick<MaintenanceContext, 'rebuild' | 'lease'>,
  index: string,
): Promise<void> {
  await rebuild.unblock(await rebuild.hold(index, lease.number));
}
