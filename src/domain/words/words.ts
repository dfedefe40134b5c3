import { fold, PLAIN_ASCII } from '../fold.js';

/** Of the rule that makes words of text. An index that was made by another rule must be made anew. */
export const WORDS_VERSION = 1;

/** UTF-16 units of a word. A longer one is several, with the mark where each goes on: an index of prefixes is short. */
export const WORD_LENGTH = 16;
const GOES_ON = '·';

/** `start`, `end`: where it is written, in UTF-16 units of the text. Of a pair: where its first character is. */
export type Word = { word: string; start: number; end: number; isPaired: boolean };

/** Scripts without blanks between words, and Hangul, whose words have many endings. Last: signs of Han and Kana. */
const PAIRED =
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('') + String.raw`\u3006\u3031-\u3035\u303c\u30fc\uff70\uff9e\uff9f`;
const CHARACTER = String.raw`\p{L}\p{N}`;
/** Normalizing takes time that grows with the square of the marks, so more of them separate. */
const MARKS = String.raw`\p{M}{0,30}`;
/** Vowels and final consonants of Hangul, which are normalized with the letter before. */
const JAMO = String.raw`[\u1160-\u11ff]{0,2}`;
/** In one step of work: a few milliseconds. */
export const WORDS_AT_ONCE = 500;
/** Of a text, in one step. */
const PIECE_LENGTH = 32 * 1024;
/** A run is cut here before it is folded: a regular expression overflows its stack in one of some millions. */
const RUN_LENGTH = 64 * WORD_LENGTH;
const RUN = new RegExp(
  `([[${PAIRED}]&&[${CHARACTER}]]${JAMO}${MARKS})|(?:[[${CHARACTER}]--[${PAIRED}]]${MARKS}){1,${RUN_LENGTH}}`,
  'gv',
);
const IS_PAIRED = new RegExp(`[${PAIRED}]`, 'v');
/** As `RUN`, in a text without scripts that are paired. */
const UNPAIRED_RUN = new RegExp(`(?:[${CHARACTER}]${MARKS}){1,${RUN_LENGTH}}`, 'gv');
/** Never between the halves of a character. */
const PIECES = new RegExp(`[^]{1,${WORD_LENGTH}}(?![\\udc00-\\udfff])`, 'g');
const FALLING = /(?<=[[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]&&\p{L}])\p{M}+/gv;

/** Folds as titles are folded; then marks on Latin, Greek and Cyrillic letters fall away: `resume` for `Résumé`. */
export function foldWords(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  const folded = fold(text);
  if (PLAIN_ASCII.test(folded)) return folded;
  return folded.normalize('NFD').replace(FALLING, '').normalize('NFC');
}

/**
 * The words of a text in their order, folded. A word is the longest run of letters and digits, with their marks.
 *
 * Of Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, each code point gives one word: itself and the next one of its
 * run. The last one gives itself alone. `日本語` gives `日本`, `本語`, `語`. So a part of a run is a phrase, and one
 * character is the beginning of a word wherever it stands.
 *
 * A word has at most 18 UTF-16 units, and no blank, punctuation or control character but the mark of a long one:
 * `internationalization` gives `internationaliza·` and `·tion`, which no other words give.
 */
export function* wordsIn(text: string): Generator<Word> {
  let before: Word | undefined;
  for (const match of text.matchAll(RUN)) {
    const { 0: written, 1: paired, index: start } = match;
    const end = start + written.length;
    const isPaired = paired !== undefined;
    if (before && !(isPaired && before.end === start)) {
      yield before;
      before = undefined;
    }
    if (!isPaired) {
      for (const word of cut(foldWords(written))) yield { word, start, end, isPaired };
      continue;
    }
    // These scripts have no case.
    for (const word of written.normalize('NFC')) {
      if (before) yield { ...before, word: before.word + word };
      before = { word, start, end, isPaired };
    }
  }
  if (before) yield before;
}

/** As `wordsIn`, without places. In steps of a few milliseconds. */
export function* listWords(text: string): Generator<void, string[]> {
  const words: string[] = [];
  if (IS_PAIRED.test(text)) {
    for (const { word } of wordsIn(text)) {
      words.push(word);
      if (words.length % WORDS_AT_ONCE === 0) yield;
    }
    return words;
  }
  // Runs that are found by many at once take a fifth of the time.
  for (let at = 0; at < text.length;) {
    const blank = text.indexOf(' ', at + PIECE_LENGTH);
    const end = blank === -1 ? text.length : blank;
    for (const written of text.slice(at, end).match(UNPAIRED_RUN) ?? []) {
      const word = foldWords(written);
      if (word.length <= WORD_LENGTH) words.push(word);
      else words.push(...cut(word));
      if (words.length % WORDS_AT_ONCE === 0) yield;
    }
    at = end;
  }
  return words;
}

function cut(word: string): readonly string[] {
  if (word.length <= WORD_LENGTH) return [word];
  const pieces = word.match(PIECES) ?? [];
  const last = pieces.length - 1;
  return pieces.map((piece, at) => (at > 0 ? GOES_ON : '') + piece + (at < last ? GOES_ON : ''));
}
