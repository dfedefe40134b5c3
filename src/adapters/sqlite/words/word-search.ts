import { meetsFacts } from '../../../domain/result-conditions.js';
import {
  comparePositions,
  isBackwards,
  readRelevance,
  relevanceOf,
  type ResultOrder,
  type ResultPosition,
} from '../../../domain/result-order.js';
import type { Counted, CountQuery, WordSearch } from '../../../ports/document-index.js';
import type { EntryReader } from '../index/entry-reader.js';
import { placeWindow } from '../index/place-window.js';
import type { Match, WordReader } from './word-reader.js';

/** Documents that a request looks at. */
const MOST_LOOKED_AT = 20_000;
/** When this time is over, what was found by then is the answer. */
const MOST_MS = 3_000;
const MOST_COUNTED = 10_000;
/** As many matches are sorted. */
const FEW = 2_000;
const PLACES_TOGETHER = 200;

/** `rank`: as of `rankOf`, in an order by relevance. */
export type WordHit = { id: string; version: number; rank?: number };
export type WordPage = { hits: WordHit[]; next: ResultPosition | undefined };
export type WordQueryOf<Q> = Omit<Q, 'onSize'>;

type Ordered = WordQueryOf<WordSearch> & { order: ResultOrder };
/** Undefined `match`: all up to this position was looked at. */
type Placed = { match: Match | undefined; position: ResultPosition; rank?: number };

/** A page of what has the words. In steps. */
export function* wordPage(
  reader: WordReader,
  index: EntryReader,
  query: WordQueryOf<WordSearch>,
): Generator<void, WordPage> {
  const page = new Page(query);
  const { order } = query;
  const found = order === 'relevance' ? byRelevance(reader, query) : byOrder(reader, index, { ...query, order });
  for (const some of found) {
    for (const placed of some) {
      page.look(placed, (match) => reader.isMeant(match));
      if (page.isFull) return page.result();
    }
    yield;
  }
  return page.last();
}

/** What was looked at so far. */
class Page {
  readonly #query: WordQueryOf<WordSearch>;
  readonly #hits: WordHit[] = [];
  readonly #until = performance.now() + MOST_MS;
  #skip: number;
  #looked = 0;
  #next: ResultPosition | undefined;

  constructor(query: WordQueryOf<WordSearch>) {
    this.#query = query;
    this.#skip = query.offset;
  }

  get isFull(): boolean {
    if (this.#next === undefined) return false;
    const isTooMuch = this.#looked >= MOST_LOOKED_AT || performance.now() > this.#until;
    return this.#hits.length >= this.#query.limit || isTooMuch;
  }

  look({ match, position, rank }: Placed, isMeant: (match: Match) => boolean): void {
    const { order, after } = this.#query;
    if (after && comparePositions(order, position, after) <= 0) return;
    this.#next = position;
    if (!match) return;
    this.#looked++;
    if (!isMeant(match) || this.#skip-- > 0) return;
    this.#hits.push({ id: match.id, version: match.version, ...(rank !== undefined && { rank }) });
  }

  result(): WordPage {
    return { hits: this.#hits, next: this.#next };
  }

  last(): WordPage {
    return { hits: this.#hits, next: undefined };
  }
}

function* byRelevance(reader: WordReader, { after }: WordQueryOf<WordSearch>): Generator<Placed[]> {
  const begin = after && readRelevance(after.value);
  for (const [rank, expression] of reader.match.ranks.entries()) {
    if (expression === undefined || (begin && rank < begin.rank)) continue;
    const from = begin?.rank === rank ? Date.parse(begin.updatedAt) : undefined;
    for (const some of reader.matches({ expression, from, ...NEWEST_FIRST })) {
      yield some.map((match) => {
        return { match, rank, position: { id: match.id, value: relevanceOf(rank, timeOf(match)) } };
      });
    }
  }
}

const NEWEST_FIRST = { oldestFirst: false, idsBackwards: false };

function timeOf({ updatedAt }: Match): string {
  return new Date(updatedAt).toISOString();
}

function byOrder(reader: WordReader, index: EntryReader, query: Ordered): Generator<Placed[]> {
  return query.order.endsWith('updated_at') ? byChange(reader, query) : bySorting(reader, index, query);
}

function* byChange(reader: WordReader, { order, after }: Ordered): Generator<Placed[]> {
  const isNewestFirst = isBackwards(order);
  const walk = { from: after && Date.parse(after.value), oldestFirst: !isNewestFirst, idsBackwards: isNewestFirst };
  for (const some of reader.matches({ expression: reader.match.all, ...walk })) {
    yield some.map((match) => ({ match, position: { id: match.id, value: timeOf(match) } }));
  }
}

/** What many have is not far between in any order. */
function* bySorting(reader: WordReader, index: EntryReader, query: Ordered): Generator<Placed[]> {
  const { order } = query;
  const found: Placed[] = [];
  for (const some of reader.matches({ expression: reader.match.all, from: undefined, ...NEWEST_FIRST })) {
    for (const match of some) {
      const position = reader.positionOf(order, match);
      if (position) found.push({ match, position });
    }
    if (found.length > FEW) {
      yield* alongPlaces(reader, index, query);
      return;
    }
    yield [];
  }
  yield found.sort((one, other) => comparePositions(order, one.position, other.position));
}

function* alongPlaces(reader: WordReader, index: EntryReader, query: Ordered): Generator<Placed[]> {
  const find = reader.finder();
  for (let after = query.after; ;) {
    const { places, isLast, rest } = placeWindow(index, { ...query, after, limit: PLACES_TOGETHER });
    const found: Placed[] = [];
    for (const position of places) {
      const facts = rest && index.facts(position.id);
      if (facts && !meetsFacts(facts, rest)) continue;
      const match = find(position.id);
      if (match) found.push({ match, position });
    }
    after = places.at(-1);
    if (after && !isLast) found.push({ match: undefined, position: after });
    yield found;
    if (isLast || !after) return;
  }
}

/** Counts what has the words, and its tags. In steps. */
export function* countWords(
  reader: WordReader,
  index: EntryReader,
  { tags: most }: WordQueryOf<CountQuery>,
): Generator<void, Counted> {
  const until = performance.now() + MOST_MS;
  const counts = new Map<string, number>();
  let [total, looked] = [0, 0];
  let isExact = true;
  for (const some of reader.matches({ expression: reader.match.all, from: undefined, ...NEWEST_FIRST })) {
    for (const match of some) {
      isExact = total < MOST_COUNTED && looked++ < MOST_LOOKED_AT && performance.now() < until;
      if (!isExact) break;
      if (!reader.isMeant(match)) continue;
      total++;
      if (most > 0)
        for (const tag of index.tagsAndFolder(match.id)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    if (!isExact) break;
    yield;
  }
  return { total, tags: mostFrequent(counts, most), isExact };
}

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): Counted['tags'] {
  const tags = [...counts].map(([value, count]) => ({ value, count }));
  const bytes = new Map(tags.map(({ value }) => [value, Buffer.from(value)]));
  const compare = (one: string, other: string) => Buffer.compare(bytes.get(one) as Buffer, bytes.get(other) as Buffer);
  return tags.sort((one, other) => other.count - one.count || compare(one.value, other.value)).slice(0, most);
}
