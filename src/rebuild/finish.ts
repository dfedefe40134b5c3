import { persistently } from '../coordination/persistently.js';
import type { FeedPosition, Hold } from '../ports/index-rebuild.js';
import { takeOver } from './follow.js';
import type { Job } from './job.js';

export type Finishing = {
  /** The hold of a swap that was answered: every node knows of it. Nobody else has taken the hold then. */
  swappedBy?: Hold;
  /** Called when writers no longer wait. */
  onOpen?: () => void;
};

/**
 * From the swap on: as soon as every node knows of it, writes go on in the new index (rule newBlockedUntilAcked);
 * every step may be taken again by a process that resumes.
 */
export async function finish(job: Job, { swappedBy, onOpen }: Finishing = {}): Promise<void> {
  const { rebuild, state, patience, generations, lease } = job;
  const hold = swappedBy ?? await makeKnown(job);
  await persistently(patience, () => rebuild.unblock(hold));
  onOpen?.();
  await persistently(patience, () => takeOverLate(job));
  await persistently(patience, () => generations.name(lease.number, [state.generation]));
}

/** Under a new hold: that of whoever swapped may have been taken since (rule finishWaits). */
async function makeKnown({ rebuild, state, to, patience, lease }: Job): Promise<Hold> {
  const hold = await persistently(patience, () => rebuild.hold(to.name, lease.number));
  await persistently(patience, () => rebuild.swap(state.replaces ?? undefined, hold));
  return hold;
}

/**
 * Nothing is written to the source between the last catch-up and the swap, unless a process that was thought dead
 * lifted the block by a request that came late. Its effect is taken over.
 */
async function takeOverLate(job: Job): Promise<void> {
  const { rebuild, state } = job;
  const { source } = state;
  if (!source?.generation || !await rebuild.find(source.generation)) return;
  await rebuild.refresh(source.name);
  if (!isBehind(state.position, await rebuild.checkpoint(source.name))) return;
  const changes = await takeOver(job, state.position);
  state.counts.followed += changes;
}

function isBehind(position: FeedPosition, reached: FeedPosition): boolean {
  return Object.entries(reached).some(([shard, number]) => number > (position[shard] ?? -1));
}
