import { retry } from '../../platform/retry.js';
import { STATE_NAME, type RebuildState, type MaintenanceContext } from '../shared/rebuild-job.js';
import { liftBlock } from './keep-source-open.js';

/** Ends a rebuild. `swapped`: a swap came first, requests go to the new index, and nothing was removed. */
export async function abortRebuild(context: MaintenanceContext, state: RebuildState): Promise<'given up' | 'swapped'> {
  const { admin, generations, lease, retryPolicy } = context;
  await lease.check();
  // The index goes before the block (rule deleteNewBeforeUnblock): a swap under way then finds no target.
  const made = await retry(retryPolicy, () => admin.find(state.generation));
  if (made) {
    const outcome = await retry(retryPolicy, () => removeUnlessCurrent(context, made.name));
    if (outcome === 'swapped') return outcome;
  }
  await lease.check();
  const current = await retry(retryPolicy, () => admin.current());
  if (current) await retry(retryPolicy, () => liftBlock(context, current.name));
  const old = state.source?.generation;
  if (old !== undefined) await retry(retryPolicy, () => generations.name(lease.number, [old]));
  lease.note(STATE_NAME, undefined);
  await retry(retryPolicy, () => lease.save());
  return 'given up';
}

export async function removeUnlessCurrent(
  { admin }: MaintenanceContext,
  index: string,
): Promise<'removed' | 'swapped'> {
  if ((await admin.current())?.name === index) return 'swapped';
  await admin.remove(index);
  return 'removed';
}
