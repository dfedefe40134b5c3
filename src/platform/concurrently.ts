import pLimit from 'p-limit';

export type Concurrency = { width: number; signal: AbortSignal };

/** Begins items in order, one per free worker; none after a failure or abort. Raises the first once all have ended. */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { width, signal }: Concurrency,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (!failure && !signal.aborted) {
      const next = await iterator.next();
      if (next.done === true || failure) return;
      await work(next.value);
    }
  };
  const working = Array.from({ length: width }, () =>
    worker().catch((error: unknown) => {
      failure ??= { error };
    }),
  );
  await Promise.all(working);
  await iterator.return?.();
  if (failure) throw failure.error;
  signal.throwIfAborted();
}

export function mapConcurrently<T, R>(items: readonly T[], width: number, call: (item: T) => Promise<R>): Promise<R[]> {
  return pLimit(width).map(items, call);
}

/** In order. The next call begins when one has its result, which the caller works on meanwhile. */
export async function* mapOneAhead<T, R extends object>(
  items: Iterable<T>,
  call: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let ahead: Promise<R> | undefined;
  for (const item of items) {
    const result = await ahead;
    ahead = call(item);
    // A caller that stops early never awaits it.
    ahead.catch(() => undefined);
    if (result) yield result;
  }
  if (ahead) yield await ahead;
}
