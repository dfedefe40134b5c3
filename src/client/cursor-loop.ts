import { NoAnswerError } from './api-error.js';

/**
 * Finds out that cursors come again, which would never end. Each is compared with one before it, the latest of the
 * first, second, fourth, eighth and so on, in one cursor of memory. A circle is found at the latest when three times as
 * many cursors have come as there are different ones, those before the circle included.
 */
export class CursorLoop {
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
