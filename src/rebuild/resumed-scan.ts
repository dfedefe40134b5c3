import type { Persist } from './persist.js';

/**
 * One by one what a scan in order of identifiers gives. When a part was away it begins again behind the last one: a
 * long way would else end with the first outage. `begin`: at the first one, or after an identifier.
 */
export async function* resumedScan<T extends { id: string }>(
  persist: Persist, begin: (after: string | undefined) => AsyncIterable<readonly T[]>, from?: string,
): AsyncGenerator<T> {
  let after = from;
  let scan = begin(after)[Symbol.asyncIterator]();
  const next = () => persist(async () => {
    try {
      return await scan.next();
    } catch (error) {
      scan = begin(after)[Symbol.asyncIterator]();
      throw error;
    }
  });
  try {
    for (let step = await next(); !step.done; step = await next()) {
      for (const item of step.value) {
        after = item.id;
        yield item;
      }
    }
  } finally {
    await scan.return?.();
  }
}
