import type { KeyEntry } from '../../../domain/document-key.js';
import type { Visibility } from '../../../domain/document.js';
import type { Folder } from '../../../domain/folder.js';
import { isId } from '../../../domain/ids.js';
import type { Facts } from '../../../domain/result-conditions.js';
import type { ResultPosition } from '../../../domain/result-order.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { EntryCounts, FolderQuery, RevisedHead } from '../../../ports/document-index.js';
import type { Entry, HeadMark, SummaryMark } from '../../../ports/index-admin.js';
import { BYTES } from '../files/connection.js';
import {
  folderOf,
  headOfRow,
  keyOf,
  summaryOf,
  tagsAndFolderOf,
  textOf,
  type HeadRow,
  type TagsAndFolder,
} from './records.js';
import { parentScope, type TextRange } from './scopes.js';
import { DamagedIndexError } from '../files/sqlite-errors.js';
import { mergePlaces } from './merge-places.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

/** Rows of one step of a scan: a millisecond or two. */
const SCANNED_TOGETHER = 1_000;
const CHANGES_TOGETHER = 1_000;
const CHECKED_TOGETHER = 100;
/** Characters of the records in one batch of changes. */
const CHANGED_TOGETHER = 4 * 1024 * 1024;

/** `scopes`: one or more, of which no document has places in two. */
export type PlacePage = TextRange & {
  scopes: readonly Buffer[];
  backwards: boolean;
  after: ResultPosition | undefined;
  limit: number;
};
export type Change = { seq: number; kind: Entry['kind']; id: string; version: number | null };
/** `reached`: `entries` is complete up to this sequence number. */
export type ChangeBatch = { entries: Entry[]; reached: number };
type PlaceRow = { folded: Uint8Array; id: string };
type FactsRow = { key: Uint8Array | null; folded: Uint8Array | null; visibility: Visibility } & Times;
type Times = { created: string; updated: string };

/** Reads one concrete index. Each method is one statement, unless it says otherwise. */
export class EntryReader {
  readonly #statements: ReturnType<typeof prepared>;
  readonly #name: string;

  /** `name`: of the index, for revisions. */
  constructor(connection: Connection, name: string) {
    this.#statements = prepared(connection);
    this.#name = name;
  }

