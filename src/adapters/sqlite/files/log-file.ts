import { existsSync, linkSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomBase62 } from '../../../domain/base62.js';
import { OperatorError, UnavailableError } from '../../../domain/errors.js';
import { codeOf } from './fs-errors.js';
import { makeDurably, syncFolder } from './make-durably.js';
import { makeDatabase, openFile, removeDatabase, type ConnectionOptions } from './connection.js';
import { claimFile, copied, isClosedCopy, isCopy } from './copy-mark.js';
import { DamagedLogError, isBusy, isOfTheDisk, LOG_FILE, unavailable } from './sqlite-errors.js';
import type { Connection } from './sqlite-library.js';

/**
 * The truth. `sum` is the CRC-32 of key and body. `indices` and `current` are the catalog of indices. `mark` is
 * explained in `copy-mark.ts`.
 */
const SCHEMA = `
  CREATE TABLE objects (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL, body BLOB NOT NULL);
  CREATE TABLE indices (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, generation TEXT NOT NULL,
    schema INTEGER NOT NULL, state TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 0, token TEXT
  );
  CREATE TABLE current (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL);
  CREATE TABLE mark (
    one INTEGER PRIMARY KEY CHECK (one = 1), inode TEXT NOT NULL, birth TEXT NOT NULL, state TEXT NOT NULL
  );
`;
const LAST_TABLE = 'mark';

/** Where it is and the log is not, the log was lost. */
export function isBesideLog(name: string): boolean {
  return /^(log\.db-wal|index-\d+\.db|replaced-.*\.db)$/.test(name);
}

/** `log.db` of a data folder, as one thread has it open. */
export type LogFile = { path: string; connection: Connection; isFixed: boolean };

/** A log that is not in its place yet, with what SQLite has beside it. */
export function isNewLog(name: string): boolean {
  return /^log\.db\.\w+\.new(-wal|-shm)?$/.test(name);
}

export function logFile(folder: string): string {
  return join(folder, LOG_FILE);
}

/**
 * Makes folder and log where there are none. Raises `UnavailableError`, or an `OperatorError` for what only an
 * operator can change: the log was lost, is of an older program, or is a copy. `isTrusted`: a copy is opened, too.
 */
export function openLog(folder: string, options: ConnectionOptions, { isTrusted = false } = {}): LogFile {
  const path = logFile(folder);
  try {
    if (!existsSync(path)) makeLog(folder);
    // To close a connection that may write would put the write-ahead log of a copy into its file.
    if (!isTrusted && isClosedCopy(path, options.busyMs)) throw copied(path);
    const { connection, isFixed } = openFile(path, options);
    try {
      if (!isComplete(connection)) throw new DamagedLogError(`${path} is empty`);
      if (isFixed && !isTrusted && isCopy(connection, path)) throw copied(path);
      if (!isFixed && !isTrusted) ignoreBusy(() => claimFile(connection, path));
      return { path, connection, isFixed };
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw unavailable(error, path);
  }
}

export function isComplete(connection: Connection): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(LAST_TABLE) !== undefined;
}

/** It gets its name when it is whole: an empty file under that name would be a loss. Of several makers one is first. */
function makeLog(folder: string): void {
  makeDurably(folder);
  expectNoLoss(folder);
  const made = join(folder, `${LOG_FILE}.${randomBase62(8)}.new`);
  try {
    makeDatabase(made, SCHEMA);
    linkSync(made, logFile(folder));
    syncFolder(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    removeDatabase(made);
  }
}

/** For an existing folder. Raises `OperatorError` where its log is gone. Another process may make one meanwhile. */
export function expectNoLoss(folder: string): void {
  const names = readdirSync(folder);
  const left = names.find(isBesideLog);
  if (left !== undefined && !existsSync(logFile(folder))) {
    throw new OperatorError(
      `${logFile(folder)} is missing, and ${left} beside it is of a log: restore a backup by \`quire restore-backup\``,
    );
  }
  const segments = join(folder, 'log');
  const isFolder = statSync(segments, { throwIfNoEntry: false })?.isDirectory();
  const older = isFolder && readdirSync(segments).find((name) => name.endsWith('.segment'));
  if (older) {
    throw new OperatorError(
      `${join(segments, older)} is of an older program, which kept its log in segments: use a new folder`,
    );
  }
}

/** Raises `UnavailableError` for a log that was opened only to be read. */
export function expectWritable({ path, isFixed }: LogFile): void {
  if (isFixed) throw new UnavailableError(`the disk of ${path} takes no writes`);
}

/** The next opening does it. */
function ignoreBusy(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isBusy(error) && !isOfTheDisk(error)) throw error;
  }
}
