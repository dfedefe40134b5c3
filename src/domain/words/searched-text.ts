import type { DocumentWords } from './rank.js';
import { wordsIn, wordsOf } from './words.js';

/** UTF-8 bytes of the blocks of a version that are searched. */
export const SEARCHED_BYTES = 1024 * 1024;

/** In one step of work: a few milliseconds. */
export const WORDS_AT_ONCE = 500;

/** Plain text: without markup. */
export type PlainBlock = { id: string; text: string };
export type PlainContent = { title: string; blocks: readonly PlainBlock[] };

/**
 * The part of a content that is searched: the title, and the first `most` UTF-8 bytes of the blocks' text. A word at
 * the end counts as far as it lies within. `isTruncated`: there is more text.
 */
export function searchedText(
  { title, blocks }: PlainContent,
  most = SEARCHED_BYTES,
): PlainContent & { isTruncated: boolean } {
  const searched: PlainBlock[] = [];
  let left = most;
  for (const { id, text } of blocks) {
    const bytes = Buffer.byteLength(text);
    if (bytes > left) {
      const { read } = new TextEncoder().encodeInto(text, new Uint8Array(left));
      searched.push({ id, text: text.slice(0, read) });
      return { title, blocks: searched, isTruncated: true };
    }
    left -= bytes;
    searched.push({ id, text });
  }
  return { title, blocks: searched, isTruncated: false };
}

/** The words of title and blocks, in steps. */
export function* documentWords({ title, blocks }: PlainContent): Generator<void, DocumentWords> {
  const texts: string[][] = [];
  let count = 0;
  for (const { text } of blocks) {
    const words: string[] = [];
    for (const { word } of wordsIn(text)) {
      words.push(word);
      if (++count % WORDS_AT_ONCE === 0) yield;
    }
    texts.push(words);
  }
  return { title: wordsOf(title), blocks: texts };
}
