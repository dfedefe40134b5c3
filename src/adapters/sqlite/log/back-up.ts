import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { randomBase62 } from '../../../domain/base62.js';
import { OperatorError } from '../../../domain/errors.js';
import { makeFile, openToWriteAlone, pragmaOf, removeDatabase } from '../files/connection.js';
import { clearPlace } from '../files/copy-mark.js';
import { openLog } from '../files/log-file.js';
import { syncFolder } from '../files/make-durably.js';
import { isDamage, unavailable } from '../files/sqlite-errors.js';
import { copyPages, type Connection } from '../files/sqlite-library.js';
import { checkLog, type CheckOptions, type LogCheck } from './check-log.js';

const BUSY_MS = 5_000;
/** Of 4 KiB: some milliseconds, after which the copy may be stopped. */
const PAGES_TOGETHER = 1_000;

export type BackUp = LogCheck & { bytes: number };

/** `accept`: called with what the check has found, before the copy gets its name. It may raise an error instead. */
export type CopyOptions = CheckOptions & { accept?: (check: LogCheck) => void };

/**
 * Writes the log into a new file beside the running service, and checks that file. The write-ahead log of the service
 * cannot become shorter meanwhile. Raises `OperatorError` and the reason of `stop`, and leaves no file then.
 */
export async function backUp(folder: string, file: string, options: CheckOptions): Promise<BackUp> {
  const target = resolve(file);
  if (existsSync(target)) throw new OperatorError(`${target} exists already`);
  if (!existsSync(dirname(target))) throw new OperatorError(`there is no folder ${dirname(target)}`);
  const { connection, path } = openLog(folder, { busyMs: BUSY_MS });
  try {
    const check = await copyLog(connection, target, options);
    return { ...check, bytes: statSync(target).size };
  } catch (error) {
    throw isDamage(error) ? unavailable(error, path) : error;
  } finally {
    connection.close();
  }
}

/** Makes `target` from the log of a connection. Raises `OperatorError` and the reason of `stop`. */
export async function copyLog(source: Connection, target: string, options: CopyOptions): Promise<LogCheck> {
  const made = `${target}.${randomBase62(8)}.new`;
  try {
    makeFile(made);
    await copyInto(made, source, options);
    const check = await checkCopy(made, options);
    options.accept?.(check);
    renameSync(made, target);
    syncFolder(dirname(target));
    return check;
  } finally {
    removeDatabase(made);
  }
}

async function copyInto(made: string, source: Connection, { progress, stop }: CheckOptions): Promise<void> {
  // One state: else each write of another connection would make the copy begin anew.
  source.exec('BEGIN');
  const bytes = pragmaOf(source, 'page_size');
  let left = pragmaOf(source, 'page_count');
  progress.start('Copying (bytes)', left * bytes);
  const advanceTo = (remaining: number) => {
    progress.advance((left - remaining) * bytes);
    left = remaining;
  };
  try {
    await copyPages(source, made, {
      rate: PAGES_TOGETHER,
      progress: ({ remainingPages }) => {
        stop.throwIfAborted();
        advanceTo(remainingPages);
      },
    });
    advanceTo(0);
  } catch (error) {
    stop.throwIfAborted();
    throw new OperatorError(`the log cannot be copied to ${made}: ${(error as Error).message}`, { cause: error });
  } finally {
    source.exec('ROLLBACK');
    progress.stop();
  }
}

async function checkCopy(path: string, options: CheckOptions): Promise<LogCheck> {
  const connection = openToWriteAlone(path);
  try {
    clearPlace(connection);
    return await checkLog({ path, connection, isFixed: false }, options);
  } finally {
    connection.close();
  }
}
