import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import { isFoundAlike, type Head } from '../../../domain/head.js';
import { isId } from '../../../domain/ids.js';
import { monthOf } from '../../../domain/month.js';
import { positionIn, type ResultField } from '../../../domain/result-order.js';
import type { VersionSummary } from '../../../domain/version.js';
import type { HeadWrite, Revision } from '../../../ports/document-index.js';
import type { Entry, HeadRemoval, ImmutableEntry } from '../../../ports/index-admin.js';
import { BYTES } from '../files/connection.js';
import { headOfRow, recordOfFolder, recordOfKey, recordOfSummary, rowOfHead, type HeadRow } from './records.js';
import { parentScope, scopesOf } from './scopes.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

export type SummaryRange = { id: string; from: number; to: number; limit: number };
type Meta = { seq: number; documents: number; versions: number };
type Changed = { kind: Entry['kind']; id: string; version?: number | null };
type CurrentHead = HeadRow & { n: number; seq: number; version: number };

/** Raises a `RangeError` for an entry that the index cannot have. */
export function assertWritable(entry: Entry): void {
  if (entry.kind === 'head') assertId(entry.head.id);
  else if (entry.kind === 'key') assertId(entry.entry.name);
  else if (entry.kind === 'folder') assertId(entry.folder.id);
  else {
    assertId(entry.id);
    assertVersion(entry.summary.version);
  }
}

function assertId(id: string): void {
  if (!isId(id)) throw new RangeError('not an identifier');
}

export function assertVersion(version: number): void {
  if (!Number.isSafeInteger(version) || version < 0) throw new RangeError('not a version number');
}

/** Writes to one concrete index, each with its row in `changes`. All methods but `together` are called in its work. */
export class EntryWriter {
  readonly #statements: ReturnType<typeof prepared>;
  #meta: Meta = { seq: 0, documents: 0, versions: 0 };

  constructor(connection: Connection) {
    this.#statements = prepared(connection);
  }

  /** Any number of writes, in a transaction that the caller has begun. */
  together<T>(work: () => T): T {
    const { readMeta, writeMeta } = this.#statements;
    const before = readMeta.get() as Meta;
    this.#meta = { ...before };
    const result = work();
    const { seq, documents, versions } = this.#meta;
    if (seq !== before.seq || documents !== before.documents || versions !== before.versions) {
      writeMeta.run(seq, documents, versions);
    }
    return result;
  }

  writeHead({ head, expected, summaries }: HeadWrite): 'written' | 'conflict' {
    for (const summary of summaries) this.#putSummary(head.id, summary);
    const current = this.#current(head.id);
    if (!isExpected(current, expected)) return 'conflict';
    this.#replace(head, current);
    return 'written';
  }

  writeIfHigher(entry: Entry): void {
    if (entry.kind === 'folder') this.addFolder(entry.folder);
    else if (entry.kind === 'summary') this.addSummary(entry.id, entry.summary);
    else if (entry.kind === 'key') this.raiseKey(entry.entry);
    else {
      const current = this.#current(entry.head.id);
      if (!current || current.version < entry.head.currentVersion) this.#replace(entry.head, current);
    }
  }

  overwrite(entry: ImmutableEntry): void {
    if (entry.kind === 'summary') this.#putSummary(entry.id, entry.summary);
    else this.#putFolder(entry.folder);
  }

  removeHead(id: string, expected: Revision): Exclude<HeadRemoval, 'refused'> {
    const current = this.#current(id);
    if (!current || !isExpected(current, expected)) return 'conflict';
    const before = headOfRow(current);
    this.#statements.deleteHead.run(current.n);
    this.#statements.deleteChange.run(current.seq);
    this.#movePlaces(before, undefined);
    this.#count(before, -1);
    this.#meta.documents--;
    return 'removed';
  }

  addSummary(id: string, summary: VersionSummary): void {
    if (!this.#statements.readSummary.get(id, summary.version)) this.#putSummary(id, summary);
  }

  /** Removes the first `limit` summaries of the range. Returns how many. */
  removeSummaries({ id, from, to, limit }: SummaryRange): number {
    const { summariesBetween, deleteSummary, deleteChange } = this.#statements;
    const found = summariesBetween.all(id, from, to, limit) as { version: number; seq: number }[];
    for (const { version, seq } of found) {
      deleteSummary.run(id, version);
      deleteChange.run(seq);
    }
    this.#meta.versions -= found.length;
    return found.length;
  }

  addFolder(folder: Folder): 'created' | 'exists' {
    if (this.#statements.readFolder.get(folder.id)) return 'exists';
    this.#putFolder(folder);
    return 'created';
  }

  raiseKey(entry: KeyEntry): 'written' | 'exists' {
    const before = this.#statements.readKey.get(entry.name) as { seq: number; life: number } | undefined;
    if (before && before.life >= entry.life) return 'exists';
    const seq = this.#change({ kind: 'key', id: entry.name }, before?.seq);
    this.#statements.putKey.run(entry.name, seq, entry.life, recordOfKey(entry));
    return 'written';
  }

  #current(id: string): CurrentHead | undefined {
    return this.#statements.readHead.get(id) as CurrentHead | undefined;
  }

  #replace(head: Head, current: CurrentHead | undefined): void {
    const before = current && headOfRow(current);
    const seq = this.#change({ kind: 'head', id: head.id }, current?.seq);
    const { sum, record, metadata } = rowOfHead(head);
    const fields = [seq, head.currentVersion, head.deleted ? 1 : 0, ...factsOf(head), sum, record, metadata] as const;
    if (current) this.#statements.updateHead.run(...fields, current.n);
    else this.#statements.insertHead.run(...fields, head.id);
    if (!current) this.#meta.documents++;
    this.#movePlaces(before, head);
    if (!before || countedIn(before).join() !== countedIn(head).join()) {
      if (before) this.#count(before, -1);
      this.#count(head, 1);
    }
  }

