import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '../../../domain/errors.js';
import { hasWriteAheadLog, openFixed, openToWriteAlone, removeDatabase } from '../files/connection.js';
import { clearPlace, isInUse } from '../files/copy-mark.js';
import { lockFolder } from '../files/folder-owner.js';
import { isComplete, isNewLog, logFile } from '../files/log-file.js';
import { syncFolder } from '../files/make-durably.js';
import { isBusy, isDamage } from '../files/sqlite-errors.js';
import type { Connection } from '../files/sqlite-library.js';
import { copyLog } from './back-up.js';
import type { CheckOptions, LogCheck } from './check-log.js';

const INDEX_FILE = /^index-\d+\.db$/;

/** `replaced`: where the log that was there is now. */
export type Restored = LogCheck & { replaced: string | undefined };

/**
 * Puts a backup in the place of the log, and removes the indices of the folder. Raises `OperatorError` where a service
 * or a command uses the folder, or the file is no sound backup, and the reason of `stop`; the log is as it was then.
 */
export async function restoreBackUp(folder: string, file: string, options: CheckOptions): Promise<Restored> {
  const source = openBackUp(resolve(file));
  try {
    const lock = lockFolder(folder);
    try {
      removeLeftovers(folder);
      let replaced: string | undefined;
      const accept = ({ fault }: LogCheck): void => {
        if (fault !== undefined) throw new OperatorError(`${file} is damaged: ${fault}`);
        replaced = setAside(folder);
      };
      const check = await copyLog(source, logFile(folder), { ...options, accept });
      for (const name of readdirSync(folder)) if (INDEX_FILE.test(name)) removeDatabase(join(folder, name));
      return { ...check, replaced };
    } finally {
      lock.close();
    }
  } finally {
    source.close();
  }
}

/** It may be on a disk that takes no writes. */
function openBackUp(file: string): Connection {
  if (!existsSync(file)) throw new OperatorError(`there is no file ${file}`);
  if (hasWriteAheadLog(file)) throw new OperatorError(`${file} is no backup: it has a write-ahead log`);
  const source = openFixed(file);
  try {
    if (!isComplete(source)) throw new OperatorError(`${file} is no backup of Quire`);
    if (isInUse(source)) throw new OperatorError(`${file} is no backup: a service used it when it was copied`);
    return source;
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Of a restoration that was killed. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (isNewLog(name)) removeDatabase(join(folder, name));
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
