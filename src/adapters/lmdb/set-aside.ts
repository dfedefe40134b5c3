import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBase62 } from '../../domain/base62.js';
import { isMissing } from '../filesystem/fs-errors.js';
import { dataPath, lockPath } from './index-file.js';
import { forgetDamage } from './index-marks.js';
import { syncFolder } from '../filesystem/make-durably.js';

/**
 * Renames and keeps a damaged data file, and puts an empty one in its place. Returns the path of the kept file. The
 * caller holds the opening lock. The service's thread may still have the damaged file open, with its lock file, where
 * LMDB keeps the last transaction's number. So new data gets a new lock file. The old lock file goes first: if this
 * process is killed at any step, the next one does not open new data with the old lock file.
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
