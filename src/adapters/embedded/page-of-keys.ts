import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import type { Range } from './index-keys.js';

type Keys = Database<Buffer, Buffer>;

/** Keys that are stepped over at one go: a tenth of a millisecond, with the longest keys a whole one. */
const STEP = 5_000;

/** Steps over the keys before the page without keeping the event loop long, however many they are. */
export async function pageOfKeys(keys: Keys, page: Range & { offset: number; limit: number }): Promise<Buffer[]> {
  let { start, offset } = page;
  while (offset > STEP) {
    const [reached] = keys.getKeys({ start, end: page.end, offset: STEP, limit: 1 });
    if (!reached) return [];
    start = reached;
    offset -= STEP;
    await setImmediate();
  }
  return [...keys.getKeys({ start, end: page.end, offset, limit: page.limit })];
}

/** How many keys there are in a range; waits as `pageOfKeys` does. */
export async function countKeys(keys: Keys, { start, end }: Range): Promise<number> {
  let from = start;
  for (let count = 0; ; count += STEP) {
    const [reached] = keys.getKeys({ start: from, end, offset: STEP, limit: 1 });
    if (!reached) return count + keys.getKeysCount({ start: from, end });
    from = reached;
    await setImmediate();
  }
}
