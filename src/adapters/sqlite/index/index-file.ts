import { join } from 'node:path';
import { makeDatabase } from '../files/connection.js';

/**
 * One concrete index. Texts that clients choose are bytes or JSON, as Node 22 cuts TEXT at a zero byte. `places` has the
 * folded title of a head for each combination of folder and tag that finds it, so one range answers every search by
 * title. Of its times it has those of owner and folder alone, as each push moves them. `sum` is the CRC-32 of a head.
 * What stands before it is looked up without the record, which may be long; tombstones have none of it. `changes` has
 * each record only under its last write.
 */
const SCHEMA = `
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER, documents INTEGER, versions INTEGER);
  INSERT INTO meta VALUES (1, 0, 0, 0);
  CREATE TABLE heads (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, version INTEGER NOT NULL,
    deleted INTEGER NOT NULL, key BLOB, folded BLOB, visibility TEXT, created TEXT, updated TEXT,
    sum INTEGER NOT NULL, record TEXT NOT NULL, metadata TEXT
  );
  CREATE TABLE places (
    scope BLOB NOT NULL, value BLOB NOT NULL, id TEXT NOT NULL, PRIMARY KEY (scope, value, id)
  ) WITHOUT ROWID;
  CREATE TABLE summaries (
    id TEXT NOT NULL, version INTEGER NOT NULL, seq INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (id, version)
  ) WITHOUT ROWID;
  CREATE TABLE months (owner TEXT NOT NULL, month TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (owner, month))
    WITHOUT ROWID;
  CREATE TABLE folders (
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL, parent BLOB NOT NULL, name BLOB NOT NULL, record TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX folder_names ON folders (parent, name, id);
  CREATE TABLE keys (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, life INTEGER NOT NULL, record TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE changes (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER);
`;

export function indexFile(folder: string, number: number): string {
  return join(folder, `index-${number}.db`);
}

/** Makes an empty index. It is on the disk when this returns. */
export function makeIndex(file: string): void {
  makeDatabase(file, SCHEMA);
}
