import type { FileHandle } from 'node:fs/promises';
import { DamagedObjectError } from '../../domain/errors.js';
import type { OnSize } from '../../ports/object-store.js';
import type { ObjectLocation } from './places.js';
import { decodeAt, HEADER_BYTES, KINDS, sizeAt } from './record.js';
import { readAt } from './segment-files.js';

/** Read before the caller is told the size. */
const FIRST_BYTES = 16 * 1024;

type At = { file: FileHandle; path: string; place: ObjectLocation };
type Wanted = { key: string; onSize?: OnSize | undefined };

/** Raises `DamagedObjectError`. */
export async function readObject({ file, path, place }: At, { key, onSize }: Wanted): Promise<Uint8Array> {
  const first = await readAt(file, place.offset, onSize ? Math.min(FIRST_BYTES, place.size) : place.size);
  const size = sizeAt(first, 0) ?? 0;
  const bodyBytes = size - HEADER_BYTES - key.length;
  if (size <= place.size && bodyBytes >= 0) {
    onSize?.(bodyBytes);
    const record = first.length < size ? await readAt(file, place.offset, size) : first;
    const found = decodeAt(record, 0);
    if (found?.kind === KINDS.object && found.key === key) return found.body;
  }
  throw new DamagedObjectError(`the record of ${key} at byte ${place.offset} of ${path} is damaged`);
}
