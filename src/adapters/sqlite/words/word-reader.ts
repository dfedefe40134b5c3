import { meetsFacts } from '../../../domain/result-conditions.js';
import { positionIn, type ResultOrder } from '../../../domain/result-order.js';
import type { WordConditions } from '../../../ports/document-index.js';
import type { EntryReader } from '../index/entry-reader.js';
import { scopeOf } from '../index/scopes.js';
import type { Connection, Statement } from '../files/sqlite-library.js';
import { wordMatch, type WordMatch } from './word-match.js';
import { markOfOwner, placesOf, timeAt } from './words-file.js';

/** A document that has the words. `updatedAt`: in milliseconds. */
export type Match = { place: bigint; id: string; version: number; folder: string; updatedAt: number };

/** What has a word that fewer documents have is found in one go. */
const FEW = 2_000;
/** Documents of a window, at first. */
const FIRST_WINDOW = 128;
const LARGEST_WINDOW = 16_384;
/** A window that takes less is followed by a larger one. */
const SHORT_MS = 4;

type Row = { place: bigint; id: string; version: bigint; folder: string };
/** `oldestFirst`: else the newest are. Those of one time are by identifier, `idsBackwards` or not. */
export type MatchOrder = { oldestFirst: boolean; idsBackwards: boolean };
/** `edge`: the time up to which all was looked at; undefined: there is no more. */
export type MatchWindow = { matches: Match[]; edge: number | undefined };
/** `from`: the time to begin with. */
export type Walk = MatchOrder & { expression: string; from: number | undefined };

/** Finds documents of one owner by their words. */
export class WordReader {
  readonly #index: EntryReader;
  readonly #statements: ReturnType<typeof prepared>;
  readonly #conditions: WordConditions;
  readonly #owner: number;
  readonly match: WordMatch;
  #isOfFew: boolean | undefined;

  constructor(connection: Connection, index: EntryReader, conditions: WordConditions) {
    this.#index = index;
    this.#statements = statementsOf(connection);
    this.#conditions = conditions;
    const found = this.#statements.owner.get(conditions.owner) as { n: number } | undefined;
    this.#owner = found?.n ?? 0;
    this.match = wordMatch(conditions.words, markOfOwner(this.#owner));
  }

  /** Whether one of the words is in few documents, so that few have them all. */
  get isOfFew(): boolean {
    const { some } = this.#statements;
    this.#isOfFew ??= this.match.words.some((word) => (some.get(word, FEW) as { count: number }).count < FEW);
    return this.#isOfFew;
  }

  /** What matches, window by window. All of one time are in one window. */
  *windows({ expression, from, ...order }: Walk): Generator<MatchWindow> {
    const { between, placeAfter, placeBefore } = this.#statements;
    const { oldestFirst } = order;
    let [first, last] = [0n, placesOf(MOST_TIME).last];
    if (from !== undefined && oldestFirst) first = placesOf(from).first;
    if (from !== undefined && !oldestFirst) last = placesOf(from).last;
    for (let size = FIRST_WINDOW; first <= last;) {
      const began = performance.now();
      const next = oldestFirst ? placeAfter : placeBefore;
      const edge = this.isOfFew
        ? undefined
        : (next.get(this.#owner, oldestFirst ? first : last, size) as { place: bigint } | undefined)?.place;
      const at = edge === undefined ? undefined : placesOf(timeAt(edge));
      const [low, high] = oldestFirst ? [first, at?.last ?? last] : [at?.first ?? first, last];
      const matches = sorted(between.all(expression, low, high) as Row[], order);
      yield { matches, edge: edge === undefined ? undefined : timeAt(edge) };
      if (edge === undefined) return;
      if (oldestFirst) first = high + 1n;
      else last = low - 1n;
      if (performance.now() - began < SHORT_MS) size = Math.min(LARGEST_WINDOW, 2 * size);
    }
  }

  /** Whether it meets the other conditions. */
  isMeant({ id, folder }: Match): boolean {
    const { owner, words: _, tag, moreTags = [], folderId, folderIds, ...others } = this.#conditions;
    if (folderId !== undefined && folder !== folderId) return false;
    if (folderIds && !folderIds.has(folder)) return false;
    if (tag === undefined && Object.values(others).every((one) => one === undefined)) return true;
    const facts = this.#index.facts(id);
    if (!facts || !meetsFacts(facts, others)) return false;
    const has = (one: string) => this.#index.hasPlace(scopeOf({ owner, tag: one }), facts.foldedTitle, id);
    return tag === undefined || [tag, ...moreTags].every(has);
  }

  /** The document, if it has the words. */
  find(id: string): Match | undefined {
    const row = this.#statements.document.get(id) as Row | undefined;
    return row && this.#statements.has.get(this.match.all, row.place) ? matchOf(row) : undefined;
  }

  /** Undefined: it is gone. */
  positionOf(order: ResultOrder, { id }: Match) {
    const facts = this.#index.facts(id);
    return facts && positionIn(order, facts);
  }
}

/** The year 2223. */
const MOST_TIME = 8 * 10 ** 12;

function sorted(rows: readonly Row[], { oldestFirst, idsBackwards }: MatchOrder): Match[] {
  const [time, ids] = [oldestFirst ? 1 : -1, idsBackwards ? -1 : 1];
  return rows
    .map(matchOf)
    .sort((one, other) => time * (one.updatedAt - other.updatedAt) || ids * (one.id < other.id ? -1 : 1));
}

function matchOf({ place, id, version, folder }: Row): Match {
  return { place, id, version: Number(version), folder, updatedAt: timeAt(place) };
}

const known = new WeakMap<Connection, ReturnType<typeof prepared>>();

function statementsOf(connection: Connection): ReturnType<typeof prepared> {
  let statements = known.get(connection);
  if (!statements) known.set(connection, (statements = prepared(connection)));
  return statements;
}

const DOCUMENT = 'SELECT place, id, version, folder FROM documents';

function prepared(connection: Connection) {
  const prepare = (sql: string): Statement => connection.prepare(sql);
  const withPlaces = (sql: string): Statement => {
    const statement = prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  return {
    owner: prepare('SELECT n FROM owners WHERE owner = ?'),
    some: prepare('SELECT count(*) AS count FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)'),
    between: withPlaces(
      `SELECT place, id, version, folder FROM words CROSS JOIN documents ON place = words.rowid
       WHERE words MATCH ? AND words.rowid BETWEEN ? AND ?`,
    ),
    placeAfter: withPlaces(
      'SELECT place FROM documents WHERE owner = ? AND place >= ? ORDER BY place LIMIT 1 OFFSET ?',
    ),
    placeBefore: withPlaces(
      'SELECT place FROM documents WHERE owner = ? AND place <= ? ORDER BY place DESC LIMIT 1 OFFSET ?',
    ),
    document: withPlaces(`${DOCUMENT} WHERE id = ?`),
    has: prepare('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?'),
  };
}
