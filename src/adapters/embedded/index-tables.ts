import { open } from 'lmdb';
import type { Database, RootDatabase } from 'lmdb';
import type { FolderRecord, HeadRecord, IndexRecord, SummaryRecord } from './index-records.js';

/** One LMDB environment with all concrete indices. Keys are bytes, so that every order is that of bytes. */
export type IndexTables = {
  root: RootDatabase<Buffer, Buffer>;
  /** Number of an index → what it is. */
  indices: Database<IndexRecord, Buffer>;
  /** The current index, how often that changed, the highest number of an index, and each one's last sequence number. */
  counters: Database<number, Buffer>;
  heads: Database<HeadRecord, Buffer>;
  summaries: Database<SummaryRecord, Buffer>;
  /** Search keys; the value is the rest of a title that its key had to cut. */
  titles: Database<Buffer, Buffer>;
  /** (owner, month) → documents created in it, deleted ones too. */
  months: Database<number, Buffer>;
  folders: Database<FolderRecord, Buffer>;
  /** (owner, parent), name, id. */
  folderNames: Database<Buffer, Buffer>;
  /** Sequence number → what was written under it and not since. */
  changes: Database<Buffer, Buffer>;
};

/** The environment is new, or whoever made it did not get to the end. */
export class MissingTableError extends Error {
  constructor(name: string) {
    super(`the index has no table ${name}`);
    this.name = 'MissingTableError';
  }
}

/**
 * Without overlapping syncs a commit becomes visible when it is durable, and a resolved promise means both. With
 * batches by event turn, lmdb-js 3.5 makes a second promise for each transaction and drops it: a failing commit
 * (disk full) would end the process as an unhandled rejection.
 *
 * lmdb-js makes the map larger when the file has outgrown it, whoever made it grow, but not safely so when a reading
 * and a writing thread find that out at the same moment, as they do when it was another process. So the map is large
 * from the start: it takes address space only.
 *
 * With `readOnly` nothing is made; raises `MissingTableError` where a table is missing.
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
    folders: root.openDB<FolderRecord, Buffer>('folders', records),
    folderNames: root.openDB<Buffer, Buffer>('folder-names', bytes),
    changes: root.openDB<Buffer, Buffer>('changes', bytes),
  };
  // Contrary to its type, a table that is missing is undefined where nothing may be made.
  const missing = Object.entries(tables).find(([, table]) => table === undefined);
  if (missing) throw new MissingTableError(missing[0]);
  return tables;
}

/** Less than the address space of any 64-bit system, some of which have but 39 bits. */
const MAP_BYTES = 2 ** 36;
const KEYS = { keyEncoding: 'binary' } as const;
