import { align, gapsOf } from './align.js';
import { Effort } from './effort.js';

/** Of both texts, without what is equal at their ends. */
export const TOKENS_AT_ONCE = 20_000;
export const CHARACTERS_AT_ONCE = 400_000;
const ANSWER_TOKENS = 200_000;
/** Characters of scripts without blanks: a dictionary takes up to a microsecond for each. */
const ANSWER_UNPARTED = 400_000;
const ANSWER_STEPS = 2_000_000;

/** Scripts whose words no blanks part, so that a dictionary must, in a time that grows with the square of the text. */
const UNPARTED = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const UNPARTED_AT_ONCE = 500;
/** What joins the character before it. The last two are the vowels AM of Thai and Lao. */
const JOINING = String.raw`[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u0e33\u0eb3]`;
const SINGLE = String.raw`\p{P}\p{S}\p{Cc}\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}`;
/**
 * A run of blanks, a piece of a script without blanks, a flag, one other character as people see it, or a word.
 * Ideographs and kana stand alone, as no blanks part their words.
 */
const TOKEN = new RegExp(
  [
    String.raw`\s+`,
    `(?<unparted>${UNPARTED}{1,${UNPARTED_AT_ONCE}}${JOINING}*)`,
    String.raw`\p{Regional_Indicator}{2}${JOINING}*`,
    String.raw`[${SINGLE}]${JOINING}*(?:\u200d\p{Extended_Pictographic}${JOINING}*)*`,
    String.raw`(?:(?!${UNPARTED})[^\s${SINGLE}])+`,
    '.',
  ].join('|'),
  'gsu',
);
/** Text in which each character is one that people see: most of all text. */
const PLAIN = /^[\0-\u02ff\u0370-\u0482\u2010-\u2027]*$/;
const PLAIN_TOKEN = /\s+|[^\s\p{P}\p{S}\p{Cc}]+|./gsu;

const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

export type Span = { op: 'equal' | 'insert' | 'delete'; text: string };

/** What all word comparisons of one answer may take together. */
export class WordAllowance {
  readonly effort: Effort;
  #tokens: number;
  #unparted = ANSWER_UNPARTED;

  constructor({ tokens = ANSWER_TOKENS, steps = ANSWER_STEPS } = {}) {
    this.#tokens = tokens;
    this.effort = new Effort(steps);
  }

  get tokens(): number {
    return this.effort.left > 0 ? this.#tokens : 0;
  }

  /** Whether a dictionary may part so many characters, which then are spent. */
  mayPart(characters: number): boolean {
    this.#unparted -= characters;
    return this.#unparted >= 0;
  }

  spend(tokens: number): void {
    this.#tokens -= tokens;
  }
}

/** The differences by words. Undefined: the texts are too long, or the allowance is used up. */
export function* wordSpans(from: string, to: string, allowance: WordAllowance): Generator<void, Span[] | undefined> {
  const { start, end } = yield* equalEnds(from, to);
  const most = Math.min(TOKENS_AT_ONCE, allowance.tokens);
  const before = yield* tokensOf(from.slice(start, from.length - end), most, allowance);
  const after = before && (yield* tokensOf(to.slice(start, to.length - end), most - before.length, allowance));
  if (!before || !after) return undefined;
  allowance.spend(before.length + after.length);
  yield;
  const numbers = new Map<string, number>();
  const partners = yield* align(numberTokens(before, numbers), numberTokens(after, numbers), allowance.effort);
  const list = new SpanList();
  list.add('equal', from.slice(0, start));
  addAligned(list, { before, after, partners });
  list.add('equal', from.slice(from.length - end));
  return list.spans;
}

/** The characters that are equal at both ends, up to a blank: no word is cut. */
function* equalEnds(from: string, to: string): Generator<void, { start: number; end: number }> {
  const most = Math.min(from.length, to.length);
  let start = 0;
  for (; start < most && from.charCodeAt(start) === to.charCodeAt(start); start++) {
    if (start % CHARACTERS_AT_ONCE === 0) yield;
  }
  while (start > 0 && !isBlank(from.charCodeAt(start - 1))) start--;
  yield;
  let end = 0;
  for (; end < most - start; end++) {
    if (from.charCodeAt(from.length - end - 1) !== to.charCodeAt(to.length - end - 1)) break;
    if (end % CHARACTERS_AT_ONCE === 0) yield;
  }
  while (end > 0 && !isBlank(from.charCodeAt(from.length - end))) end--;
  yield;
  return { start, end };
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Undefined: more than `most`, or too long a text. Yields after each piece that took a dictionary. */
function* tokensOf(text: string, most: number, allowance: WordAllowance): Generator<void, string[] | undefined> {
  if (text.length > CHARACTERS_AT_ONCE) return undefined;
  const tokens: string[] = [];
  for (const { 0: token, groups } of text.matchAll(PLAIN.test(text) ? PLAIN_TOKEN : TOKEN)) {
    if (groups?.['unparted'] === undefined || !allowance.mayPart(token.length)) {
      tokens.push(token);
    } else {
      for (const { segment } of dictionary.segment(token)) tokens.push(segment);
      yield;
    }
    if (tokens.length > most) return undefined;
  }
  return tokens;
}

/** Equal tokens get equal numbers, blanks negative ones. */
function numberTokens(tokens: readonly string[], numbers: Map<string, number>): number[] {
  return tokens.map((token) => {
    const number = numbers.get(token) ?? (/^\s/.test(token) ? -1 - numbers.size : numbers.size);
    numbers.set(token, number);
    return number;
  });
}

/** Neighbours of one kind become one span. */
class SpanList {
  readonly spans: Span[] = [];

  add(op: Span['op'], text: string): void {
    if (text === '') return;
    const last = this.spans.at(-1);
    if (last?.op === op) last.text += text;
    else this.spans.push({ op, text });
  }
}

type Aligned = { before: readonly string[]; after: readonly string[]; partners: Int32Array };

/** What was deleted comes before what was inserted in its place. */
function addAligned(list: SpanList, { before, after, partners }: Aligned): void {
  for (const { from, fromEnd, to, toEnd } of gapsOf(partners, after.length)) {
    list.add('delete', before.slice(from, fromEnd).join(''));
    list.add('insert', after.slice(to, toEnd).join(''));
    list.add('equal', before[fromEnd] ?? '');
  }
}
