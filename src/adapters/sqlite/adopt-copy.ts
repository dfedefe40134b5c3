import { statSync } from 'node:fs';
import type { ProgressReporter } from '../../platform/progress.js';
import { checkLog, type LogCheck } from './check-log.js';
import { clearMark, isCopy } from './copy-mark.js';
import { lockFolder } from './folder-owner.js';
import { expectWritable, openLog } from './log-file.js';

const BUSY_MS = 5_000;

/** `hasWal`: the copy has a write-ahead log. Without one the last writes before the copy may be missing. */
export type Adopted = LogCheck & { path: string; hasWal: boolean };

/**
 * Checks a log that was copied while a service ran, and lets services and commands use it from now on, whatever was
 * found. Undefined: it is no such copy. Raises `OperatorError` where a service uses the folder.
 */
export async function adoptCopy(folder: string, progress: ProgressReporter): Promise<Adopted | undefined> {
  const lock = lockFolder(folder);
  try {
    const log = openLog(folder, { busyMs: BUSY_MS }, { isTrusted: true });
    try {
      if (!isCopy(log.connection, log.path)) return undefined;
      expectWritable(log);
      const hasWal = (statSync(`${log.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
      const check = await checkLog(log, progress);
      clearMark(log.connection);
      return { ...check, path: log.path, hasWal };
    } finally {
      log.connection.close();
    }
  } finally {
    lock.close();
  }
}
