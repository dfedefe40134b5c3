import { accessSync, closeSync, constants, linkSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomBase62 } from '../../domain/base62.js';
import { codeOf } from './fs-errors.js';
import { growFile } from './grow-file.js';
import { DamagedIndexError } from './index-damage.js';
import { readExtent } from './index-extent.js';
import { dataPath, lockPath } from './index-file.js';

export type PreparedFiles = {
  readOnly: boolean;
  isNew: boolean;
  /**
   * The file is shorter than it says. It may be sound all the same, because free pages at its end need not have been
   * written.
   */
  isShort: boolean;
};

/** A new environment is nine pages long and gets three of them more while its tables are made. */
export const NEW_PAGES = 16;
/** For these, and for the lock file, if a page has 16 KiB. */
const NEW_BYTES = 512 * 1024;
/** More than LMDB itself makes of it, which is a matter of how many readers there can be. */
const LOCK_BYTES = 12_288;

/**
 * Makes and judges the files of an environment, so that LMDB will neither refuse them nor find the disk full while it
 * opens them. Raises `DamagedIndexError`, or the system's own error where nothing can be done at the moment.
 */
export function prepareFiles(folder: string): PreparedFiles {
  const data = dataPath(folder);
  makeFile(data);
  const readOnly = !isWritable(folder);
  if (!readOnly) makeLockFile(lockPath(folder));
  const file = openSync(data, readOnly ? 'r' : 'r+');
  try {
    const extent = readExtent(file);
    if (!extent && !readOnly) proveRoom(data);
    if (extent && !readOnly && extent.stated <= NEW_PAGES * extent.pageSize) growFile(file, extent, NEW_PAGES);
    return { readOnly, isNew: !extent, isShort: extent !== undefined && extent.actual < extent.stated };
  } finally {
    closeSync(file);
  }
}

function makeFile(path: string): void {
  if (!isThere(path)) closeSync(openSync(path, 'a', 0o600));
}

/**
 * Full of zeros, which LMDB takes for new: its own way leaves holes, and a process that writes to a hole through a
 * memory map when the disk is full is ended. The name comes last, because another process may be waiting to open it.
 */
function makeLockFile(path: string): void {
  if (isThere(path)) return accessSync(path, constants.R_OK | constants.W_OK);
  const temporary = `${path}.${randomBase62(12)}`;
  try {
    writeFileSync(temporary, Buffer.alloc(LOCK_BYTES), { mode: 0o600 });
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function isThere(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new DamagedIndexError(`${path} is no file`);
  return found !== undefined;
}

/**
 * Whether the data file is. False: nobody can write it, the file system is read-only. Raises the system's error where
 * this process lacks the rights.
 */
export function isWritable(folder: string): boolean {
  try {
    accessSync(dataPath(folder), constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EROFS') throw error;
    return false;
  }
}

function proveRoom(data: string): void {
  const temporary = `${data}.${randomBase62(12)}`;
  try {
    writeFileSync(temporary, Buffer.alloc(NEW_BYTES), { mode: 0o600 });
  } finally {
    rmSync(temporary, { force: true });
  }
}
