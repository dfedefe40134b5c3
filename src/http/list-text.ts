import { setImmediate } from 'node:timers/promises';

/** A list up to this long is one text, which has a length and is compressed at once. */
const WHOLE_CHARACTERS = 256 * 1024;
const SLICE_CHARACTERS = 64 * 1024;

/** A JSON text with a list in it: what is before its items, each item, what is after them. */
export type ListShape<T> = { start: string; textOf(item: T): string; end: string };

/** What a list holds at a time that is sent in slices: a page of it, and what is written of it, about. */
const SLICED_BYTES = 1024 * 1024;

/**
 * The text of a list: as a whole where it is short, otherwise in slices, which are made as they are asked for. `hold`
 * books what a long one takes before more of it is read.
 */
export async function listText<T>(
  pages: AsyncIterable<readonly T[]>, shape: ListShape<T>, hold: (bytes: number) => void,
): Promise<string | AsyncIterable<string>> {
  const slices = slicesOf(pages, shape, WHOLE_CHARACTERS);
  const first = await slices.next();
  if (String(first.value).length >= WHOLE_CHARACTERS) hold(SLICED_BYTES);
  const second = await slices.next();
  return second.done ? String(first.value) : continued([first.value, second.value] as string[], slices);
}

/** The text in slices, the first one of `firstCharacters` or so. The event loop turns after each of them. */
export async function* slicesOf<T>(
  pages: AsyncIterable<readonly T[]>, { start, textOf, end }: ListShape<T>, firstCharacters = SLICE_CHARACTERS,
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
