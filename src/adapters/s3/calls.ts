import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { jitteredMs } from '../../platform/retry.js';
import { kindOf, unavailable } from './s3-errors.js';

export type S3Attempt<T> = (signal: AbortSignal) => Promise<T>;

const PAUSES = { firstMs: 50, longestMs: 1_000 };
/**
 * A store may refuse a second write of a key within a second (Cloudflare R2), and may count the refused ones. So later
 * pauses are longer than that.
 */
const QUICK_REPEATS = 4;
const WRITE_SPACING_MS = 1_000;
/** A dead server is reported at once, not at the deadline. A stale keep-alive socket needs one repeat. */
const NETWORK_REPEATS = 2;

/** Repeats `attempt`, with full jitter, for `timeoutMs` in all. Raises `UnavailableError`, or an `expected` error. */
export async function callS3<T>(
  call: { what: string; timeoutMs: number; isOneAttempt?: boolean; expected?: (error: unknown) => boolean },
  attempt: S3Attempt<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  for (let repeats = 0; ; repeats++) {
    try {
      return await untilAborted(attempt(signal), signal);
    } catch (error) {
      if (call.expected?.(error) === true) throw error;
      if (signal.aborted) throw tooLate(call.what, call.timeoutMs, error);
      if (call.isOneAttempt === true || !mayRepeat(error, repeats)) throw unavailable(call.what, error);
      await wait(pauseBefore(repeats), undefined, { signal }).catch(() => {
        throw unavailable(call.what, error);
      });
    }
  }
}

function pauseBefore(repeats: number): number {
  return jitteredMs(repeats, PAUSES) + (repeats < QUICK_REPEATS ? 0 : WRITE_SPACING_MS);
}

function mayRepeat(error: unknown, repeats: number): boolean {
  const kind = kindOf(error);
  return kind === 'busy' || (kind === 'network' && repeats < NETWORK_REPEATS);
}

function tooLate(what: string, timeoutMs: number, cause: unknown): UnavailableError {
  return new UnavailableError(`S3 ${what}: no answer within ${timeoutMs} ms`, { cause });
}

/** In some steps (finding credentials, for one) the SDK ignores the signal. The caller never waits longer. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
