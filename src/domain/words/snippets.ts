import { standsAt } from './rank.js';
import type { PlainContent } from './searched-text.js';
import { wholePhrase, type Phrase, type WordQuery } from './word-query.js';
import { WORDS_AT_ONCE, wordsIn, type Word } from './words.js';

/** UTF-16 units of a snippet, so that it has at most as many characters, however they are counted. */
export const SNIPPET_LENGTH = 240;

/** Units before the first match, and at least as many remain after the last. */
const LEAD = 60;

/** `match`: it is what was looked for. The texts of all segments joined are a part of the text as it is written. */
export type Segment = { text: string; match: boolean };
/** `blockId`: null for the title. */
export type Snippet = { blockId: string | null; segments: readonly Segment[] };

/** `sought`: the number of the required phrase. In UTF-16 units of the text. */
type Match = { sought: number; start: number; end: number };
/** `phraseAt`: where all words stand in their order. `variety`: how many of the required phrases it has. */
type Candidate = {
  blockId: string | null;
  text: string;
  matches: readonly Match[];
  phraseAt: number | undefined;
  variety: number;
};

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Where the words of a query stand, at most one snippet a block, at most `count`: blocks with all words in their order
 * first, then those with most of the words, then in their order; the title is the last among its equals, as every
 * result shows it. In steps, in time that grows with the text, and no more is read than decides.
 */
export function* snippetsOf(
  query: WordQuery,
  { title, blocks }: PlainContent,
  count: number,
): Generator<void, Snippet[]> {
  const candidates: Candidate[] = [];
  let best = 0;
  for (const { id, text } of [...blocks, { id: null, text: title }]) {
    const candidate = yield* candidateOf(query, id, text);
    if (candidate.matches.length > 0) candidates.push(candidate);
    if (candidate.phraseAt !== undefined && ++best >= count) break;
    yield;
  }
  const hasPhrase = ({ phraseAt }: Candidate) => Number(phraseAt !== undefined);
  candidates.sort((one, other) => hasPhrase(other) - hasPhrase(one) || other.variety - one.variety);
  return candidates.slice(0, count).map(snippetOf);
}

function* candidateOf(query: WordQuery, blockId: string | null, text: string): Generator<void, Candidate> {
  const places: Word[] = [];
  const words: string[] = [];
  const startOf = (phrase: Phrase) => {
    const at = words.length - phrase.words.length;
    return standsAt(words, at, phrase) ? places[at]?.start : undefined;
  };
  const whole = wholePhrase(query);
  const matches: Match[] = [];
  let phraseAt: number | undefined;
  for (const place of wordsIn(text)) {
    if (phraseAt !== undefined && place.start > phraseAt + SNIPPET_LENGTH) break;
    places.push(place);
    words.push(place.word);
    for (const [sought, phrase] of query.required.entries()) {
      const start = startOf(phrase);
      if (start !== undefined) matches.push({ sought, start, end: place.end });
    }
    phraseAt ??= startOf(whole);
    if (words.length % WORDS_AT_ONCE === 0) yield;
  }
  matches.sort((one, other) => one.start - other.start);
  return { blockId, text, matches, phraseAt, variety: new Set(matches.map(({ sought }) => sought)).size };
}

function snippetOf({ blockId, text, matches, phraseAt }: Candidate): Snippet {
  const first = matches.find(({ start }) => start === phraseAt) ?? richest(matches);
  const from = startBefore(text, first.start);
  const to = endAfter(text, from, first.end);
  return { blockId, segments: segmentsOf(text, { from, to }, matches) };
}

/** The match with which a piece of text begins that has the most different ones. */
function richest(matches: readonly Match[]): Match {
  const counts = new Map<number, number>();
  let [best] = matches as [Match];
  let most = 0;
  let first = 0;
  for (const [at, { sought, end }] of matches.entries()) {
    counts.set(sought, (counts.get(sought) ?? 0) + 1);
    for (; first < at && end - (matches[first] as Match).start > SNIPPET_LENGTH - 2 * LEAD; first++) {
      const left = (matches[first] as Match).sought;
      const others = (counts.get(left) ?? 0) - 1;
      if (others > 0) counts.set(left, others);
      else counts.delete(left);
    }
    if (counts.size <= most) continue;
    most = counts.size;
    best = matches[first] as Match;
  }
  return best;
}

/** At a blank or the beginning of the text, if there is one near, else between two characters as people see them. */
function startBefore(text: string, match: number): number {
  const earliest = match - LEAD;
  if (earliest <= 0) return 0;
  const blank = /\s+/u.exec(text.slice(earliest, match));
  if (blank) return earliest + blank.index + blank[0].length;
  const { index = 0, segment = '' } = graphemes.segment(text).containing(earliest) ?? {};
  return index === earliest ? earliest : Math.min(index + segment.length, match);
}

/** `least`: where the first match ends. */
function endAfter(text: string, from: number, least: number): number {
  const latest = from + SNIPPET_LENGTH;
  if (latest >= text.length) return text.length;
  const near = Math.max(least, latest - LEAD);
  const blank = /\s\S*$/u.exec(text.slice(near, latest + 1));
  if (blank) return near + blank.index;
  const { index = 0 } = graphemes.segment(text).containing(latest) ?? {};
  if (index > from) return index;
  // One character as people see it is longer than a snippet: it is cut between code points.
  return /[\udc00-\udfff]/.test(text.charAt(latest)) ? latest - 1 : latest;
}

function segmentsOf(text: string, { from, to }: { from: number; to: number }, matches: readonly Match[]): Segment[] {
  const segments: Segment[] = [];
  const add = (end: number, match: boolean) => {
    if (end <= at) return;
    const last = segments.at(-1);
    if (last?.match === match) last.text += text.slice(at, end);
    else segments.push({ text: text.slice(at, end), match });
    at = end;
  };
  let at = from;
  for (const { start, end } of matches) {
    add(Math.min(start, to), false);
    add(Math.min(end, to), true);
  }
  add(to, false);
  return segments;
}
