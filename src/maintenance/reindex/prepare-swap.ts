import { Deadline } from '../../platform/deadline.js';
import { UnavailableError } from '../../domain/errors.js';
import type { FencingToken } from '../../ports/index-admin.js';
import { expectSource, liftBlock } from './source.js';
import { followOnce, noteRound, takeRound } from './follow.js';
import { noteState, type RebuildJob } from '../shared/rebuild-job.js';

/** From the block to its end: far below the deadline of the waiting writes. */
const BLOCKED_AT_MOST_MS = 2_500;
/** The swap and the unblocking take this many times as long as taking two tokens: the same calls and one more. */
const END_IN_TAKINGS = 1.25;
/** With less time than this from the block to its end an attempt would be in vain. */
const WORTH_TRYING_MS = BLOCKED_AT_MOST_MS / 2;
/** Without an old index no writer waits. */
const UNHURRIED_MS = 60_000;

export type Preparing = {
  /** Receives for how long writes were refused, in milliseconds, where they go on. */
  onOpen: (pausedMs: number) => void;
  /** Tries although the catch-up before the block took too long: while writers wait it is shorter. */
  mayExceedForecast: boolean;
};

type Tokens = { to: FencingToken; source: FencingToken | undefined };

/** Everything before the swap is done; writes are refused since `blockedAt`. */
export type PreparedSwap = { token: FencingToken; blockedAt: number };

/**
 * Blocks writes and catches up a last time. Raises `UnavailableError` if that fails or would take too long. Writes then
 * go on, after at most about `BLOCKED_AT_MOST_MS`. Behind a write that was under way at the block and takes longer,
 * they go on when it has ended and the block is lifted: until then OpenSearch ends no block that is half set.
 */
export async function prepareSwap(job: RebuildJob, { onOpen, mayExceedForecast }: Preparing): Promise<PreparedSwap> {
  const { state, lease } = job;
  await job.persist(() => followOnce(job));
  await lease.check();
  const { result: tokens, ms: tokensMs } = await timed(() => takeTokens(job));
  // This catch-up predicts how long the one after the block takes, at most.
  const { ms: followMs } = await timed(() => followOnce(job));
  const readyInMs = BLOCKED_AT_MOST_MS - END_IN_TAKINGS * tokensMs;
  const neededMs = mayExceedForecast ? WORTH_TRYING_MS : followMs + tokensMs;
  if (state.source && neededMs > readyInMs) {
    throw new UnavailableError(
      `a catch-up takes ${Math.round(followMs)} ms and a change of an index ${Math.round(
        tokensMs / 2,
      )} ms: writers would wait too long`,
    );
  }
  const blockedAt = performance.now();
  const progress = { isBlocked: false };
  try {
    await catchUp(job, { tokens, progress, deadline: new Deadline(state.source ? readyInMs : UNHURRIED_MS) });
  } catch (error) {
    await reopen(job, progress.isBlocked ? tokens.source : undefined);
    onOpen(performance.now() - blockedAt);
    await lease.check();
    await job.persist(() => liftBlock(job, job.to.name));
    throw error;
  }
  return { token: tokens.to, blockedAt };
}

async function takeTokens({ admin, state, to, lease }: RebuildJob): Promise<Tokens> {
  const token = await admin.takeToken(to.name, lease.number);
  return { to: token, source: state.source ? await admin.takeToken(state.source.name, lease.number) : undefined };
}

type CatchUp = { tokens: Tokens; progress: { isBlocked: boolean }; deadline: Deadline };

/** Waits for each call only until the deadline. A late call changes neither the job nor another token. */
async function catchUp(job: RebuildJob, { tokens, progress, deadline }: CatchUp): Promise<void> {
  const { admin, to, lease } = job;
  // Waits for writes under way (rule drain).
  if (tokens.source) await deadline.within(admin.block(tokens.source), 'blocking writes');
  progress.isBlocked = true;
  // Refreshes the source (rules refreshOldAfterBlock, catchUpAfterBlock).
  noteRound(job, await deadline.within(takeRound(job), 'following the last writes'));
  noteState(job);
  // The refresh is rule refreshNewBeforeSwap.
  await deadline.within(
    Promise.all([expectSource(job), admin.block(tokens.to), admin.refresh(to.name)]),
    'preparing the new index',
  );
  await deadline.within(lease.check(), 'looking at the lease');
}

/** `answered`: the token of an acknowledged block. Without it the block may still land, and a new token voids it. */
async function reopen(job: RebuildJob, answered: FencingToken | undefined): Promise<void> {
  const { source } = job.state;
  if (!source) return;
  // No swap was requested, so none can come late: the block may go, and the new index may stay.
  await job.persist(() => (answered ? job.admin.unblock(answered) : liftBlock(job, source.name)));
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}
