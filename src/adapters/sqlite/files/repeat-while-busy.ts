import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline } from '../../../platform/deadline.js';
import { isBusy } from './sqlite-errors.js';

/** Another process opens or closes the files. */
const BUSY_MS = 5_000;

/** Reads in later turns of the event loop where a lock is in the way: to wait for it would hold up the thread. */
export async function repeatWhileBusy<T>(read: () => T): Promise<T> {
  const deadline = new Deadline(BUSY_MS);
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error) || deadline.isOver) throw error;
    }
    await nextTurn();
  }
}
