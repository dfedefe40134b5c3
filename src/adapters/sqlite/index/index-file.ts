import { join } from 'node:path';
import { inTransaction, makeDatabase } from '../files/connection.js';
import type { Connection } from '../files/sqlite-library.js';

/** What conditions of lists look at, beside the record, which may be long. Tombstones have none of it. */
const FACTS = ['folded BLOB', 'visibility TEXT', 'created TEXT', 'updated TEXT'];

/**
 * One concrete index. Texts that clients choose are bytes or JSON, as Node 22 cuts TEXT at a zero byte. A row of
 * `titles` is there for each combination of folder and tag that finds a head, so one range answers every search by
 * title. Scopes of their own have times in place of titles, for owner and folder alone, as each push moves them. `sum`
 * is the CRC-32 of a head. `changes` has each record only under its last write.
 */
const SCHEMA = `
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER, documents INTEGER, versions INTEGER);
  INSERT INTO meta VALUES (1, 0, 0, 0);
  CREATE TABLE heads (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, version INTEGER NOT NULL,
    deleted INTEGER NOT NULL, key BLOB, ${FACTS.join(', ')},
    sum INTEGER NOT NULL, record TEXT NOT NULL, metadata TEXT
  );
  CREATE TABLE titles (
    scope BLOB NOT NULL, folded BLOB NOT NULL, id TEXT NOT NULL, PRIMARY KEY (scope, folded, id)
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

/** Gives an index of an older schema today's columns, empty: a rebuild reads it and brings its heads forward. */
export function extendIndex(connection: Connection): void {
  inTransaction(connection, () => {
    const has = connection.prepare("SELECT 1 FROM pragma_table_info('heads') WHERE name = 'updated'").get();
    if (!has) for (const column of FACTS) connection.exec(`ALTER TABLE heads ADD COLUMN ${column}`);
  });
}
