export type Concurrency = { width: number; signal: AbortSignal };

/** Begins items in order, one per free worker; none after a failure or abort, which is raised once all have ended. */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { width, signal }: Concurrency,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let ended = false;
  const worker = async (): Promise<void> => {
    while (!ended && !signal.aborted) {
      const next = await iterator.next();
      if (next.done === true || ended) return;
      await work(next.value);
    }
  };
  const working = Array.from({ length: width }, () =>
    worker().catch((error: unknown) => {
      ended = true;
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(working);
  await iterator.return?.();
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  signal.throwIfAborted();
}

export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [i, item] of queue) results[i] = await call(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
