import { persistently } from '../coordination/persistently.js';
import { STATE_NAME, type RebuildState, type Tools } from './job.js';
import { liftBlock } from './lift-block.js';

/**
 * Ends a rebuild without its index. That index goes first, and the block after it (rule deleteNewBeforeUnblock): a
 * swap that is under way finds nothing to go to. `swapped`: one had come before, nothing was removed, and the new
 * index is the one that requests go to.
 */
export async function giveUp(tools: Tools, state: RebuildState): Promise<'given up' | 'swapped'> {
  const { rebuild, generations, lease, patience } = tools;
  await lease.check();
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

/** `swapped`: requests go to it. */
export async function removeUnlessCurrent({ rebuild }: Tools, index: string): Promise<'removed' | 'swapped'> {
  if ((await rebuild.current())?.name === index) return 'swapped';
  await rebuild.remove(index);
  return 'removed';
}
