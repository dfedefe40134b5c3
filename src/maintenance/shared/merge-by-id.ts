export type Identified = { id: string };

export function idOf({ id }: Identified): string {
  return id;
}

export type MergedPair<L, R> = { id: string; left: L | undefined; right: R | undefined };

export async function* identified(ids: AsyncIterable<string>): AsyncGenerator<Identified> {
  for await (const id of ids) yield { id };
}

/** Merges two sequences ordered by identifier. Holds one item of each, and reads both at once. */
export async function* mergeById<L extends Identified, R extends Identified>(
  lefts: AsyncIterable<L>,
  rights: AsyncIterable<R>,
): AsyncGenerator<MergedPair<L, R>> {
  const [ours, theirs] = [lefts[Symbol.asyncIterator](), rights[Symbol.asyncIterator]()];
  try {
    let [left, right] = await Promise.all([nextOf(ours), nextOf(theirs)]);
    while (left || right) {
      const id = !right || (left && left.id < right.id) ? (left as L).id : right.id;
      const isLeft = left?.id === id;
      const isRight = right?.id === id;
      yield { id, left: isLeft ? left : undefined, right: isRight ? right : undefined };
      [left, right] = await Promise.all([isLeft ? nextOf(ours) : left, isRight ? nextOf(theirs) : right]);
    }
  } finally {
    await Promise.all([ours.return?.(), theirs.return?.()]);
  }
}

export async function* flattened<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

async function nextOf<T>(iterator: AsyncIterator<T>): Promise<T | undefined> {
  const next = await iterator.next();
  return next.done === true ? undefined : next.value;
}
