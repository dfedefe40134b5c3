import { setTimeout as delay } from 'node:timers/promises';
import { randomBase62 } from '../domain/base62.js';
import { OperatorError, UnavailableError } from '../domain/errors.js';
import { GENERATION_LENGTH } from '../domain/limits.js';
import type { GenerationRecord } from '../log/generation-record.js';
import { OtherFormatError } from '../log/json-objects.js';
import { BY_KEY_PREFIX, DOCUMENTS_PREFIX, FOLDERS_PREFIX } from '../log/object-keys.js';
import { proveCreateIfAbsent } from '../log/prove-create-if-absent.js';
import { firstOf } from '../platform/first-of.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ObjectStore } from '../ports/object-store.js';

const PAUSE_MS = 1_000;

export type LogSetUp = { store: ObjectStore; index: DocumentIndex; generation: GenerationRecord };

export type PrepareOptions = {
  onWaiting: (error: UnavailableError) => void;
  /** The store has passed its proof. */
  onProven: () => void;
  signal: AbortSignal;
};

/** Waits for unavailable backends. Raises an error if the store fails the proof or has data of another version. */
export async function prepareLog(parts: LogSetUp, options: PrepareOptions): Promise<'ready' | 'index lost'> {
  await whenAvailable(() => proveCreateIfAbsent(parts.store), options);
  options.onProven();
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

/** Makes the index only if the log is empty: an index missing beside documents was lost and must be rebuilt. */
export async function setUp({ store, index, generation }: LogSetUp): Promise<'ready' | 'index lost'> {
  const carried = await index.readGeneration();
  // In this order: an index is made only after its generation was named.
  const named = await generation.read();
  if (carried !== undefined && named.includes(carried)) return 'ready';
  if (carried !== undefined || !(await isEmpty(store))) return compare(index, generation);
  // Concurrent processes agree on one generation by create-if-absent, and may all take the later steps.
  const agreed = named.at(-1) ?? (await generation.claim(randomBase62(GENERATION_LENGTH).toLowerCase()));
  await index.install(agreed);
  return compare(index, generation);
}

async function compare(index: DocumentIndex, generation: GenerationRecord): Promise<'ready' | 'index lost'> {
  const carried = await index.readGeneration();
  return carried !== undefined && (await generation.read()).includes(carried) ? 'ready' : 'index lost';
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for (const prefix of [DOCUMENTS_PREFIX, BY_KEY_PREFIX, FOLDERS_PREFIX]) {
    if ((await firstOf(store.list(prefix))) !== undefined) return false;
  }
  return true;
}
