import { setImmediate } from 'node:timers/promises';

/** A shorter list is sent as one text, with a length, and compressed at once. */
const WHOLE_CHARACTERS = 256 * 1024;
const SLICE_CHARACTERS = 64 * 1024;

export type ListShape<T> = { start: string; textOf(item: T): string; end: string };

/** The approximate memory of a list sent in slices: one page and its text. */
const SLICED_BYTES = 1024 * 1024;

/** The whole text of a short list, otherwise slices made on demand. `bookBytes` books a long list's memory first. */
export async function listText<T>(
  pages: AsyncIterable<readonly T[]>,
  shape: ListShape<T>,
  bookBytes: (bytes: number) => void,
): Promise<string | AsyncIterable<string>> {
  const slices = slicesOf(pages, shape, WHOLE_CHARACTERS);
  const first = await slices.next();
  if (String(first.value).length >= WHOLE_CHARACTERS) bookBytes(SLICED_BYTES);
  const second = await slices.next();
  return second.done ? String(first.value) : continued([first.value, second.value] as string[], slices);
}

/** Yields slices, the first of about `firstCharacters`. The event loop turns after each of them. */
export async function* slicesOf<T>(
  pages: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  { start, textOf, end }: ListShape<T>,
  firstCharacters = SLICE_CHARACTERS,
): AsyncGenerator<string, void> {
  let slice = start;
  let separator = '';
  let enough = firstCharacters;
  for await (const page of pages) {
    for (const item of page) {
      slice += separator + textOf(item);
      separator = ',';
      if (slice.length < enough) continue;
      yield slice;
      slice = '';
      enough = SLICE_CHARACTERS;
      await setImmediate();
    }
  }
  yield slice + end;
}

async function* continued(begun: string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}
