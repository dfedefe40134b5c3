import { open } from 'lmdb';
import type { Database, RootDatabase } from 'lmdb';
import type { IndexNotes } from './index-notes.js';
import type { StoredFolder, HeadRecord, IndexRecord, KeyRecord, SummaryRecord } from './index-records.js';

/** One LMDB environment with all concrete indices. Keys are bytes, so every order is bytewise. */
export type IndexTables = {
  root: RootDatabase<Buffer, Buffer>;
  indices: Database<IndexRecord, Buffer>;
  /** The current index, the highest index number, and each index's last sequence number. */
  counters: Database<number, Buffer>;
  heads: Database<HeadRecord, Buffer>;
  summaries: Database<SummaryRecord, Buffer>;
  /** Search key → rest of a title whose key was cut. */
  titles: Database<Buffer, Buffer>;
  /** (owner, month) → documents created in it, deleted ones included. */
  months: Database<number, Buffer>;
  folders: Database<StoredFolder, Buffer>;
  /** Name of a client's own key → its highest life. */
  keys: Database<KeyRecord, Buffer>;
  /** Keys only: (owner, parent), name, id. */
  folderNames: Database<Buffer, Buffer>;
  /** Sequence number → the record whose last write has it. */
  changes: Database<Buffer, Buffer>;
  notes: IndexNotes;
};

/** The environment is new, or its creation was interrupted. */
export class MissingTableError extends Error {
  constructor(name: string) {
    super(`the index has no table ${name}`);
    this.name = 'MissingTableError';
  }
}

/**
 * Without overlapping syncs a commit is visible once durable, and a resolved promise means both. With batches by event
 * turn, lmdb-js 3.5 makes and drops a second promise for each transaction: a failing commit (disk full) would end the
 * process as an unhandled rejection. lmdb-js enlarges a map that the file outgrew. That is unsafe when a reading and a
 * writing thread notice at the same moment. So the map is large from the start, which takes only address space.
 * `readOnly` makes nothing and raises `MissingTableError` for a missing table.
 */
export function openTables(folder: string, { readOnly = false } = {}): IndexTables {
  const options = { path: folder, overlappingSync: false, eventTurnBatching: false, mapSize: MAP_BYTES } as const;
  const root = open<Buffer, Buffer>({ ...options, ...KEYS, readOnly, encoding: 'binary' });
  try {
    return { root, ...openAll(root) };
  } catch (error) {
    void root.close();
    throw error;
  }
}

function openAll(root: RootDatabase<Buffer, Buffer>): Omit<IndexTables, 'root'> {
  const records = { ...KEYS, encoding: 'msgpack' } as const;
  const bytes = { ...KEYS, encoding: 'binary' } as const;
  const tables = {
    indices: root.openDB<IndexRecord, Buffer>('indices', records),
    counters: root.openDB<number, Buffer>('counters', records),
    heads: root.openDB<HeadRecord, Buffer>('heads', records),
    summaries: root.openDB<SummaryRecord, Buffer>('summaries', records),
    titles: root.openDB<Buffer, Buffer>('titles', bytes),
    months: root.openDB<number, Buffer>('months', records),
    folders: root.openDB<StoredFolder, Buffer>('folders', records),
    keys: root.openDB<KeyRecord, Buffer>('keys', records),
    folderNames: root.openDB<Buffer, Buffer>('folder-names', bytes),
    changes: root.openDB<Buffer, Buffer>('changes', bytes),
    notes: root.openDB<string, Buffer>('notes', records),
  };
  // Contrary to its type, a missing table is undefined with `readOnly`.
  const missing = Object.entries(tables).find(([, table]) => table === undefined);
  if (missing) throw new MissingTableError(missing[0]);
  return tables;
}

/** Less than the address space of any 64-bit system. Some have only 39 bits. */
const MAP_BYTES = 2 ** 36;
const KEYS = { keyEncoding: 'binary' } as const;
