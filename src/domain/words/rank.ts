import { wholePhrase, type Phrase, type WordQuery } from './word-query.js';

/** The words of the title and of each block, as `listWords` gives them. */
export type DocumentWords = { title: readonly string[]; blocks: readonly (readonly string[])[] };

/** `rank`: as of `rankOf`. `updatedAt`: UTC with milliseconds and `Z`. */
export type Found = { rank: number; updatedAt: string; id: string };

/**
 * The first of these that holds: 0 the title equals the phrase · 1 the title begins with it · 2 the title has it · 3
 * the title has all words · 4 a block has the phrase · 5 all words occur. The phrase is all required words in their
 * order. Undefined: something required is missing, or something excluded is there. `query` requires at least one word.
 */
export function rankOf(query: WordQuery, { title, blocks }: DocumentWords): number | undefined {
  const { required, excluded } = query;
  const occurs = (phrase: Phrase) => [title, ...blocks].some((text) => has(text, phrase));
  if (!required.every(occurs) || excluded.some(occurs)) return undefined;
  const phrase = wholePhrase(query);
  const rules = [
    () => title.length === phrase.words.length && standsAt(title, 0, { ...phrase, isPrefix: false }),
    () => standsAt(title, 0, phrase),
    () => has(title, phrase),
    () => required.every((each) => has(title, each)),
    () => blocks.some((block) => has(block, phrase)),
    () => true,
  ];
  return rules.findIndex((holds) => holds());
}

/** The order of results: the lower rank, then the newer, then the identifier. */
export function compareFound(one: Found, other: Found): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}

function has(text: readonly string[], phrase: Phrase): boolean {
  return text.some((_, at) => standsAt(text, at, phrase));
}

/** Whether the phrase begins at this place of a text. */
export function standsAt(text: readonly string[], at: number, { words, isPrefix }: Phrase): boolean {
  const last = words.length - 1;
  for (let index = 0; index < last; index++) if (text[at + index] !== words[index]) return false;
  const written = text[at + last];
  const sought = words[last] ?? '';
  return isPrefix ? written?.startsWith(sought) === true : written === sought;
}
