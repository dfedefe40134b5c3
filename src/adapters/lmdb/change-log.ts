import type { IndexCatalog, IndexPlace } from './index-catalog.js';
import { changeKey, seqNoOfKey } from './index-keys.js';
import type { IndexTables } from './index-tables.js';

type NamedKind = 'head' | 'folder' | 'key';

/** A written record. `id` is its identifier as bytes, for a summary that of the document. */
export type IndexChange = { kind: NamedKind; id: Buffer } | { kind: 'summary'; id: Buffer; version: number };
export type NumberedChange = { seqNo: number; change: IndexChange };

const SUMMARY = 2;
const BYTE_OF = { head: 0, folder: 1, key: 3 } as const;
const KIND_OF: Readonly<Record<number, NamedKind>> = { 0: 'head', 1: 'folder', 3: 'key' };
const VERSION_BYTES = 6;

/** An index's writes by sequence number, a record only under its last one. `add` and `drop` need a transaction. */
export class ChangeLog {
  readonly #catalog: IndexCatalog;
  readonly #changes: IndexTables['changes'];

  constructor(catalog: IndexCatalog, changes: IndexTables['changes']) {
    this.#catalog = catalog;
    this.#changes = changes;
  }

  add(place: IndexPlace, change: IndexChange, before: number | undefined): number {
    if (before !== undefined) this.drop(place, before);
    const seqNo = this.#catalog.takeSeqNo(place);
    void this.#changes.put(changeKey(place.prefix, seqNo), bytesOf(change));
    return seqNo;
  }

  drop({ prefix }: IndexPlace, seqNo: number): void {
    void this.#changes.remove(changeKey(prefix, seqNo));
  }

  /** The first `limit` changes with `after` < number <= `upTo`. */
  between({ prefix }: IndexPlace, range: { after: number; upTo: number; limit: number }): NumberedChange[] {
    const [start, end] = [changeKey(prefix, range.after + 1), changeKey(prefix, range.upTo + 1)];
    return [...this.#changes.getRange({ start, end, limit: range.limit })].map(({ key, value }) => ({
      seqNo: seqNoOfKey(key),
      change: changeOf(value),
    }));
  }
}

function bytesOf(change: IndexChange): Buffer {
  if (change.kind !== 'summary') return Buffer.concat([Buffer.of(BYTE_OF[change.kind]), change.id]);
  const bytes = Buffer.allocUnsafe(1 + VERSION_BYTES + change.id.length);
  bytes.writeUInt8(SUMMARY);
  bytes.writeUIntBE(change.version, 1, VERSION_BYTES);
  change.id.copy(bytes, 1 + VERSION_BYTES);
  return bytes;
}

function changeOf(bytes: Buffer): IndexChange {
  const named = KIND_OF[bytes[0] ?? SUMMARY];
  if (named) return { kind: named, id: bytes.subarray(1) };
  const version = bytes.readUIntBE(1, VERSION_BYTES);
  return { kind: 'summary', id: bytes.subarray(1 + VERSION_BYTES), version };
}
