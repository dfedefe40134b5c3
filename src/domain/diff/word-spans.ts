import { align, gapsOf } from './align.js';
import { Effort } from './effort.js';

/** Of both texts, without what is equal at their ends. */
export const TOKENS_AT_ONCE = 20_000;
export const CHARACTERS_AT_ONCE = 400_000;
const ANSWER_TOKENS = 200_000;
const ANSWER_STEPS = 2_000_000;

/** A run of blanks, a word, or one other character. Ideographs and kana stand alone, as no blanks part their words. */
const TOKEN = /\s+|[^\s\p{P}\p{S}\p{Cc}\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}]+|./gsu;

export type Span = { op: 'equal' | 'insert' | 'delete'; text: string };

/** What all word comparisons of one answer may take together. */
export class WordAllowance {
  readonly effort: Effort;
  #tokens: number;

  constructor({ tokens = ANSWER_TOKENS, steps = ANSWER_STEPS } = {}) {
    this.#tokens = tokens;
    this.effort = new Effort(steps);
  }

  get tokens(): number {
    return this.effort.left > 0 ? this.#tokens : 0;
  }

  spend(tokens: number): void {
    this.#tokens -= tokens;
  }
}

/** The differences by words. Undefined: the texts are too long, or the allowance is used up. */
export function* wordSpans(from: string, to: string, allowance: WordAllowance): Generator<void, Span[] | undefined> {
  const { start, end } = yield* equalEnds(from, to);
  const most = Math.min(TOKENS_AT_ONCE, allowance.tokens);
  const before = tokensOf(from.slice(start, from.length - end), most);
  const after = before && tokensOf(to.slice(start, to.length - end), most - before.length);
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

/** Undefined: more than `most`, or too long a text. */
function tokensOf(text: string, most: number): string[] | undefined {
  if (text.length > CHARACTERS_AT_ONCE) return undefined;
  const tokens: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (tokens.length >= most) return undefined;
    tokens.push(token);
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
