import { statSync } from 'node:fs';
import { OperatorError, UnavailableError } from '../../domain/errors.js';
import { inTransaction } from './connection.js';
import { sqliteLibrary, type Connection } from './sqlite-library.js';

const BUSY_MS = 1_000;

/**
 * A copy of the files that is made while a service runs may lack writes or be damaged, and may look sound. So a
 * service writes into the file which file it is, and removes that mark at a proper end. A file with the mark of
 * another file is such a copy, or it was moved to another disk after an unclean end.
 */
type Mark = { inode: string; birth: string };

export function copied(file: string): OperatorError {
  return new OperatorError(
    `${file} is a copy that was made while a service ran, so it may lack writes or be damaged. ` +
      'Use `quire backup` to copy, or run `quire doctor --adopt` to check this copy and go on with it',
  );
}

/** Leaves the file as it is. False also where the mark cannot be read. */
export function isClosedCopy(file: string): boolean {
  const Database = sqliteLibrary();
  let connection: Connection | undefined;
  try {
    connection = new Database(file, { readOnly: true, timeout: BUSY_MS });
    return isCopy(connection, file);
  } catch {
    return false;
  } finally {
    connection?.close();
  }
}

export function isCopy(connection: Connection, file: string): boolean {
  const mark = markIn(connection);
  return mark !== undefined && !isOf(mark, file);
}

/** A service uses the file, or was not ended properly. */
export function hasMark(connection: Connection): boolean {
  return markIn(connection) !== undefined;
}

function markIn(connection: Connection): Mark | undefined {
  return connection.prepare('SELECT inode, birth FROM mark').get() as Mark | undefined;
}

/** For the one service. It is in the file itself when this returns, not in its write-ahead log. */
export function setMark(connection: Connection, file: string): void {
  const { inode, birth } = markOf(file);
  inTransaction(connection, () => {
    connection.prepare('INSERT OR REPLACE INTO mark VALUES (1, ?, ?)').run(inode, birth);
  });
  const { busy } = connection.prepare('PRAGMA wal_checkpoint(FULL)').get() as { busy: number };
  if (busy) throw new UnavailableError(`${file} is being read: its mark cannot be written`);
}

export function clearMark(connection: Connection): void {
  inTransaction(connection, () => connection.exec('DELETE FROM mark'));
}

function isOf({ inode, birth }: Mark, file: string): boolean {
  const own = markOf(file);
  return own.inode === inode && (own.birth === birth || own.birth === '' || birth === '');
}

function markOf(file: string): Mark {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  // Where a file system knows no time of birth, Node gives nothing, or the time of the last change.
  const isKnown = birthtimeNs !== 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), birth: isKnown ? String(birthtimeNs) : '' };
}
