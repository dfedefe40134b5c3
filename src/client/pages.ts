import { CursorLoop } from './cursor-loop.js';

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

/** All items of pages that each name the next one; null: the last. Raises `NoAnswerError` for pages in a circle. */
export async function* fromCursors<T>(
  read: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): AsyncGenerator<T> {
  const loop = new CursorLoop();
  for (let cursor: string | undefined; ;) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === null) return;
    cursor = loop.expectNew(next);
  }
}
