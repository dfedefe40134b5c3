import { validationError } from '../errors.js';
import { wordsIn, type Word } from './words.js';

/** In code points. */
export const SEARCH_CHARACTERS = 1_000;
/** In a search. Four characters of a script of pairs are one. */
export const SEARCH_WORDS = 32;

/** Words that follow one another in one text, one or more. `isPrefix`: the last is the beginning of a word there. */
export type Phrase = { words: readonly string[]; isPrefix: boolean };

/** What a document must have and must not have. Nothing required: there is no word to look for. */
export type WordQuery = { required: readonly Phrase[]; excluded: readonly Phrase[] };

/** A written group, or what stands between quotes. A single hyphen before either excludes it. */
const TERM = /(?<minus>-(?!-))?(?:"(?<quoted>[^"]*)"?|(?<group>[^\s"]+))/gu;

/**
 * Reads what somebody looks for: `big house`, `"big house"`, `-house`, `-"big house"`. Any text is one. A written group
 * as `node.js` is a phrase. The last word is a prefix, unless it is excluded or a blank or a quote follows.
 *
 * Raises a validation error at `/text` if there are more than 1,000 characters or 32 words.
 */
export function parseSearch(text: string): WordQuery {
  if (Array.from(text).length > SEARCH_CHARACTERS) refuse(`must have at most ${SEARCH_CHARACTERS} characters`);
  const required: Phrase[] = [];
  const excluded: Phrase[] = [];
  let size = 0;
  for (const { 0: term, index, groups } of text.matchAll(TERM)) {
    const words = Array.from(wordsIn(groups?.['quoted'] ?? groups?.['group'] ?? ''));
    const isExcluded = groups?.['minus'] !== undefined;
    const isUnended = index + term.length === text.length && !/[\s"]$/u.test(term);
    if (words.length > 0) (isExcluded ? excluded : required).push(phraseOf(words, isUnended && !isExcluded));
    for (const { isPaired } of words) size += isPaired ? 1 / 4 : 1;
  }
  if (size > SEARCH_WORDS) refuse(`must have at most ${SEARCH_WORDS} words`);
  return { required, excluded };
}

/** All required words in their order. */
export function wholePhrase({ required }: WordQuery): Phrase {
  return { words: required.flatMap(({ words }) => words), isPrefix: required.at(-1)?.isPrefix === true };
}

/** The last character of a run is the beginning of a word, however the run goes on where it is found. */
function phraseOf(words: readonly Word[], isUnended: boolean): Phrase {
  return { words: words.map(({ word }) => word), isPrefix: isUnended || words.at(-1)?.isPaired === true };
}

function refuse(message: string): never {
  throw validationError([{ path: '/text', message }]);
}
