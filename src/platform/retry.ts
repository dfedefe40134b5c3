import { setTimeout as delay } from 'node:timers/promises';
import { ignoreUnavailable, UnavailableError } from '../domain/errors.js';

const PAUSES = { firstMs: 50, longestMs: 5_000 };

export type RetryTimes = {
  forMs: number;
  /** Called before each retry. Its errors end the work. */
  onRetry?: (error: UnavailableError) => Promise<void> | void;
};

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

/** Does idempotent work, and repeats it while a backend is unavailable. */
export type Persist = <T>(work: () => Promise<T>) => Promise<T>;

export function persistFor(times: RetryTimes): Persist {
  return (work) => retry(times, work);
}

/** As `persist`, and calls `check` after each failure. Any error of it other than `UnavailableError` ends the work. */
export function persistWhile(persist: Persist, check: () => Promise<void>): Persist {
  return (work) =>
    persist(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof UnavailableError && !error.isFinal) await check().catch(ignoreUnavailable);
        throw error;
      }
    });
}
