import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBase62 } from '../../domain/base62.js';
import { isMissing } from './fs-errors.js';
import { dataPath, lockPath } from './index-file.js';
import { forgetDamage } from './index-marks.js';
import { syncFolder } from './make-durably.js';

/**
 * Gives a damaged data file another name, under which it stays, and puts an empty one in its place; tells the other
 * name. Under the opening lock of the folder.
 *
 * A service may have the damaged file open, and the lock file with it, in which LMDB keeps the number of the last
 * transaction: so the new one gets a new lock file. That one goes first, and the data file is there at any moment, so
 * that nobody ever opens new data with the old lock file.
 */
export function setAside(folder: string): string {
  const [data, lock] = [dataPath(folder), lockPath(folder)];
  const suffix = `.damaged-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  if (isFile(lock)) rmSync(lock);
  else unlessMissing(() => renameSync(lock, lock + suffix));
  unlessMissing(() => (isFile(data) ? linkSync : renameSync)(data, data + suffix));
  const empty = `${data}.${randomBase62(12)}`;
  closeSync(openSync(empty, 'wx', 0o600));
  renameSync(empty, data);
  forgetDamage(folder);
  syncFolder(folder);
  return data + suffix;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function unlessMissing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
