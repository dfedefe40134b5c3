import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { OtherFormatError } from '../log/json-objects.js';
import { proveCreateIfAbsent } from '../log/prove-create-if-absent.js';
import { setUp, type LogSetUp } from './set-up.js';

const PAUSE_MS = 1_000;

export type PrepareOptions = { onWaiting: (error: UnavailableError) => void; signal: AbortSignal };

/** Waits for unavailable backends. Raises an error if the store fails the proof or has data of another version. */
export async function prepareLog(parts: LogSetUp, options: PrepareOptions): Promise<'ready' | 'index lost'> {
  await whenAvailable(() => proveCreateIfAbsent(parts.store), options);
  return whenAvailable(() => setUp(parts), options);
}

async function whenAvailable<T>(work: () => Promise<T>, { onWaiting, signal }: PrepareOptions): Promise<T> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || signal.aborted) throw error;
      if (error instanceof OtherFormatError) {
        throw new OperatorError(`another version of Quire wrote these data: ${error.message}`, { cause: error });
      }
      onWaiting(error);
      await delay(PAUSE_MS, undefined, { signal });
    }
  }
}
