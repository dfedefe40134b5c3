import { hash } from 'node:crypto';
import { isId } from '../../domain/ids.js';

/**
 * All concrete indices share the tables. Every key begins with the number of its index (4 bytes), so adding or
 * removing an index never opens or drops a table that another thread uses. A search key goes on with
 *
 *     scope (16) · folded title, about TITLE_BYTES at most · COMPLETE or CUT (1) · document id (24)
 *
 * One range of keys, in order, answers a search. The scope is a hash of owner, optional folder and optional tag,
 * because tags are long. LMDB keys have at most 1,978 bytes, folded titles 6,000: a cut title's rest is its value.
 */
const PREFIX_BYTES = 4;
const SCOPE_BYTES = 16;
const ID_BYTES = 24;
export const TITLE_BYTES = 1900;
/** Below every byte of a longer title. An escaped zero byte starts with 0 too, but its 255 sorts above an id. */
const COMPLETE = 0;
const CUT = 1;
/** Occurs in no UTF-8 text, so it ends any range of titles. */
const ABOVE_ALL = Buffer.from([255]);

export type TitleKey = { start: Buffer; cutFlag: Buffer; rest: Buffer };
export type Range = { start: Buffer; end: Buffer };
export type TitleScope = { owner: string; folderId: string | undefined; tag: string | undefined };

export function prefixOf(indexNumber: number): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(indexNumber);
  return prefix;
}

export function scopeKey(prefix: Buffer, ...parts: readonly (string | null)[]): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + SCOPE_BYTES);
  prefix.copy(key);
  hash('sha256', JSON.stringify(parts), 'buffer').copy(key, PREFIX_BYTES, 0, SCOPE_BYTES);
  return key;
}

export function searchScope(prefix: Buffer, { owner, folderId, tag }: TitleScope): Buffer {
  return scopeKey(prefix, owner, folderId ?? null, tag ?? null);
}

/** UTF-8 with zero bytes as 0 255, so that COMPLETE sorts before every continuation. */
export function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (!bytes.includes(0)) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\0', '\0\xff'), 'latin1');
}

/** What `encodeText` made. */
export function decodeText(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString();
  return Buffer.from(bytes.toString('latin1').replaceAll('\0\xff', '\0'), 'latin1').toString();
}

/** The title in a search key, encoded; its start, if the key is cut. */
export function titleOfKey(key: Buffer): Buffer {
  return key.subarray(PREFIX_BYTES + SCOPE_BYTES, key.length - ID_BYTES - 1);
}

/** Cuts an encoded title, one byte later if the cut would split an escape. */
export function cutTitle(encoded: Buffer): TitleKey {
  const cut = encoded[TITLE_BYTES - 1] === 0 ? TITLE_BYTES + 1 : TITLE_BYTES;
  const cutFlag = encoded.length > cut ? CUT_FLAG : COMPLETE_FLAG;
  return { start: encoded.subarray(0, cut), cutFlag, rest: encoded.subarray(cut) };
}

const CUT_FLAG = Buffer.from([CUT]);
const COMPLETE_FLAG = Buffer.from([COMPLETE]);

/** Raises a `RangeError` for a malformed identifier. Search keys rely on its fixed length. */
export function idBytes(id: string): Buffer {
  if (!isId(id)) throw new RangeError('not an identifier');
  return Buffer.from(id, 'latin1');
}

export function idKey(prefix: Buffer, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + ID_BYTES);
  prefix.copy(key);
  id.copy(key, PREFIX_BYTES);
  return key;
}

export function searchKey(scope: Buffer, title: TitleKey, id: Buffer): Buffer {
  return Buffer.concat([scope, title.start, title.cutFlag, id]);
}

export function idOfKey(key: Buffer): Buffer {
  return key.subarray(key.length - ID_BYTES);
}

export function isCut(key: Buffer): boolean {
  return key[key.length - ID_BYTES - 1] === CUT;
}

/** All keys that begin with these bytes. */
export function rangeOf(...start: readonly Buffer[]): Range {
  return { start: Buffer.concat(start), end: Buffer.concat([...start, ABOVE_ALL]) };
}

/** The least key above this one. */
export function keyAfter(key: Buffer): Buffer {
  return Buffer.concat([key, LEAST]);
}

const LEAST = Buffer.of(0);

/** The keys of all titles cut at the same bytes as the title of `key`. */
export function groupOf(key: Buffer): Range {
  return rangeOf(key.subarray(0, key.length - ID_BYTES));
}

export function folderNameKey(parent: Buffer, name: string, id: Buffer): Buffer {
  const key = Buffer.concat([parent, encodeText(name), COMPLETE_FLAG, id]);
  if (key.length > MOST_KEY_BYTES) throw new RangeError('a folder name is too long');
  return key;
}

const MOST_KEY_BYTES = 1978;
const NUMBER_BYTES = 6;

/** Raises a `RangeError` for a version that does not fit into a key. */
export function assertVersion(version: number): void {
  if (!Number.isInteger(version) || version < 0 || version >= 2 ** (8 * NUMBER_BYTES)) {
    throw new RangeError('not a version number');
  }
}

export function summaryKey(prefix: Buffer, id: Buffer, version: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + ID_BYTES + NUMBER_BYTES);
  prefix.copy(key);
  id.copy(key, PREFIX_BYTES);
  key.writeUIntBE(version, PREFIX_BYTES + ID_BYTES, NUMBER_BYTES);
  return key;
}

export function markOfSummaryKey(key: Buffer): { id: string; version: number } {
  const end = PREFIX_BYTES + ID_BYTES;
  return { id: key.toString('latin1', PREFIX_BYTES, end), version: key.readUIntBE(end, NUMBER_BYTES) };
}

export function changeKey(prefix: Buffer, seqNo: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + NUMBER_BYTES);
  prefix.copy(key);
  key.writeUIntBE(seqNo, PREFIX_BYTES, NUMBER_BYTES);
  return key;
}

export function seqNoOfKey(key: Buffer): number {
  return key.readUIntBE(PREFIX_BYTES, NUMBER_BYTES);
}
