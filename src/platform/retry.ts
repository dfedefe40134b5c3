import { setTimeout as delay } from 'node:timers/promises';
import { ignoreUnavailable, UnavailableError } from '../domain/errors.js';

const PAUSES = { firstMs: 50, longestMs: 5_000 };

export type RetryTimes = {
  forMs: number;
  /** Called before each retry. Its errors end the work. */
  onRetry?: (error: UnavailableError) => Promise<void> | void;
};

/** Calls `check` before each retry. Any error of it other than `UnavailableError` ends the work. */
export function checkedPolicy(policy: RetryTimes, check: () => Promise<void>): RetryTimes {
  return {
    forMs: policy.forMs,
    onRetry: async (error) => {
      await check().catch(ignoreUnavailable);
      await policy.onRetry?.(error);
    },
  };
}

type Pauses = { firstMs: number; longestMs: number };

/** The pause before attempt `attempt` + 1 (from 0): exponential. */
export function pauseMs(attempt: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20));
}

/** As `pauseMs`, with full jitter. */
export function jitteredMs(attempt: number, pauses: Pauses): number {
  return Math.random() * pauseMs(attempt, pauses);
}

/** Retries `work`, which must be idempotent, ever more slowly during an outage. Raises the last `UnavailableError`. */
export async function retry<T>(policy: RetryTimes, work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + policy.forMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pause = jitteredMs(attempt, PAUSES);
      if (!(error instanceof UnavailableError) || error.isFinal || performance.now() + pause > giveUpAt) throw error;
      await policy.onRetry?.(error);
      await delay(pause);
    }
  }
}
