import { persistently } from '../../platform/persistently.js';
import { STATE_NAME, type RebuildState, type Tools } from '../shared/job.js';
import { liftBlock } from './lift-block.js';

/** Ends a rebuild. `swapped`: a swap came first, requests go to the new index, and nothing was removed. */
export async function giveUp(tools: Tools, state: RebuildState): Promise<'given up' | 'swapped'> {
  const { rebuild, generations, lease, patience } = tools;
  await lease.check();
  // The index goes before the block (rule deleteNewBeforeUnblock): a swap under way then finds no target.
  const made = await persistently(patience, () => rebuild.find(state.generation));
  if (made) {
    const outcome = await persistently(patience, () => removeUnlessCurrent(tools, made.name));
    if (outcome === 'swapped') return outcome;
  }
  await lease.check();
  const current = await persistently(patience, () => rebuild.current());
  if (current) await persistently(patience, () => liftBlock(tools, current.name));
  const old = state.source?.generation;
  if (old !== undefined) await persistently(patience, () => generations.name(lease.number, [old]));
  lease.note(STATE_NAME, undefined);
  await persistently(patience, () => lease.save());
  return 'given up';
}

export async function removeUnlessCurrent({ rebuild }: Tools, index: string): Promise<'removed' | 'swapped'> {
  if ((await rebuild.current())?.name === index) return 'swapped';
  await rebuild.remove(index);
  return 'removed';
}
