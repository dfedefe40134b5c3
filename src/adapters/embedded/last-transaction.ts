import { openSync, readSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../domain/errors.js';
import { identityOf, lockPath } from './index-file.js';

/** What was committed last is hidden (`setForward` tells why). The next transaction shows it again. */
export class SetBackError extends UnavailableError {
  constructor() {
    super('the index was set back by a process that opened it');
  }
}

/** Of LMDB's `MDB_txninfo`, in lmdb-js 3.5 on 64 bits. */
const AT = { magic: 0, transaction: 8 };
const BYTES = 16;
const MAGIC = 0xbeefc0de;

/** By the identity of the file. Never closed: closing one would take LMDB's own locks on the file from this process. */
const lockFiles = new Map<string, number>();

/**
 * Inside a write transaction: makes `committed` the number of the last transaction again, where `seen` is said to be.
 *
 * LMDB keeps that number in the lock file. Whoever opens an environment writes there what the data file said a moment
 * before (ITS#9496 of OpenLDAP, not mended in lmdb-js 3.5.6). What another process commits in between is hidden then,
 * and the next transaction would overwrite it.
 */
export function setForward(folder: string, { seen, committed }: { seen: bigint; committed: bigint }): void {
  const file = lockFileOf(folder);
  const found = Buffer.alloc(BYTES);
  readSync(file, found, 0, BYTES, 0);
  const last = found.readBigUInt64LE(AT.transaction);
  // Somebody else who opened it has written there since.
  if (last === committed) return;
  if (found.readUInt32LE(AT.magic) !== MAGIC || last !== seen) {
    throw new UnavailableError(`the lock file of the index in ${folder} has ${last} in the place of transaction ${seen}`);
  }
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(committed);
  writeSync(file, number, 0, number.length, AT.transaction);
}

function lockFileOf(folder: string): number {
  const path = lockPath(folder);
  const identity = identityOf(path) ?? '';
  const file = lockFiles.get(identity) ?? openSync(path, 'r+');
  lockFiles.set(identity, file);
  return file;
}
