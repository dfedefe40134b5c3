import type { Persist } from './persist.js';

type Scan<T> = {
  /** In order of places: from the first one on, or from behind a place. */
  begin(after: string | undefined): AsyncIterable<readonly T[]>;
  placeOf(item: T): string;
  after?: string | undefined;
};

/**
 * One by one what a scan in order gives. When a part was away it begins again behind the last one: otherwise a long way
 * would end with the first outage.
 */
export async function* resumedScan<T>(persist: Persist, { begin, placeOf, after }: Scan<T>): AsyncGenerator<T> {
  let last = after;
  let scan = begin(last)[Symbol.asyncIterator]();
  const next = () => persist(async () => {
    try {
      return await scan.next();
    } catch (error) {
      scan = begin(last)[Symbol.asyncIterator]();
      throw error;
    }
  });
  try {
    for (let step = await next(); !step.done; step = await next()) {
      for (const item of step.value) {
        last = placeOf(item);
        yield item;
      }
    }
  } finally {
    await scan.return?.();
  }
}
