import { statSync } from 'node:fs';
import { OperatorError } from '../../../domain/errors.js';
import { hasWriteAheadLog, inTransaction, openToRead } from './connection.js';
import type { Connection } from './sqlite-library.js';

/**
 * A copy of the files that is made while they are written to may lack writes or be damaged, and may look sound. So the
 * file says which file it is, and whether a service uses it. A file that says it is another one was copied. Such a copy
 * is sound where no service used the original, and where it has no write-ahead log: a proper end leaves none.
 */
type Mark = { inode: string; birth: string; state: State };
type State = 'running' | 'ended';

export function copied(file: string): OperatorError {
  return new OperatorError(
    `${file} is a copy that was made while a service ran, so it may lack writes or be damaged. ` +
      'Use `quire backup` to copy, or run `quire doctor --adopt` to check this copy and go on with it',
  );
}

/** Leaves the file as it is, with its write-ahead log. False also where the mark cannot be read. */
export function isClosedCopy(file: string, busyMs: number): boolean {
  let connection: Connection | undefined;
  try {
    connection = openToRead(file, busyMs);
    return isCopy(connection, file);
  } catch {
    return false;
  } finally {
    connection?.close();
  }
}

export function isCopy(connection: Connection, file: string): boolean {
  // Before the mark is read: another command may claim a sound copy meanwhile, which writes both.
  const hasLog = hasWriteAheadLog(file);
  const mark = markIn(connection);
  if (!mark || isOf(mark, file)) return false;
  return mark.state === 'running' || hasLog;
}

/** A service uses the file, or was not ended properly. */
export function isInUse(connection: Connection): boolean {
  return markIn(connection)?.state === 'running';
}

/** For a sound copy, and a new file: it is a file of its own from now on. */
export function claimFile(connection: Connection, file: string): void {
  const mark = markIn(connection);
  if (!mark || !isOf(mark, file)) setMark(connection, file, 'ended');
}

/** `running` is in the file itself when this returns, unless a reader holds the write-ahead log. */
export function setMark(connection: Connection, file: string, state: State): void {
  const { inode, birth } = identityOf(file);
  inTransaction(connection, () => {
    connection.prepare('INSERT OR REPLACE INTO mark VALUES (1, ?, ?, ?)').run(inode, birth, state);
  });
  connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

/** For a file that leaves its place: it belongs to no folder, and no index belongs to it. */
export function clearPlace(connection: Connection): void {
  inTransaction(connection, () => connection.exec('DELETE FROM indices; DELETE FROM current; DELETE FROM mark'));
}

function markIn(connection: Connection): Mark | undefined {
  return connection.prepare('SELECT inode, birth, state FROM mark').get() as Mark | undefined;
}

function isOf({ inode, birth }: Mark, file: string): boolean {
  const own = identityOf(file);
  return own.inode === inode && (own.birth === birth || own.birth === '' || birth === '');
}

function identityOf(file: string): { inode: string; birth: string } {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  // Where a file system knows no time of birth, Node gives nothing, or the time of the last change.
  const isKnown = birthtimeNs !== 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), birth: isKnown ? String(birthtimeNs) : '' };
}
