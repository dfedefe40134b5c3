import { chmodSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { randomBase62 } from '../../../domain/base62.js';
import { OperatorError } from '../../../domain/errors.js';
import { syncFolder } from '../files/make-durably.js';
import { putInPlace, withFile } from './back-up.js';
import { checkLog, type CheckOptions, type LogCheck } from './check-log.js';
import { hasWriteAheadLog, makeFile, openToWriteAlone, removeDatabase } from '../files/connection.js';
import { clearPlace, isInUse } from '../files/copy-mark.js';
import { lockFolder } from '../files/folder-owner.js';
import { isComplete, isNewLog, logFile } from '../files/log-file.js';
import { isBusy, isDamage } from '../files/sqlite-errors.js';

const INDEX_FILE = /^index-\d+\.db$/;

/** `replaced`: where the log that was there is now. */
export type Restored = LogCheck & { replaced: string | undefined };

/**
 * Puts a backup in the place of the log, and removes the indices of the folder. Raises `OperatorError` where a service
 * or a command uses the folder, or the file is no sound backup, and the reason of `stop`; the log is as it was then.
 */
export async function restoreBackUp(folder: string, file: string, options: CheckOptions): Promise<Restored> {
  const source = resolve(file);
  if (!existsSync(source)) throw new OperatorError(`there is no file ${source}`);
  if (hasWriteAheadLog(source)) throw new OperatorError(`${source} is no backup: it has a write-ahead log`);
  const lock = lockFolder(folder);
  try {
    removeLeftovers(folder);
    const made = `${logFile(folder)}.${randomBase62(8)}.new`;
    try {
      const check = await copyChecked(source, made, options);
      const replaced = setAside(folder);
      putInPlace(made, logFile(folder));
      for (const name of readdirSync(folder)) if (INDEX_FILE.test(name)) removeDatabase(join(folder, name));
      return { ...check, replaced };
    } finally {
      removeDatabase(made);
    }
  } finally {
    lock.close();
  }
}

/** Of a restoration that was killed. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (isNewLog(name)) removeDatabase(join(folder, name));
}

async function copyChecked(source: string, made: string, options: CheckOptions): Promise<LogCheck> {
  makeFile(made);
  options.progress.start('Copying');
  await copyFile(source, made);
  options.progress.stop();
  // The copy has the mode of the source.
  chmodSync(made, 0o600);
  const check = await withFile(made, (log) => {
    if (!isComplete(log.connection)) throw new OperatorError(`${source} is no backup of Quire`);
    if (isInUse(log.connection))
      throw new OperatorError(`${source} is no backup: a service used it when it was copied`);
    clearPlace(log.connection);
    return checkLog(log, options);
  });
  if (check.fault !== undefined) throw new OperatorError(`${source} is damaged: ${check.fault}`);
  return check;
}

/** Undefined: there is nothing. In the end neither the log nor what SQLite had beside it is in its place. */
function setAside(folder: string): string | undefined {
  const log = logFile(folder);
  const ends = ['', '-wal', '-shm'].filter((end) => existsSync(log + end));
  if (ends.length === 0) return undefined;
  if (ends.includes('')) makeOneFile(log);
  const name = join(folder, `replaced-${new Date().toISOString().replaceAll(':', '-')}.db`);
  // The file first: alone it would silently lack what is in its write-ahead log. Without it a start refuses the folder.
  for (const end of ends) if (existsSync(log + end)) renameSync(log + end, name + end);
  syncFolder(folder);
  return name;
}

/** The old log becomes one file that can be restored. It stays as it is where it is damaged. */
function makeOneFile(log: string): void {
  try {
    const connection = openToWriteAlone(log);
    try {
      if (isComplete(connection)) clearPlace(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (isBusy(error)) throw new OperatorError(`a command uses ${log}: let it end first`, { cause: error });
    if (!isDamage(error)) throw error;
  }
}