  head(id: string): RevisedHead | undefined {
    if (!isId(id)) return undefined;
    const row = this.#statements.head.get(id) as (HeadRow & { seq: number }) | undefined;
    return row && { head: headOfRow(row), revision: { index: this.#name, seqNo: row.seq, primaryTerm: 1 } };
  }

  /** With its metadata as bytes: copied, not decoded. Undefined: there is no living head. */
  livingRow(id: string): HeadRow | undefined {
    return this.#statements.livingHead.get(id) as HeadRow | undefined;
  }

  /** Of a living head, without reading the head. */
  facts(id: string): (Facts & { id: string; createdAt: string }) | undefined {
    const row = this.#statements.facts.get(id) as FactsRow | undefined;
    if (!row) return undefined;
    const { key, folded, visibility, created, updated } = row;
    const byKey = key && { key: textOf(key) };
    return { id, byKey, foldedTitle: folded ? textOf(folded) : '', visibility, createdAt: created, updatedAt: updated };
  }

  /** Of a living head. */
  tagsAndFolder(id: string): TagsAndFolder | undefined {
    const row = this.#statements.record.get(id) as { record: string } | undefined;
    return row && tagsAndFolderOf(row.record);
  }

  mark(id: string): HeadMark | undefined {
    const row = this.#statements.mark.get(id) as MarkRow | undefined;
    return row && markOf(row);
  }

  marksAfter(id: string): HeadMark[] {
    return (this.#statements.marksAfter.all(id, SCANNED_TOGETHER) as MarkRow[]).map(markOf);
  }

  summary(id: string, version: number): VersionSummary | undefined {
    const row = this.#statements.summary.get(id, version) as { record: string } | undefined;
    return row && summaryOf(version, row.record);
  }

  summariesAfter({ id, version }: SummaryMark): SummaryMark[] {
    return this.#statements.summariesAfter.all(id, version, SCANNED_TOGETHER) as SummaryMark[];
  }

  folder(id: string): Folder | undefined {
    const row = this.#statements.folder.get(id) as { record: string } | undefined;
    return row && folderOf(id, row.record);
  }

  foldersAfter(id: string): Folder[] {
    const rows = this.#statements.foldersAfter.all(id, SCANNED_TOGETHER) as { id: string; record: string }[];
    return rows.map((row) => folderOf(row.id, row.record));
  }

  foldersIn({ owner, parentId, after, limit }: FolderQuery): Folder[] {
    const { foldersIn, foldersInAfter } = this.#statements;
    const parent = parentScope(owner, parentId);
    const rows = after
      ? foldersInAfter.all(parent, Buffer.from(after.name), after.id, limit)
      : foldersIn.all(parent, limit);
    return (rows as { id: string; record: string }[]).map(({ id, record }) => folderOf(id, record));
  }

  key(name: string): KeyEntry | undefined {
    const row = this.#statements.key.get(name) as { record: string } | undefined;
    return row && keyOf(name, row.record);
  }

  created(owner: string, month: string): number {
    return (this.#statements.month.get(owner, month) as { count: number } | undefined)?.count ?? 0;
  }

  /** `seq`: of the last write. */
  meta(): EntryCounts & { seq: number } {
    return this.#statements.meta.get() as EntryCounts & { seq: number };
  }

  /** At most `limit` places of the range, after `skip` of them. Of several scopes, one statement more for each read. */
  places(page: PlacePage, skip = 0): ResultPosition[] {
    const [first, ...others] = page.scopes;
    if (first && others.length === 0) return this.#placesIn(first, page, skip);
    const { statements, bounds } = this.#bounded(page);
    const scopes = JSON.stringify(page.scopes.map((scope) => scope.toString('hex')));
    const firsts = statements.firsts.all(scopes, ...bounds) as (PlaceRow & { list: number })[];
    const lists = firsts.map(({ list, ...row }) => ({
      first: placeOf(row),
      readAfter: (after: ResultPosition, limit: number) =>
        this.#placesIn(page.scopes[list] as Buffer, { ...page, after, limit }, 0),
    }));
    return mergePlaces(lists, page.backwards, skip + page.limit).slice(skip);
  }

  #placesIn(scope: Buffer, page: PlacePage, skip: number): ResultPosition[] {
    const { statements, bounds } = this.#bounded(page);
    return (statements.some.all(scope, ...bounds, page.limit, skip) as PlaceRow[]).map(placeOf);
  }

  #bounded({ start, end, backwards, after }: PlacePage) {
    const { places, placesAfter, placesBack, placesBackAfter } = this.#statements;
    const at = after && Buffer.from(after.value);
    // One bound each at the beginning: with two, SQLite would begin at the farther one.
    const isInside = at && (backwards ? Buffer.compare(at, end) < 0 : Buffer.compare(at, start) >= 0);
    if (!after || !isInside) return { statements: backwards ? placesBack : places, bounds: [start, end] };
    return backwards
      ? { statements: placesBackAfter, bounds: [start, at, after.id] }
      : { statements: placesAfter, bounds: [at, after.id, end] };
  }

  hasPlace(scope: Buffer, value: string, id: string): boolean {
    return this.#statements.place.get(scope, Buffer.from(value), id) !== undefined;
  }

  /** Raises `DamagedIndexError`. Takes a quarter of a second for 150 MB. */
  checkFile(): void {
    const [{ quick_check: found }] = this.#statements.check.all() as [{ quick_check: string }];
    if (found !== 'ok') throw new DamagedIndexError(found);
  }

  /** Compares the sums of some heads. Returns the last one's identifier; undefined: there are no more. */
  checkHeads(after: string): string | undefined {
    const rows = this.#statements.headsAfter.all(after, CHECKED_TOGETHER) as HeadRow[];
    for (const row of rows) headOfRow(row);
    return rows.at(-1)?.id;
  }

  /** The first `limit` with `after` < sequence number <= `upTo`. */
  changes(after: number, upTo: number, limit: number): Change[] {
    return this.#statements.changes.all(after, upTo, limit) as Change[];
  }

  /** The first entries that changed after `after` and up to `upTo`. Call in one snapshot. */
  changedEntries(after: number, upTo: number): ChangeBatch {
    const found = this.changes(after, upTo, CHANGES_TOGETHER);
    const entries: Entry[] = [];
    let characters = 0;
    for (const change of found) {
      const entry = this.#entryOf(change);
      if (entry) entries.push(entry);
      if (entry?.kind === 'head' && !entry.head.deleted) characters += entry.head.metadata?.length ?? 0;
      if (characters > CHANGED_TOGETHER) return { entries, reached: change.seq };
    }
    return { entries, reached: found.length < CHANGES_TOGETHER ? upTo : (found.at(-1)?.seq ?? upTo) };
  }

  #entryOf({ kind, id, version }: Change): Entry | undefined {
    if (kind === 'summary') {
      const summary = this.summary(id, version ?? 0);
      return summary && { kind, id, summary };
    }
    if (kind === 'key') {
      const entry = this.key(id);
      return entry && { kind, entry };
    }
    if (kind === 'folder') {
      const folder = this.folder(id);
      return folder && { kind, folder };
    }
    const found = this.head(id);
    return found && { kind, head: found.head };
  }
}

type MarkRow = { id: string; version: number; deleted: number };

function markOf({ id, version, deleted }: MarkRow): HeadMark {
  return { id, currentVersion: version, deleted: deleted === 1 };
}

function placeOf({ folded, id }: PlaceRow): ResultPosition {
  return { value: textOf(folded), id };
}

/** `some` reads places of one scope, `firsts` the first of each scope of a JSON array in hexadecimal digits. */
function ranges(prepare: (sql: string) => Statement, range: string, direction: 'ASC' | 'DESC') {
  const inOrder = `AND ${range} ORDER BY folded ${direction}, id ${direction} LIMIT`;
  return {
    some: prepare(`SELECT folded, id FROM titles WHERE scope = ? ${inOrder} ? OFFSET ?`),
    firsts: prepare(
      `SELECT lists.key AS list, titles.folded, titles.id FROM json_each(?) AS lists CROSS JOIN titles
       WHERE scope = unhex(lists.value) AND (titles.folded, titles.id) =
         (SELECT folded, id FROM titles WHERE scope = unhex(lists.value) ${inOrder} 1)`,
    ),
  };
}

function prepared(connection: Connection) {
  const prepare = (sql: string): Statement => connection.prepare(sql);
  return {
    head: prepare('SELECT id, seq, sum, record, metadata FROM heads WHERE id = ?'),
    livingHead: prepare(
      'SELECT id, sum, record, CAST(metadata AS BLOB) AS metadata FROM heads WHERE id = ? AND deleted = 0',
    ),
    record: prepare('SELECT record FROM heads WHERE id = ? AND deleted = 0'),
    facts: prepare('SELECT key, folded, visibility, created, updated FROM heads WHERE id = ? AND deleted = 0'),
    mark: prepare('SELECT id, version, deleted FROM heads WHERE id = ?'),
    marksAfter: prepare('SELECT id, version, deleted FROM heads WHERE id > ? ORDER BY id LIMIT ?'),
    summary: prepare('SELECT record FROM summaries WHERE id = ? AND version = ?'),
    summariesAfter: prepare(
      'SELECT id, version FROM summaries WHERE (id, version) > (?, ?) ORDER BY id, version LIMIT ?',
    ),
    folder: prepare('SELECT record FROM folders WHERE id = ?'),
    foldersAfter: prepare('SELECT id, record FROM folders WHERE id > ? ORDER BY id LIMIT ?'),
    foldersIn: prepare('SELECT id, record FROM folders WHERE parent = ? ORDER BY name, id LIMIT ?'),
    foldersInAfter: prepare(
      'SELECT id, record FROM folders WHERE parent = ? AND (name, id) > (?, ?) ORDER BY name, id LIMIT ?',
    ),
    key: prepare('SELECT record FROM keys WHERE name = ?'),
    month: prepare('SELECT count FROM months WHERE owner = ? AND month = ?'),
    meta: prepare('SELECT seq, documents, versions FROM meta'),
    place: prepare(`SELECT 1 FROM titles WHERE scope = ? AND folded = ${BYTES} AND id = ?`),
    places: ranges(prepare, `folded >= ${BYTES} AND folded < ?`, 'ASC'),
    placesAfter: ranges(prepare, `(folded, id) > (${BYTES}, ?) AND folded < ?`, 'ASC'),
    placesBack: ranges(prepare, `folded >= ${BYTES} AND folded < ?`, 'DESC'),
    placesBackAfter: ranges(prepare, `folded >= ${BYTES} AND (folded, id) < (${BYTES}, ?)`, 'DESC'),
    check: prepare('PRAGMA quick_check(1)'),
    headsAfter: prepare('SELECT id, sum, record, metadata FROM heads WHERE id > ? ORDER BY id LIMIT ?'),
    changes: prepare('SELECT seq, kind, id, version FROM changes WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?'),
  };
}
