import { openSync, readSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../domain/errors.js';
import { identityOf, lockPath } from './index-file.js';

/** The last commit is hidden (see `setLastTransaction`). The next transaction reveals it. */
export class SetBackError extends UnavailableError {
  constructor() {
    super('the index was set back by a process that opened it');
  }
}

/** Byte offsets in LMDB's `MDB_txninfo`, lmdb-js 3.5, 64 bits. */
const AT = { magic: 0, transaction: 8 };
const MAGIC = 0xbeefc0de;

/** By file identity. Never closed: closing one would release LMDB's own locks of this process on the file. */
const lockFiles = new Map<string, number>();

/**
 * Tells all processes that `committed` is the last commit. Call inside a write transaction that wrote nothing. LMDB
 * keeps this number in the lock file. A process that opens the environment overwrites it with what it read from the
 * data file a moment before (OpenLDAP ITS#9496, not fixed in lmdb-js 3.5.6). A commit in between is then hidden, and
 * the next transaction would overwrite it.
 */
export function setLastTransaction(folder: string, committed: bigint): void {
  const file = lockFileOf(lockPath(folder));
  const magic = Buffer.alloc(4);
  readSync(file, magic, 0, magic.length, AT.magic);
  if (magic.readUInt32LE() !== MAGIC) throw new UnavailableError(`the lock file in ${folder} is none of LMDB`);
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(committed);
  writeSync(file, number, 0, number.length, AT.transaction);
}

function lockFileOf(path: string): number {
  const identity = identityOf(path);
  if (identity === undefined) throw new UnavailableError(`there is no lock file ${path}`);
  const file = lockFiles.get(identity) ?? openSync(path, 'r+');
  lockFiles.set(identity, file);
  return file;
}
