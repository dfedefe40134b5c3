import { fstatSync, readSync, writeSync } from 'node:fs';
import { DamagedIndexError } from './index-damage.js';
import { UnavailableError } from '../../domain/errors.js';

/** In bytes: `actual` is the file's length, `stated` the one in its newer meta page. `transaction` wrote that page. */
export type Extent = { pageSize: number; stated: number; actual: number; transaction: bigint };

/** Byte offsets in LMDB's `MDB_meta` behind the page header, data version 2, 64 bits. */
const AT = { magic: 24, version: 28, pageSize: 48, lastPage: 144, transaction: 152 };
const META_BYTES = 160;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

/** Undefined for an empty file. Raises `DamagedIndexError` for a file that is not LMDB data. */
export function readExtent(file: number): Extent | undefined {
  const actual = fstatSync(file).size;
  if (actual === 0) return undefined;
  const first = readMeta(file, 0);
  const second = readMeta(file, first.pageSize);
  const newer = second.transaction > first.transaction ? second : first;
  return {
    pageSize: newer.pageSize,
    stated: (newer.lastPage + 1) * newer.pageSize,
    actual,
    transaction: newer.transaction,
  };
}

type Meta = { pageSize: number; lastPage: number; transaction: bigint };

function readMeta(file: number, position: number): Meta {
  const page = Buffer.alloc(META_BYTES);
  readSync(file, page, 0, META_BYTES, position);
  if (page.readUInt32LE(AT.magic) !== MAGIC || page.readUInt32LE(AT.version) !== DATA_VERSION) {
    throw new DamagedIndexError(`no LMDB data of version ${DATA_VERSION} at byte ${position} of the file`);
  }
  return {
    pageSize: page.readUInt32LE(AT.pageSize),
    lastPage: Number(page.readBigUInt64LE(AT.lastPage)),
    transaction: page.readBigUInt64LE(AT.transaction),
  };
}

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
