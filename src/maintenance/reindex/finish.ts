import { persistently } from '../../platform/persistently.js';
import type { FeedPosition, Hold } from '../../ports/index-rebuild.js';
import { takeOver } from './follow.js';
import type { Job } from '../shared/job.js';

export type Finishing = {
  /** The hold of an acknowledged swap: every node knows of the swap, and the hold is still this process's. */
  swappedBy?: Hold;
  /** Called when writers no longer wait. */
  onOpen?: () => void;
};

/** Steps after the swap, each repeatable. Unblocks once every node knows the swap (rule newBlockedUntilAcked). */
export async function finish(job: Job, { swappedBy, onOpen }: Finishing = {}): Promise<void> {
  const { rebuild, state, patience, generations, lease } = job;
  const hold = swappedBy ?? (await makeKnown(job));
  await persistently(patience, () => rebuild.unblock(hold));
  onOpen?.();
  await persistently(patience, () => takeOverLate(job));
  await persistently(patience, () => generations.name(lease.number, [state.generation]));
}

/** Takes a new hold: another process may have taken the one that swapped (rule finishWaits). */
async function makeKnown({ rebuild, state, to, patience, lease }: Job): Promise<Hold> {
  const hold = await persistently(patience, () => rebuild.hold(to.name, lease.number));
  await persistently(patience, () => rebuild.swap(state.replaces ?? undefined, hold));
  return hold;
}

/** Copies writes that a former holder's late unblock let into the source after the last catch-up. */
async function takeOverLate(job: Job): Promise<void> {
  const { rebuild, state } = job;
  const { source } = state;
  if (!source?.generation || !(await rebuild.find(source.generation))) return;
  await rebuild.refresh(source.name);
  if (!isBehind(state.position, await rebuild.checkpoint(source.name))) return;
  const changes = await takeOver(job, state.position);
  state.counts.followed += changes;
}

function isBehind(position: FeedPosition, reached: FeedPosition): boolean {
  return Object.entries(reached).some(([shard, number]) => number > (position[shard] ?? -1));
}
