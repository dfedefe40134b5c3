import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../domain/errors.js';
import { proveCreateIfAbsent } from './prove-create-if-absent.js';
import { setUp, type SetUp } from './set-up.js';

const PAUSE_MS = 1_000;

/**
 * Proves that the store keeps create-if-absent under a race, then sets up. Parts that are not there yet are waited
 * for, `onWaiting` hears why each time; a store that fails the proof raises, and the service must not run on it.
 */
export async function prepareLog(
  parts: SetUp, onWaiting: (error: UnavailableError) => void,
): Promise<'ready' | 'index lost'> {
  for (;;) {
    try {
      await proveCreateIfAbsent(parts.store);
      return await setUp(parts);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      onWaiting(error);
      await delay(PAUSE_MS);
    }
  }
}