  #movePlaces(before: Head | undefined, after: Head | undefined): void {
    const { putPlace, deletePlace } = this.#statements;
    const fields: readonly ResultField[] =
      before && after && areFoundAlike(before, after) ? ['updated_at'] : ['title', 'updated_at', 'created_at'];
    for (const field of fields) {
      for (const [head, statement] of [
        [before, deletePlace],
        [after, putPlace],
      ] as const) {
        if (!head || head.deleted) continue;
        const value = Buffer.from(positionIn(field, head).value);
        for (const scope of scopesOf(field, head)) statement.run(scope, value, head.id);
      }
    }
  }

  /** Of the head's owner and month of creation. */
  #count(head: Head, change: 1 | -1): void {
    const [owner, month] = countedIn(head);
    this.#statements.addToMonth.run(owner, month, change);
    if (change < 0) this.#statements.dropEmptyMonth.run(owner, month);
  }

  #putSummary(id: string, summary: VersionSummary): void {
    const { readSummary, putSummary } = this.#statements;
    const before = readSummary.get(id, summary.version) as { seq: number } | undefined;
    const seq = this.#change({ kind: 'summary', id, version: summary.version }, before?.seq);
    putSummary.run(id, summary.version, seq, recordOfSummary(summary));
    if (!before) this.#meta.versions++;
  }

  #putFolder(folder: Folder): void {
    const before = this.#statements.readFolder.get(folder.id) as { seq: number } | undefined;
    const seq = this.#change({ kind: 'folder', id: folder.id }, before?.seq);
    const [parent, name] = [parentScope(folder.owner, folder.parentId), Buffer.from(folder.name)];
    this.#statements.putFolder.run(folder.id, seq, parent, name, recordOfFolder(folder));
  }

  /** Returns the write's sequence number. `before`: that of the record's last write. */
  #change({ kind, id, version = null }: Changed, before: number | undefined): number {
    if (before !== undefined) this.#statements.deleteChange.run(before);
    const seq = ++this.#meta.seq;
    this.#statements.insertChange.run(seq, kind, id, version);
    return seq;
  }
}

const HEAD_FIELDS = 'seq, version, deleted, key, folded, visibility, created, updated, sum, record, metadata';

function prepared(connection: Connection) {
  const prepare = (sql: string): Statement => connection.prepare(sql);
  return {
    readMeta: prepare('SELECT seq, documents, versions FROM meta'),
    writeMeta: prepare('UPDATE meta SET seq = ?, documents = ?, versions = ?'),
    readHead: prepare('SELECT n, id, seq, version, sum, record, metadata FROM heads WHERE id = ?'),
    insertHead: prepare(`INSERT INTO heads (${HEAD_FIELDS}, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    updateHead: prepare(`UPDATE heads SET (${HEAD_FIELDS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE n = ?`),
    deleteHead: prepare('DELETE FROM heads WHERE n = ?'),
    putPlace: prepare(`INSERT OR REPLACE INTO titles VALUES (?, ${BYTES}, ?)`),
    deletePlace: prepare(`DELETE FROM titles WHERE scope = ? AND folded = ${BYTES} AND id = ?`),
    readSummary: prepare('SELECT seq FROM summaries WHERE id = ? AND version = ?'),
    summariesBetween: prepare(
      'SELECT version, seq FROM summaries WHERE id = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?',
    ),
    putSummary: prepare('INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, ?)'),
    deleteSummary: prepare('DELETE FROM summaries WHERE id = ? AND version = ?'),
    addToMonth: prepare(
      'INSERT INTO months VALUES (?, ?, ?) ON CONFLICT (owner, month) DO UPDATE SET count = count + excluded.count',
    ),
    dropEmptyMonth: prepare('DELETE FROM months WHERE owner = ? AND month = ? AND count <= 0'),
    readFolder: prepare('SELECT seq FROM folders WHERE id = ?'),
    putFolder: prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?)'),
    readKey: prepare('SELECT seq, life FROM keys WHERE name = ?'),
    putKey: prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?)'),
    insertChange: prepare('INSERT INTO changes VALUES (?, ?, ?, ?)'),
    deleteChange: prepare('DELETE FROM changes WHERE seq = ?'),
  };
}

const countedIn = ({ owner, createdAt }: Head): [owner: string, month: string] => [owner, monthOf(createdAt)];

/** The fields from `key` to `updated`. */
function factsOf(head: Head): readonly (Buffer | string | null)[] {
  if (head.deleted) return [null, null, null, null, null];
  const { byKey, foldedTitle, visibility, createdAt, updatedAt } = head;
  return [byKey && Buffer.from(byKey.key), Buffer.from(foldedTitle), visibility, createdAt, updatedAt];
}

/** Whether both are in the same places, but for the time of the last change, as after most pushes. */
function areFoundAlike(a: Head, b: Head): boolean {
  if (a.deleted || b.deleted) return a.deleted && b.deleted;
  return a.owner === b.owner && a.createdAt === b.createdAt && isFoundAlike(a, b);
}

function isExpected(current: CurrentHead | undefined, expected: HeadWrite['expected']): boolean {
  if (expected === 'absent') return current === undefined;
  return current?.seq === expected.seqNo && expected.primaryTerm === 1;
}
