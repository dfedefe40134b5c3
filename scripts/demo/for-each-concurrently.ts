export interface AbortableConcurrency {
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/**
 * Works through the items in order, `concurrency` at a time. Once the signal is aborted or one work fails no
 * item is begun any more; what was begun is waited for, then the signal's reason or the failure is thrown.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  { concurrency, signal }: AbortableConcurrency,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed && !signal.aborted) {
      const index = next++;
      await work(items[index] as Item, index).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker);
  const outcomes = await Promise.allSettled(workers);
  signal.throwIfAborted();
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
