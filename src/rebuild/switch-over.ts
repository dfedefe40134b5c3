import { setTimeout as delay } from 'node:timers/promises';
import { persistently } from '../coordination/persistently.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { INDEX_BELIEVED_MS } from '../domain/limits.js';
import type { Hold } from '../ports/index-rebuild.js';
import { expectSource, watchingSource } from './expect-source.js';
import { finish } from './finish.js';
import { followOnce } from './follow.js';
import { giveUp } from './give-up.js';
import { noteState, type Job } from './job.js';
import { liftBlock } from './lift-block.js';

/** Far below the deadline of a write, which waits meanwhile. */
const BLOCKED_AT_MOST_MS = 5_000;
const ATTEMPTS = 5;
const PAUSE_MS = 1_000;
const SWAPS = 3;

/**
 * Moves requests from the old index to the new one. Writes are blocked for the last catch-up; readers never are. The
 * answer is for how long writes were refused, in milliseconds. Where it cannot be done the old index goes on.
 */
export async function switchOver(whole: Job): Promise<number> {
  const job = watchingSource(whole);
  const { state, generations, lease, patience, progress } = job;
  const old = state.source?.generation;
  // Whoever found something in an index that was lost since believes in it for so long.
  if (!state.source) await delay(2 * INDEX_BELIEVED_MS);
  await lease.check();
  // Also the mark, for whoever finds this rebuild dead, that a swap may be under way.
  await persistently(patience, () =>
    generations.name(lease.number, [...(old === undefined ? [] : [old]), state.generation]));
  for (let attempt = 1; ; attempt++) {
    await persistently(patience, () => followOnce(job));
    await lease.check();
    const blockedAt = performance.now();
    let hold: Hold;
    try {
      hold = await prepareSwap(job);
    } catch (error) {
      // No swap was asked for, so none can come late: the block may go, and the new index stay.
      await lease.check();
      await open(job);
      if (attempt === ATTEMPTS || !(error instanceof UnavailableError)) throw error;
      progress.note(`writes were not blocked: ${error.message}`);
      await delay(PAUSE_MS);
      continue;
    }
    return swapOrGiveUp(whole, hold, blockedAt);
  }
}

/** The hold of the new index. Raises `UnavailableError` where it fails or takes too long for those who wait. */
async function prepareSwap(job: Job): Promise<Hold> {
  const { rebuild, state, to, lease } = job;
  const deadline = performance.now() + BLOCKED_AT_MOST_MS;
  const inTime = () => {
    if (performance.now() > deadline) throw new UnavailableError(`not ready within ${BLOCKED_AT_MOST_MS} ms`);
  };
  const hold = await rebuild.hold(to.name, lease.number);
  // Waits for writes under way (rule drain).
  if (state.source) await rebuild.block(await rebuild.hold(state.source.name, lease.number));
  inTime();
  // Refreshes the source (rules refreshOldAfterBlock, catchUpAfterBlock).
  await followOnce(job);
  await expectSource(job);
  noteState(job);
  await rebuild.block(hold);
  // Rule refreshNewBeforeSwap.
  await rebuild.refresh(to.name);
  inTime();
  return hold;
}

async function open(job: Job): Promise<void> {
  const { source } = job.state;
  for (const { name } of [job.to, ...(source ? [source] : [])]) {
    await persistently(job.patience, () => liftBlock(job, name));
  }
}

async function swapOrGiveUp(job: Job, hold: Hold, blockedAt: number): Promise<number> {
  await job.lease.check();
  if (!await swapped(job, hold) && await giveUp(job, job.state) === 'given up') {
    await expectSource(job);
    throw new OperatorError('the alias could not be moved: the rebuild was given up, and the old index goes on');
  }
  let openedAt = blockedAt;
  await finish(job, () => { openedAt = performance.now(); });
  return job.state.source ? openedAt - blockedAt : 0;
}

/** An answer that is lost is settled by looking which index requests go to. */
async function swapped({ rebuild, state, to }: Job, hold: Hold): Promise<boolean> {
  for (let attempt = 1; attempt <= SWAPS; attempt++) {
    try {
      await rebuild.swap(state.replaces ?? undefined, hold);
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const current = await rebuild.current().catch(() => undefined);
      if (current?.name === to.name) return true;
    }
  }
  return false;
}
