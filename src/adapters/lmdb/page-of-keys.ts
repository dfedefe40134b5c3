import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import type { Range } from './index-keys.js';

type Keys = Database<Buffer, Buffer>;

/** Keys skipped without a pause for the event loop: 0.1 ms, with the longest keys 1 ms. */
const STEP = 5_000;

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

export async function countKeys(keys: Keys, { start, end }: Range): Promise<number> {
  let from = start;
  for (let count = 0; ; count += STEP) {
    const [reached] = keys.getKeys({ start: from, end, offset: STEP, limit: 1 });
    if (!reached) return count + keys.getKeysCount({ start: from, end });
    from = reached;
    await setImmediate();
  }
}
