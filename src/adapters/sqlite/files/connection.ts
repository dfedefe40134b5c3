import { closeSync, existsSync, fchownSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnavailableError } from '../../../domain/errors.js';
import { codeOf } from './fs-errors.js';
import { isOfTheDisk } from './sqlite-errors.js';
import { sqliteLibrary, type Connection } from './sqlite-library.js';

/** Pages of 4 KiB in the write-ahead log before it goes into the file: fewer make each commit wait more often. */
const CHECKPOINT_PAGES = 4_000;
const CACHE_KIB = 16 * 1024;
/** A command may just be closing it. */
const ALONE_WITHIN_MS = 1_000;
const LARGEST_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Each connection sets `synchronous`, as it is no property of the file. With FULL a commit that returned is on the
 * disk. `trusted_schema` and `cell_size_check` are for files that others made.
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
  PRAGMA journal_size_limit = ${LARGEST_LOG_BYTES};
  PRAGMA cache_size = -${CACHE_KIB};
  PRAGMA mmap_size = 0;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
`;

/** In a statement, for an array that may be empty: Node 22 makes NULL of an empty one. */
export const BYTES = 'coalesce(?, zeroblob(0))';

/** `busyMs`: how long it may sleep for another connection. A sleep holds up the whole thread. */
export type ConnectionOptions = { busyMs: number };

/** Makes the file with access for its owner alone. SQLite gives its companions the same. Raises EEXIST. */
export function makeFile(file: string): void {
  // Never an existing file: to close any descriptor of a file drops SQLite's locks of this process.
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    // Root makes it for the user of the folder, whose service must open it.
    const { uid, gid } = statSync(dirname(file));
    if (fstatSync(descriptor).uid !== uid) fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the file unless there is one. */
export function makeFileOnce(file: string): void {
  try {
    makeFile(file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** With what SQLite has beside it. Open connections keep what they have. An absent file is no error. */
export function removeDatabase(file: string): void {
  for (const end of ['-wal', '-shm', '-journal', '']) rmSync(file + end, { force: true });
}

/** The value of a pragma that is a number. */
export function pragmaOf(connection: Connection, name: string): number {
  return Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0] as number;
}

/** Without a write-ahead log: what was in one goes into the file. Busy where another connection has it open. */
export function openToWriteAlone(file: string): Connection {
  const Database = sqliteLibrary();
  const connection = new Database(`${pathToFileURL(file).href}?mode=rw`, { timeout: ALONE_WITHIN_MS });
  try {
    connection.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Puts nothing into the file, not even its write-ahead log. */
export function openToRead(file: string, busyMs: number): Connection {
  const Database = sqliteLibrary();
  return new Database(file, { readOnly: true, timeout: busyMs });
}

/** `isFixed`: the file is read as it is now. What others write from now on is not seen, or raises errors. */
export type OpenFile = { connection: Connection; isFixed: boolean };

/**
 * Opens an existing file; an absent one raises an error, as it would be a loss that looks like an empty database. Where
 * the disk is read-only or full, so that SQLite cannot make what it keeps beside the file, the file is only read.
 */
export function openFile(file: string, options: ConnectionOptions): OpenFile {
  try {
    return { connection: openToWrite(file, options), isFixed: false };
  } catch (error) {
    if (!existsSync(file) || !isOfTheDisk(error)) throw error;
    // It would be left out, which would show an old state.
    if (hasWriteAheadLog(file))
      throw new UnavailableError(`${file}-wal is not in its file yet, and the disk takes no writes`);
    return { connection: openFixed(file), isFixed: true };
  }
}

/** Reads the file as it is now, without its write-ahead log. Nothing is made beside it. */
export function openFixed(file: string): Connection {
  const Database = sqliteLibrary();
  return new Database(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
}

/** Makes the file of a database. It is on the disk when this returns. Raises EEXIST. */
export function makeDatabase(file: string, schema: string): void {
  makeFile(file);
  // Counts only before the first table. Set again it would be a write.
  const connection = openToWrite(file, { busyMs: 0 }, 'PRAGMA auto_vacuum = INCREMENTAL');
  try {
    inTransaction(connection, () => connection.exec(schema));
  } finally {
    connection.close();
  }
}

function openToWrite(file: string, { busyMs }: ConnectionOptions, first = ''): Connection {
  const Database = sqliteLibrary();
  const connection = new Database(`${pathToFileURL(file).href}?mode=rw`, { timeout: busyMs });
  try {
    connection.exec(`${first}; ${PRAGMAS}`);
    // SQLite opens the log at the first read.
    connection.exec('SELECT count(*) FROM sqlite_schema');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** There are writes beside the file that may not be in it. */
export function hasWriteAheadLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Runs the work in one transaction that waits for its turn to write at its beginning. */
export function inTransaction<T>(connection: Connection, work: () => T): T {
  return between(connection, ['BEGIN IMMEDIATE', 'COMMIT'], work);
}

/** Reads of one state of the file. */
export function inSnapshot<T>(connection: Connection, work: () => T): T {
  return between(connection, ['BEGIN', 'ROLLBACK'], work);
}

function between<T>(connection: Connection, [begin, end]: [begin: string, end: string], work: () => T): T {
  connection.exec(begin);
  try {
    const result = work();
    connection.exec(end);
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some errors.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
