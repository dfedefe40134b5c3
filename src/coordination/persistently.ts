import { setTimeout as delay } from 'node:timers/promises';
import { ignoreUnavailable, UnavailableError } from '../domain/errors.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

export type Patience = {
  /** For how long a part may be away, in milliseconds. */
  forMs: number;
  /** A failure that is not the end; what this raises is. */
  onRetry?: (error: UnavailableError) => Promise<void> | void;
};

/** The same patience as long as there is a point in it: what `check` raises, but for an outage, is the end. */
export function patienceWhile(patience: Patience, check: () => Promise<void>): Patience {
  return {
    forMs: patience.forMs,
    onRetry: async (error) => {
      await check().catch(ignoreUnavailable);
      await patience.onRetry?.(error);
    },
  };
}

/**
 * Long work on parts that are away now and then: asks again, ever more slowly, until it is answered. `work` must be
 * one that may be done twice. Raises the last `UnavailableError` when patience is at its end.
 */
export async function persistently<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patience.forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || error.isFinal || performance.now() + pause > giveUpAt) throw error;
      await patience.onRetry?.(error);
      await delay(pause);
    }
  }
}
