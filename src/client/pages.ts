/** All items of pages of `limit` items. A shorter page is the last. */
export async function* fromOffsets<T>(
  limit: number,
  read: (offset: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let offset = 0; ; offset += limit) {
    const items = await read(offset);
    yield* items;
    if (items.length < limit) return;
  }
}

/** All items of pages that each name the next one; null: the last. Raises an error if one is named twice. */
export async function* fromCursors<T>(
  read: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): AsyncGenerator<T> {
  const named = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === null) return;
    if (named.has(next)) throw new Error('the service names one page twice');
    named.add(next);
    cursor = next;
  }
}
