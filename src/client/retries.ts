import { ApiError, NoAnswerError } from './api-error.js';
import { orAborted } from './silence-limit.js';

export type RetryPolicy = {
  /** The most requests for one call. */
  attempts: number;
  /** The same once the service has answered any call, to wait until it is back. By default `attempts`. */
  attemptsLater?: number;
  /** The most time for one call, pauses included. */
  totalMs: number;
  /** After this time an attempt without a whole answer counts as lost. */
  attemptMs: number;
  /** The first pause is at most this long; each further one may be twice as long. */
  pauseMs: number;
  /** Hears of each pause when it begins. What it raises ends the call. */
  onPause?: (pause: RetryPause) => void;
};

/** `isAsked`: the service has named the time; else there was no answer, or no time in it. */
export type RetryPause = { ms: number; isAsked: boolean };

const DEFAULT_RETRIES: RetryPolicy = { attempts: 6, totalMs: 120_000, attemptMs: 60_000, pauseMs: 250 };

/** A member that is undefined counts as absent. */
export function policyOf(own: Partial<RetryPolicy> = {}): RetryPolicy {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_RETRIES, ...Object.fromEntries(given) };
}

const LONGEST_PAUSE_MS = 20_000;

/** Whether the same request may succeed later: 429, a lost answer, or 503 unless an operator has to do something. */
export function isRetryable(error: unknown): error is ApiError | NoAnswerError {
  if (error instanceof ApiError) return error.status === 429 || (error.status === 503 && !('run' in error.details));
  return error instanceof NoAnswerError && (error.status === undefined || error.status >= 500);
}

type Pause = { retry: number; retryAfterMs: number; pauseMs: number };

/** Full jitter, after the time that the service asks for. */
export function pauseBefore({ retry, retryAfterMs, pauseMs }: Pause, random = Math.random): number {
  return retryAfterMs + random() * Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (retry - 1));
}

/** The retries of one call. */
export class Retries {
  readonly #policy: RetryPolicy;
  readonly #signal: AbortSignal | undefined;
  #endsAt: number;
  #attempts = 0;

  constructor(policy: RetryPolicy, signal: AbortSignal | undefined) {
    this.#policy = policy;
    this.#signal = signal;
    this.#endsAt = Date.now() + policy.totalMs;
  }

  /** Begins to count anew, after progress. */
  restart(): void {
    this.#attempts = 0;
    this.#endsAt = Date.now() + this.#policy.totalMs;
  }

  /** Whether a retry is still within the bounds; then its pause is over. */
  async pause(retryAfterMs = 0): Promise<boolean> {
    if (++this.#attempts >= this.#policy.attempts) return false;
    const ms = pauseBefore({ retry: this.#attempts, retryAfterMs, pauseMs: this.#policy.pauseMs });
    if (Date.now() + ms > this.#endsAt) return false;
    this.#policy.onPause?.({ ms, isAsked: retryAfterMs > 0 });
    await pause(ms, this.#signal);
    return true;
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  // A timer would keep the process of a command alive that was told to stop.
  await (signal ? orAborted(signal, over) : over).finally(() => clearTimeout(timer));
}
