import type { FeedPosition, FencingToken } from '../../ports/index-admin.js';
import { type MaintenanceContext, type RebuildJob, type RebuildState, STATE_NAME } from '../shared/rebuild-job.js';
import { takeOver } from './follow.js';
import { liftBlock } from './source.js';

export type Finishing = {
  /** The token of an acknowledged swap: every node knows of the swap, and the token is still this process's. */
  swappedBy?: FencingToken;
  /** Called when writers no longer wait. */
  onOpen?: () => void;
};

/** Steps after the swap, each repeatable. Unblocks once every node knows the swap (rule newBlockedUntilAcked). */
export async function finish(job: RebuildJob, { swappedBy, onOpen }: Finishing = {}): Promise<void> {
  const { admin, state, persist, generations, lease } = job;
  const token = swappedBy ?? (await makeKnown(job));
  await persist(() => admin.unblock(token));
  onOpen?.();
  await persist(() => takeOverLate(job));
  await persist(() => generations.name(lease.number, [state.generation]));
}

/** Takes a new token: another process may have taken the one that swapped (rule finishWaits). */
async function makeKnown({ admin, state, to, persist, lease }: RebuildJob): Promise<FencingToken> {
  const token = await persist(() => admin.takeToken(to.name, lease.number));
  await persist(() => admin.swap(state.replaces ?? undefined, token));
  return token;
}

/** Copies writes that a former holder's late unblock let into the source after the last catch-up. */
async function takeOverLate(job: RebuildJob): Promise<void> {
  const { admin, state } = job;
  const { source } = state;
  if (!source?.generation || !(await admin.find(source.generation))) return;
  await admin.refresh(source.name);
  if (!isBehind(state.position, await admin.checkpoint(source.name))) return;
  const changes = await takeOver(job, state.position);
  state.counts.followed += changes;
}

function isBehind(position: FeedPosition, reached: FeedPosition): boolean {
  return Object.entries(reached).some(([shard, number]) => number > (position[shard] ?? -1));
}

/** Ends a rebuild. `swapped`: a swap came first, requests go to the new index, and nothing was removed. */
export async function abortRebuild(context: MaintenanceContext, state: RebuildState): Promise<'given up' | 'swapped'> {
  const { admin, generations, lease, persist } = context;
  await lease.check();
  // The index goes before the block (rule deleteNewBeforeUnblock): a swap under way then finds no target.
  const made = await persist(() => admin.find(state.generation));
  if (made) {
    const outcome = await persist(() => removeUnlessCurrent(context, made.name));
    if (outcome === 'swapped') return outcome;
  }
  await lease.check();
  const current = await persist(() => admin.current());
  if (current) await persist(() => liftBlock(context, current.name));
  const old = state.source?.generation;
  if (old !== undefined) await persist(() => generations.name(lease.number, [old]));
  lease.note(STATE_NAME, undefined);
  await persist(() => lease.save());
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
