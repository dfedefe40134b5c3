import { open } from 'lmdb';
import type { Database, RootDatabase } from 'lmdb';
import type { FolderRecord, HeadRecord, SummaryRecord } from './index-records.js';

/** One LMDB environment. Keys are bytes, so that every order is that of bytes. */
export type IndexTables = {
  root: RootDatabase<string, Buffer>;
  heads: Database<HeadRecord, Buffer>;
  summaries: Database<SummaryRecord, Buffer>;
  /** Search keys; the value is the rest of a title that its key had to cut. */
  titles: Database<Buffer, Buffer>;
  /** (owner, month) → documents created in it, deleted ones too. */
  months: Database<number, Buffer>;
  folders: Database<FolderRecord, Buffer>;
  /** (owner, parent), name, id. */
  folderNames: Database<Buffer, Buffer>;
};

/**
 * Without overlapping syncs a commit becomes visible when it is durable, and a resolved promise means both. With
 * batches by event turn, lmdb-js 3.5 makes a second promise for each transaction and drops it: a failing commit
 * (disk full) would end the process as an unhandled rejection. The map needs no size: lmdb-js makes it larger as
 * the file grows.
 */
export function openTables(folder: string): IndexTables {
  const options = { path: folder, overlappingSync: false, eventTurnBatching: false } as const;
  const root = open<string, Buffer>({ ...options, ...KEYS, encoding: 'string' });
  const records = { ...KEYS, encoding: 'msgpack' } as const;
  const bytes = { ...KEYS, encoding: 'binary' } as const;
  return {
    root,
    heads: root.openDB('heads', records),
    summaries: root.openDB('summaries', records),
    titles: root.openDB('titles', bytes),
    months: root.openDB('months', records),
    folders: root.openDB('folders', records),
    folderNames: root.openDB('folder-names', bytes),
  };
}

const KEYS = { keyEncoding: 'binary' } as const;
