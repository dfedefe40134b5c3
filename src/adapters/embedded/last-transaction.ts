import { openSync, readSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../domain/errors.js';
import { identityOf, lockPath } from './index-file.js';

/** What was committed last is hidden (`setLastTransaction` tells why). The next transaction shows it again. */
export class SetBackError extends UnavailableError {
  constructor() {
    super('the index was set back by a process that opened it');
  }
}

/** Of LMDB's `MDB_txninfo`, in lmdb-js 3.5 on 64 bits. */
const AT = { magic: 0, transaction: 8 };
const MAGIC = 0xbeefc0de;

/** By the identity of the file. Never closed: closing one would take LMDB's own locks on the file from this process. */
const lockFiles = new Map<string, number>();

/**
 * Inside a write transaction in which nothing was written: tells all processes that `committed` is the last one.
 *
 * LMDB keeps that number in the lock file. Whoever opens an environment writes there what the data file said a moment
 * before (ITS#9496 of OpenLDAP, not mended in lmdb-js 3.5.6). What another process commits in between is hidden then,
 * and the next transaction would overwrite it.
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
