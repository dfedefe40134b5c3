/** Yields arrays of `size`; the last may be shorter, none is empty. */
export async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    if (chunk.push(item) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Each chunk is twice as long as the one before, until they have `most` items. The last may be shorter. */
export function* growingChunksOf<T>(
  items: readonly T[],
  { first, most }: { first: number; most: number },
): Generator<T[]> {
  let size = Math.min(first, most);
  for (let begin = 0; begin < items.length;) {
    yield items.slice(begin, begin + size);
    begin += size;
    size = Math.min(2 * size, most);
  }
}

export type ChunkLimits<T> = { maxItems: number; maxWeight: number; weightOf: (item: T) => number };

/** In order. An item heavier than `maxWeight` is a chunk of its own. */
export function* weightedChunksOf<T>(
  items: Iterable<T>,
  { maxItems, maxWeight, weightOf }: ChunkLimits<T>,
): Generator<T[]> {
  let chunk: T[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weightOf(item);
    if (chunk.length > 0 && (chunk.length === maxItems || weight + added > maxWeight)) {
      yield chunk;
      [chunk, weight] = [[], 0];
    }
    chunk.push(item);
    weight += added;
  }
  if (chunk.length > 0) yield chunk;
}
