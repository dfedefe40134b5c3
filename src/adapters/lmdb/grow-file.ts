import { fstatSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../domain/errors.js';
import type { Extent } from './index-extent.js';

const CHUNK = Buffer.alloc(256 * 1024);
/** Bytes beyond the need, so that few transactions wait for zeros to be written. */
const AHEAD_AT_MOST = 4 * 1024 * 1024;
const AHEAD_PART = 16;

/**
 * Writes zeros behind the file's end until LMDB's next `pages` have disk space. Raises `UnavailableError` on a full
 * disk. LMDB must not meet it: lmdb 3.5.6 writes the message about a failed write past its buffer's end, which ends the
 * process (measured: nearly always). LMDB ignores bytes behind its last page.
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
