import { checkLog, type CheckOptions, type LogCheck } from './check-log.js';
import { hasWriteAheadLog } from '../files/connection.js';
import { isCopy, setMark } from '../files/copy-mark.js';
import { lockFolder } from '../files/folder-owner.js';
import { expectWritable, openLog } from '../files/log-file.js';

const BUSY_MS = 5_000;

/** `hasWal`: the copy has a write-ahead log. Without one the last writes before the copy may be missing. */
export type CopyCheck = LogCheck & { path: string; hasWal: boolean; isAdopted: boolean };

/**
 * Checks a log that was copied while a service ran. Services and commands may use it from now on, unless its structure
 * is damaged and it is not `isForced`. Undefined: it is no such copy. Raises `OperatorError` where a service uses the
 * folder.
 */
export async function adoptCopy(
  folder: string,
  { isForced, ...options }: CheckOptions & { isForced: boolean },
): Promise<CopyCheck | undefined> {
  const lock = lockFolder(folder);
  try {
    const log = openLog(folder, { busyMs: BUSY_MS }, { isTrusted: true });
    try {
      if (!isCopy(log.connection, log.path)) return undefined;
      expectWritable(log);
      const hasWal = hasWriteAheadLog(log.path);
      const check = await checkLog(log, options);
      const isAdopted = check.fault === undefined || isForced;
      if (isAdopted) setMark(log.connection, log.path, 'ended');
      return { ...check, path: log.path, hasWal, isAdopted };
    } finally {
      log.connection.close();
    }
  } finally {
    lock.close();
  }
}
