import type { Version } from '../version.js';
import { plainText } from './plain-text.js';
import type { DocumentWords } from './rank.js';
import { listWords, WORDS_AT_ONCE } from './words.js';

/** UTF-8 bytes of the blocks of a version, as they are written, that are searched. */
export const SEARCHED_BYTES = 1024 * 1024;

/** Plain text: without markup. */
export type PlainBlock = { id: string; text: string };
export type PlainContent = { title: string; blocks: readonly PlainBlock[] };

export type Searched = Pick<Version, 'title' | 'contentType' | 'blocks'>;

/** Whether a version has more text than is searched. */
export function isSearchedInPart({ blocks }: Searched, most = SEARCHED_BYTES): boolean {
  let left = most;
  return blocks.some(({ content }) => (left -= Buffer.byteLength(content)) < 0);
}

/** The text of a version that is searched: its title, and its blocks up to `most` bytes. A step for each block. */
export function* searchedText(version: Searched, most = SEARCHED_BYTES): Generator<void, PlainContent> {
  const { title, contentType } = version;
  const blocks: PlainBlock[] = [];
  let left = most;
  for (const block of version.blocks) {
    const bytes = Buffer.byteLength(block.content);
    const content = bytes > left ? firstBytes(block.content, left) : block.content;
    blocks.push({ id: block.id, text: yield* plainText(contentType, { ...block, content }) });
    if (bytes > left) break;
    left -= bytes;
    yield;
  }
  return { title, blocks };
}

/** The words of title and blocks, in steps. */
export function* documentWords({ title, blocks }: PlainContent): Generator<void, DocumentWords> {
  const texts: string[][] = [];
  let count = 0;
  for (const { text } of blocks) {
    const words = yield* listWords(text);
    texts.push(words);
    count += words.length % WORDS_AT_ONCE;
    if (count < WORDS_AT_ONCE) continue;
    count = 0;
    yield;
  }
  return { title: yield* listWords(title), blocks: texts };
}

/** Whole characters. */
function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
