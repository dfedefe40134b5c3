import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from '../../platform/deadline.js';
import { pauseMs } from '../../platform/retry.js';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { INDEX_TTL_MS } from '../../domain/limits.js';
import type { FencingToken } from '../../ports/index-admin.js';
import { expectSource } from './source.js';
import { abortRebuild, finish } from './end-rebuild.js';
import { follow } from './follow.js';
import type { RebuildJob } from '../shared/rebuild-job.js';
import { prepareSwap, type PreparedSwap } from './prepare-swap.js';

const TRY_FOR_MS = 600_000;
/** So many attempts block writes only if the switch can be expected to be short. Later ones try. */
const CAREFUL_ATTEMPTS = 3;
const PAUSES = { firstMs: 500, longestMs: 10_000 };
const SWAPS = 3;

/**
 * Moves requests to the new index. Blocks writes, never reads, for the last catch-up. Returns the longest time that
 * writes were refused, in milliseconds. On failure the old index goes on.
 */
export async function switchOver(job: RebuildJob): Promise<number> {
  const { state, generations, lease, persist } = job;
  const old = state.source?.generation;
  // Processes trust a lost index for INDEX_TTL_MS after they found something in it.
  if (!state.source) await delay(2 * INDEX_TTL_MS);
  await lease.check();
  // Also tells a successor of a dead rebuild that a swap may be under way.
  await persist(() => generations.name(lease.number, [...(old === undefined ? [] : [old]), state.generation]));
  let longestMs = 0;
  const onOpen = (pausedMs: number): void => {
    longestMs = Math.max(longestMs, pausedMs);
  };
  await swapOrAbort(job, await prepareInTime(job, onOpen), onOpen);
  return state.source ? longestMs : 0;
}

/** Follows and tries again, with growing pauses, while writers would have to wait too long. */
async function prepareInTime(job: RebuildJob, onOpen: (pausedMs: number) => void): Promise<PreparedSwap> {
  const deadline = new Deadline(TRY_FOR_MS);
  for (let attempt = 0; ; attempt++) {
    try {
      return await prepareSwap(job, { onOpen, mayExceedForecast: attempt >= CAREFUL_ATTEMPTS });
    } catch (error) {
      if (!(error instanceof UnavailableError) || deadline.isOver) throw error;
      if (error.isFinal) {
        // The process that took the token took the lease before, if it is a rebuild.
        await job.lease.check();
        throw error;
      }
      job.progress.note(`not swapped yet: ${error.message}`);
    }
    await delay(pauseMs(attempt, PAUSES));
    await follow(job);
  }
}

async function swapOrAbort(job: RebuildJob, prepared: PreparedSwap, onOpen: (pausedMs: number) => void): Promise<void> {
  const { token, blockedAt } = prepared;
  const outcome = await swapped(job, token);
  if (outcome === 'not' && (await abortRebuild(job, job.state)) === 'given up') {
    await expectSource(job);
    throw new OperatorError('the alias could not be moved: the rebuild was given up, and the old index goes on');
  }
  await finish(job, {
    onOpen: () => onOpen(performance.now() - blockedAt),
    ...(outcome === 'everywhere' ? { swappedBy: token } : {}),
  });
}

/** Settles a lost answer by reading the current index. `somewhere`: some nodes may not know the swap yet. */
async function swapped(
  { admin, state, to }: RebuildJob,
  token: FencingToken,
): Promise<'everywhere' | 'somewhere' | 'not'> {
  for (let attempt = 1; attempt <= SWAPS; attempt++) {
    try {
      await admin.swap(state.replaces ?? undefined, token);
      return 'everywhere';
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const current = await admin.current().catch(() => undefined);
      if (current?.name === to.name) return 'somewhere';
    }
  }
  return 'not';
}
