import { accessSync, closeSync, constants, linkSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomBase62 } from '../../domain/base62.js';
import { codeOf } from '../filesystem/fs-errors.js';
import { DamagedIndexError } from './index-damage.js';
import { readExtent, growFile } from './index-extent.js';
import { dataPath, lockPath } from './index-file.js';

export type PreparedFiles = {
  readOnly: boolean;
  isNew: boolean;
  /** The file is shorter than it states. It may be sound: free pages at its end may be unwritten. */
  isShort: boolean;
};

/** A new environment has some nine pages, part of them added while its tables are made. */
export const NEW_PAGES = 16;
/** Room for these pages at 16 KiB each, and for the lock file. */
const NEW_BYTES = 512 * 1024;
/** More than LMDB's own lock file, whose size depends on the number of reader slots. */
const LOCK_BYTES = 12_288;

/** Keeps LMDB from refusing the files or meeting a full disk. Raises `DamagedIndexError` or the system's error. */
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
 * Makes a lock file of zeros, which LMDB takes for new. LMDB's own has holes: writing to a hole through a memory map
 * ends the process on a full disk. The name comes last: a process that is killed leaves no short lock file.
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

/** False on a read-only file system. Raises the system's error if this process lacks the rights. */
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
