import { Deadline } from '../coordination/deadline.js';
import { persistently } from '../coordination/persistently.js';
import { UnavailableError } from '../domain/errors.js';
import type { Hold } from '../ports/index-rebuild.js';
import { expectSource } from './expect-source.js';
import { followOnce, noteRound, takeRound } from './follow.js';
import { noteState, type Job } from './job.js';
import { liftBlock } from './lift-block.js';

/** From the block to its end: far below the deadline of a write, which waits meanwhile. */
const BLOCKED_AT_MOST_MS = 2_500;
/** The swap and the end of the block take so many times what two holds take: the same calls, and one more. */
const END_IN_HOLDS = 1.25;
/** Where there is no old index nobody waits. */
const UNHURRIED_MS = 60_000;

/** `to`: of the new index. `source`: of the old one, where there is one. */
type Holds = { to: Hold; source: Hold | undefined };

/** All that comes before the swap is done, and writes are refused since then. */
export type Prepared = { hold: Hold; blockedAt: number };

/**
 * Blocks writes and does the last catch-up. Raises `UnavailableError` where it fails or takes too long for those who
 * wait: then writes go on, and `onOpen` has been told for how long they were refused, in milliseconds.
 */
export async function prepareSwap(job: Job, onOpen: (pausedMs: number) => void): Promise<Prepared> {
  const { state, lease } = job;
  await persistently(job.patience, () => followOnce(job));
  await lease.check();
  const { result: holds, ms: holdsMs } = await timed(() => takeHolds(job));
  // The last one before the block shows what the one after it will take.
  const { ms: followMs } = await timed(() => followOnce(job));
  const readyInMs = BLOCKED_AT_MOST_MS - END_IN_HOLDS * holdsMs;
  if (state.source && followMs + holdsMs > readyInMs) {
    throw new UnavailableError(`a catch-up takes ${Math.round(followMs)} ms and a change of an index ${
      Math.round(holdsMs / 2)} ms: writers would wait too long`);
  }
  const blockedAt = performance.now();
  const progress = { isBlocked: false };
  try {
    await catchUp(job, { holds, progress, deadline: new Deadline(state.source ? readyInMs : UNHURRIED_MS) });
  } catch (error) {
    await reopen(job, progress.isBlocked ? holds.source : undefined);
    onOpen(performance.now() - blockedAt);
    await lease.check();
    await persistently(job.patience, () => liftBlock(job, job.to.name));
    throw error;
  }
  return { hold: holds.to, blockedAt };
}

async function takeHolds({ rebuild, state, to, lease }: Job): Promise<Holds> {
  const hold = await rebuild.hold(to.name, lease.number);
  return { to: hold, source: state.source ? await rebuild.hold(state.source.name, lease.number) : undefined };
}

type CatchUp = { holds: Holds; progress: { isBlocked: boolean }; deadline: Deadline };

/** Each call is waited for until the deadline only. What it does later changes neither the job nor another hold. */
async function catchUp(job: Job, { holds, progress, deadline }: CatchUp): Promise<void> {
  const { rebuild, to, lease } = job;
  // Waits for writes under way (rule drain).
  if (holds.source) await deadline.within(rebuild.block(holds.source), 'blocking writes');
  progress.isBlocked = true;
  // Refreshes the source (rules refreshOldAfterBlock, catchUpAfterBlock).
  noteRound(job, await deadline.within(takeRound(job), 'following the last writes'));
  noteState(job);
  // The refresh is rule refreshNewBeforeSwap.
  await deadline.within(
    Promise.all([expectSource(job), rebuild.block(holds.to), rebuild.refresh(to.name)]), 'preparing the new index');
  await deadline.within(lease.check(), 'looking at the lease');
}

/**
 * No swap was asked for, so none can come late: the block may go, and the new index stay. `answered`: the hold of a
 * block that was answered. One whose answer is missing may come late, and a new hold keeps it from doing anything.
 */
async function reopen(job: Job, answered: Hold | undefined): Promise<void> {
  const { source } = job.state;
  if (!source) return;
  await persistently(job.patience, () => (answered ? job.rebuild.unblock(answered) : liftBlock(job, source.name)));
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}
