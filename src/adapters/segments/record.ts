import { crc32 } from 'node:zlib';

/**
 * A record in a segment: 20 bytes, then the key (ASCII), then the body. Integers are little-endian.
 *
 * | at | bytes | |
 * |---|---|---|
 * | 0 | 4 | `MARK` |
 * | 4 | 4 | CRC-32 of all that follows |
 * | 8 | 4 | bytes of the body |
 * | 12 | 4 | where in the file the record's group begins |
 * | 16 | 2 | kind |
 * | 18 | 2 | bytes of the key |
 */
export const KINDS = {
  /** The first record of a segment: see `segment-start.ts`. */
  start: 1,
  object: 2,
  /** The key has no object any more. */
  removal: 3,
  /** The segment whose number is the key holds nothing that is needed: its file is being removed. */
  emptied: 4,
  /** A list of all records before it: see `contents.ts`. */
  contents: 5,
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

export type NewRecord = { kind: Kind; key: string; body: Uint8Array };

/** A record without its body, and the bytes that it takes in the file. */
export type RecordEntry = { kind: Kind; key: string; size: number };

export const HEADER_BYTES = 20;
/** Never in a body: bodies are UTF-8, in which the byte FF does not occur. */
export const MARK = Buffer.from([0xff, 0x51, 0x52, 0xff]);
const NOTHING = new Uint8Array();

export function sizeOf({ key, body }: NewRecord): number {
  return HEADER_BYTES + key.length + body.length;
}

export function recordOf(kind: Kind, key: string, body: Uint8Array = NOTHING): NewRecord {
  return { kind, key, body };
}

/** Records that are written, and become durable, together. `at`: where in the file. */
export function encodeGroup(records: readonly NewRecord[], at: number): Buffer {
  const group = Buffer.allocUnsafe(records.reduce((sum, record) => sum + sizeOf(record), 0));
  let offset = 0;
  for (const record of records) offset = encodeAt(group, { record, offset, groupAt: at });
  return group;
}

function encodeAt(group: Buffer, at: { record: NewRecord; offset: number; groupAt: number }): number {
  const { record, offset, groupAt } = at;
  const { kind, key, body } = record;
  const end = offset + sizeOf(record);
  group.set(MARK, offset);
  group.writeUInt32LE(body.length, offset + 8);
  group.writeUInt32LE(groupAt, offset + 12);
  group.writeUInt16LE(kind, offset + 16);
  group.writeUInt16LE(key.length, offset + 18);
  group.write(key, offset + HEADER_BYTES, 'latin1');
  group.set(body, offset + HEADER_BYTES + key.length);
  group.writeUInt32LE(crc32(group.subarray(offset + 8, end)), offset + 4);
  return end;
}

export type FoundRecord = RecordEntry & { body: Buffer; groupAt: number };

/** The record at `offset` of these bytes. Undefined: there is no whole, sound record. */
export function decodeAt(bytes: Buffer, offset: number): FoundRecord | undefined {
  const size = sizeAt(bytes, offset);
  if (size === undefined || offset + size > bytes.length) return undefined;
  if (crc32(bytes.subarray(offset + 8, offset + size)) !== bytes.readUInt32LE(offset + 4)) return undefined;
  const kind = bytes.readUInt16LE(offset + 16) as Kind;
  const bodyAt = offset + HEADER_BYTES + bytes.readUInt16LE(offset + 18);
  return {
    kind,
    key: bytes.toString('latin1', offset + HEADER_BYTES, bodyAt),
    size,
    body: bytes.subarray(bodyAt, offset + size),
    groupAt: bytes.readUInt32LE(offset + 12),
  };
}

/** What the header at `offset` says, unproven. Undefined: no header. */
export function sizeAt(bytes: Buffer, offset: number): number | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined;
  if (MARK.compare(bytes, offset, offset + MARK.length) !== 0) return undefined;
  return HEADER_BYTES + bytes.readUInt16LE(offset + 18) + bytes.readUInt32LE(offset + 8);
}
