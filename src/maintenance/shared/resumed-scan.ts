import type { Persist } from '../../platform/retry.js';

type ResumableScan<T> = {
  /** Scans in order of places, from the start or after a place. */
  begin(after: string | undefined): AsyncIterable<readonly T[]>;
  placeOf(item: T): string;
  after?: string | undefined;
};

/** Yields the items of an ordered scan. Resumes behind the last item after an outage, so that long scans survive. */
export async function* resumedScan<T>(
  persist: Persist,
  { begin, placeOf, after }: ResumableScan<T>,
): AsyncGenerator<T> {
  let last = after;
  let scan = begin(last)[Symbol.asyncIterator]();
  const next = () =>
    persist(async () => {
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
