import { meetsFacts } from '../../../domain/result-conditions.js';
import { positionIn, type ResultOrder, type ResultPosition } from '../../../domain/result-order.js';
import type { CountQuery, WordConditions } from '../../../ports/document-index.js';
import type { EntryReader } from '../index/entry-reader.js';
import type { Connection } from '../files/sqlite-library.js';
import { MOST_MARKS, wordMatch, type WordMatch } from './word-match.js';
import { placesOf, timeAt } from './words-file.js';

/** A document that has the words. `updatedAt`: in milliseconds. */
export type Match = { id: string; version: number; updatedAt: number };

/** Matches that a step reads, and those of their last time. */
const TOGETHER = 64;

type Row = { place: bigint; id: string; version: bigint };
/** `oldestFirst`: else the newest are. Those of one time are by identifier, `idsBackwards` or not. */
export type MatchOrder = { oldestFirst: boolean; idsBackwards: boolean };
/** `from`: the time to begin with. */
export type Walk = MatchOrder & { expression: string; from: number | undefined };

type Conditions = WordConditions & Pick<CountQuery, 'hiddenFolderIds'>;

/** Finds documents of one owner by their words. */
export class WordReader {
  readonly match: WordMatch;
  readonly #connection: Connection;
  readonly #index: EntryReader;
  readonly #conditions: Conditions;

  constructor(connection: Connection, index: EntryReader, conditions: Conditions) {
    this.#connection = connection;
    this.#index = index;
    this.#conditions = conditions;
    const found = connection.prepare('SELECT n FROM owners WHERE owner = ?').get(conditions.owner);
    this.match = wordMatch(conditions, (found as { n: number } | undefined)?.n ?? 0);
  }

  /** What matches, some at a time. All of one time are together. */
  *matches({ expression, from, ...order }: Walk): Generator<Match[]> {
    const { oldestFirst } = order;
    let some: Row[] = [];
    for (const row of this.#rows({ expression, from, oldestFirst })) {
      const last = some.at(-1);
      if (last && some.length >= TOGETHER && timeAt(row.place) !== timeAt(last.place)) {
        yield sorted(some, order);
        some = [];
      }
      some.push(row);
    }
    yield sorted(some, order);
  }

  #rows({ expression, from, oldestFirst }: Omit<Walk, 'idsBackwards'>): Iterable<Row> {
    const { first, last } = placesOf(from ?? (oldestFirst ? 0 : LAST_TIME));
    const statement = this.#connection.prepare(
      `SELECT words.rowid AS place, id, version FROM words CROSS JOIN documents ON place = words.rowid
       WHERE words MATCH ? AND words.rowid ${oldestFirst ? '>=' : '<='} ? ORDER BY words.rowid ${oldestFirst ? '' : 'DESC'}`,
    );
    statement.setReadBigInts(true);
    return statement.iterate(expression, oldestFirst ? first : last) as unknown as Iterable<Row>;
  }

  /** Whether it meets the conditions that are in no expression. */
  isMeant({ id }: Match): boolean {
    const { prefix, keyPrefix, visibility, updatedFrom, updatedBefore } = this.#conditions;
    const conditions = { prefix, keyPrefix, visibility, updatedFrom, updatedBefore };
    if (!this.#isInFolder(id)) return false;
    if (Object.values(conditions).every((one) => one === undefined)) return true;
    const facts = this.#index.facts(id);
    return facts !== undefined && meetsFacts(facts, conditions);
  }

  #isInFolder(id: string): boolean {
    const { folderIds, hiddenFolderIds } = this.#conditions;
    const isMarked = folderIds === undefined || folderIds.size <= MOST_MARKS;
    if (isMarked && !hiddenFolderIds) return true;
    const { folderId } = this.#index.tagsAndFolder(id) ?? {};
    if (folderId === undefined || hiddenFolderIds?.has(folderId)) return false;
    return isMarked || folderIds.has(folderId);
  }

  /** Gives a document if it has the words. To look where few have them takes long. */
  finder(): (id: string) => Match | undefined {
    const document = this.#connection.prepare('SELECT place, id, version FROM documents WHERE id = ?');
    document.setReadBigInts(true);
    const has = this.#connection.prepare('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?');
    return (id) => {
      const row = document.get(id) as Row | undefined;
      return row && has.get(this.match.all, row.place) ? matchOf(row) : undefined;
    };
  }

  /** Undefined: it is gone. */
  positionOf(order: ResultOrder, { id }: Match): ResultPosition | undefined {
    const facts = this.#index.facts(id);
    return facts && positionIn(order, facts);
  }
}

/** The year 2223. */
const LAST_TIME = 8 * 10 ** 12;

function sorted(rows: readonly Row[], { oldestFirst, idsBackwards }: MatchOrder): Match[] {
  const [time, ids] = [oldestFirst ? 1 : -1, idsBackwards ? -1 : 1];
  return rows
    .map(matchOf)
    .sort((one, other) => time * (one.updatedAt - other.updatedAt) || ids * (one.id < other.id ? -1 : 1));
}

function matchOf({ place, id, version }: Row): Match {
  return { id, version: Number(version), updatedAt: timeAt(place) };
}
