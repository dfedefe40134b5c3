import type { DocumentWords } from './rank.js';
import { documentWords, searchedText, type Searched } from './searched-text.js';

/** Marks that no text can contain: where a title begins and ends, and what stands between blocks. */
export const TITLE_BEGIN = '⟨';
export const TITLE_END = '⟩';
export const BETWEEN = '§';

/** Words and marks in their order, for an index that takes what is between blanks for a word. */
export type IndexedWords = {
  /** The title's, between its marks. */
  title: string;
  /** The title's, then the blocks'. A phrase crosses no mark. */
  all: string;
};

/** Of a version, in steps. `written`: how the index writes a word or mark. */
export function* indexedWords(
  version: Searched,
  written: (word: string) => string = (word) => word,
): Generator<void, IndexedWords> {
  const words: DocumentWords = yield* documentWords(yield* searchedText(version));
  const textOf = (some: readonly string[]) => some.map(written).join(' ');
  const between = ` ${written(BETWEEN)} `;
  const title = textOf([TITLE_BEGIN, ...words.title, TITLE_END]);
  const blocks: string[] = [];
  for (const block of words.blocks) {
    blocks.push(textOf(block));
    yield;
  }
  return { title, all: [title, ...blocks].join(between) };
}
