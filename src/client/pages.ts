import { NoAnswerError } from './api-error.js';

/**
 * Finds out that cursors come again, which would never end. Each is compared with one before it, the latest of the
 * first, second, fourth, eighth and so on, in one cursor of memory. A circle is found at the latest when three times as
 * many cursors have come as there are different ones, those before the circle included.
 */
class CursorLoop {
  #kept: string | undefined;
  #count = 0;

  /** The cursor. Raises `NoAnswerError` if it came before. */
  expectNew(cursor: string): string {
    if (cursor === this.#kept) throw new NoAnswerError('the pages of a list go in a circle', { status: 200 });
    const count = ++this.#count;
    if ((count & (count - 1)) === 0) this.#kept = cursor;
    return cursor;
  }
}

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
