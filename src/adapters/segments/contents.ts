import { decodeAt, encodeGroup, HEADER_BYTES, KINDS, recordOf, type Kind, type RecordEntry } from './record.js';

/**
 * The contents of a segment: an entry for each record before them, so that a start need not read the records. They are
 * the last record of every segment but the newest, and of the newest after a proper shutdown. Their body ends with
 * their own place, by which they are found from the end of the file. Their key is empty after a shutdown, and a random
 * identity where another segment follows: two copies of a log that were both written to have segments of the same
 * number, which may even begin alike.
 */
const ENTRY_BYTES = 8;
const END = Buffer.from([0xff, 0x45, 0x4e, 0x44]);
/** Offset and size of the record, and `END`. */
export const TAIL_BYTES = 8 + END.length;

export function encodeEntry({ kind, key, size }: RecordEntry): Buffer {
  const entry = Buffer.allocUnsafe(ENTRY_BYTES + key.length);
  entry.writeUInt32LE(size, 0);
  entry.writeUInt16LE(kind, 4);
  entry.writeUInt16LE(key.length, 6);
  entry.write(key, ENTRY_BYTES, 'latin1');
  return entry;
}

/** The record of contents for a segment that ends at `at`. */
export function encodeContents(entries: readonly Buffer[], id: string, at: number): Buffer {
  const size = HEADER_BYTES + id.length + entries.reduce((sum, { length }) => sum + length, 0) + TAIL_BYTES;
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.writeUInt32LE(at, 0);
  tail.writeUInt32LE(size, 4);
  tail.set(END, 8);
  return encodeGroup([recordOf(KINDS.contents, id, Buffer.concat([...entries, tail]))], at);
}

/** Where the contents are, by the last `TAIL_BYTES` of a segment. Undefined: it has none at its end. */
export function contentsAt(tail: Buffer, fileBytes: number): { offset: number; size: number } | undefined {
  if (tail.length < TAIL_BYTES || END.compare(tail, 8) !== 0) return undefined;
  const [offset, size] = [tail.readUInt32LE(0), tail.readUInt32LE(4)];
  return offset + size === fileBytes ? { offset, size } : undefined;
}

/**
 * The entries as bytes, those of the contents themselves included. Undefined: these are no sound contents.
 */
export function decodeContents(record: Buffer): Buffer | undefined {
  const found = decodeAt(record, 0);
  if (found?.kind !== KINDS.contents || found.size !== record.length) return undefined;
  return Buffer.concat([found.body.subarray(0, found.body.length - TAIL_BYTES), encodeEntry(found)]);
}

export type PlacedEntry = RecordEntry & { offset: number };

/** In the order of the file. The records follow one another from its beginning. */
export function* readEntries(entries: Buffer): Generator<PlacedEntry> {
  let offset = 0;
  for (let at = 0; at < entries.length;) {
    const size = entries.readUInt32LE(at);
    const end = at + ENTRY_BYTES + entries.readUInt16LE(at + 6);
    yield {
      kind: entries.readUInt16LE(at + 4) as Kind,
      key: entries.toString('latin1', at + ENTRY_BYTES, end),
      size,
      offset,
    };
    offset += size;
    at = end;
  }
}

/** The identity of the contents, if these are their entries. */
export function identityIn(entries: Buffer): string {
  let identity = '';
  for (const { kind, key } of readEntries(entries)) identity = kind === KINDS.contents ? key : '';
  return identity;
}
