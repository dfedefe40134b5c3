import { fstatSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../domain/errors.js';
import type { Extent } from './index-extent.js';

const CHUNK = Buffer.alloc(256 * 1024);
/** More than is asked for, so that few transactions have to wait for zeros to be written. */
const AHEAD_AT_MOST = 4 * 1024 * 1024;
const AHEAD_PART = 16;

/**
 * Writes zeros behind the end of a data file until the next `pages` of LMDB have their place on the disk. A full disk
 * is met here and not in LMDB: lmdb 3.5.6 writes the message about a failed write over the end of its buffer, which
 * ends the process (tried: on a full disk nearly always). LMDB takes no notice of what is behind its last page.
 */
export function growFile(file: number, { stated, actual, pageSize }: Extent, pages: number): void {
  const needed = stated + pages * pageSize;
  if (actual >= needed) return;
  const wanted = needed + Math.min(AHEAD_AT_MOST, Math.ceil(stated / AHEAD_PART));
  try {
    writeZeros(file, actual, wanted);
  } catch (cause) {
    if (fstatSync(file).size >= needed) return;
    throw new UnavailableError('there is no room for the index to grow', { cause });
  }
}

function writeZeros(file: number, from: number, to: number): void {
  for (let at = from; at < to;) at += writeSync(file, CHUNK, 0, Math.min(CHUNK.length, to - at), at);
}
