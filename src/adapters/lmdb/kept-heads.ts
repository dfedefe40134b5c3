import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { metadataBytes, type LivingHead } from '../../domain/head.js';
import type { OnSize } from '../../ports/object-store.js';
import type { ChangeLog } from './change-log.js';
import type { IndexCatalog, IndexPlace } from './index-catalog.js';
import { idKey } from './index-keys.js';
import { livingHeadOf, type HeadRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';
import { keyInRecord } from './key-in-record.js';

/** Approximate memory, with what others keep beside a head (see `keptResults`). */
const KEPT_BYTES = 32 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 256;
const BYTES_WITHOUT_TEXTS = 1_500;
/** Each character is kept twice: in the head, and in the JSON beside it. */
const BYTES_PER_CHARACTER = 2;
/** With more changes at once, forgetting all heads costs less than reading the changes. */
const MOST_CHANGES = 1_000;
/** Decoded in a turn of the event loop, for all requests: 6 ms where every character has three bytes. */
export const DECODED_BYTES = 1024 * 1024;
/** Copied in a turn by a request, only to compare keys: a millisecond. */
const COMPARED_BYTES = 4 * 1024 * 1024;

/** Up to `limit` heads, and up to the one by which they have `bytes`. */
type Wanted = { keyPrefix: string | undefined; limit: number; bytes: number };
/** `lookedAt`: how many of the identifiers, at least one. */
type FirstHeads = { heads: LivingHead[]; bytes: number; lookedAt: number };

/**
 * Living heads of the current index, kept until the change log names them. The log and the heads are read in one
 * snapshot, so a kept head is as new as a read one, whichever thread writes. A head gives the same object each time.
 * A removed head leaves no change. No search finds its search keys, so nothing asks for it after the removal.
 */
export class KeptHeads {
  readonly #catalog: IndexCatalog;
  readonly #changes: ChangeLog;
  readonly #records: IndexTables['heads'];
  readonly #heads = new LRUCache<string, LivingHead>({
    maxSize: KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: sizeOf,
  });
  #decodedInTurn = 0;
  #place: IndexPlace | undefined;
  #upTo = 0;

  constructor(catalog: IndexCatalog, changes: ChangeLog, records: IndexTables['heads']) {
    this.#catalog = catalog;
    this.#changes = changes;
    this.#records = records;
  }

  /** Resolves in a turn of the event loop that may decode a record. */
  async ready(): Promise<void> {
    while (this.#decodedInTurn >= DECODED_BYTES) await nextTurn();
  }

  /**
   * In the order of `ids`, without tombstones and absent heads. Call in one snapshot: all are of it. Records beyond
   * what this turn may decode are copied in it, and decoded in later turns of the event loop.
   */
  async readAll(place: IndexPlace, ids: readonly Buffer[], onSize?: OnSize): Promise<LivingHead[]> {
    this.#catchUp(place);
    const found: (LivingHead | Buffer | undefined)[] = [];
    let [bytes, isDecoded] = [0, true];
    for (const id of ids) {
      const kept = this.#heads.get(nameOf(id));
      const stored = kept ? undefined : this.#stored(place, id);
      const isLate = stored !== undefined && this.#decodedInTurn >= DECODED_BYTES;
      // The next read reuses the memory of `stored`.
      const each = isLate ? Buffer.from(stored) : (kept ?? (stored && this.#keep(id, stored)));
      if (isLate) isDecoded = false;
      if (each) bytes += Buffer.isBuffer(each) ? each.length : metadataBytes(each);
      onSize?.(bytes);
      found.push(each);
    }
    const heads = isDecoded ? (found as (LivingHead | undefined)[]) : await this.#decodeAll(ids, found);
    return heads.filter((head) => head !== undefined);
  }

  /** Call in one snapshot. A head whose key begins otherwise is not decoded. */
  readFirst(place: IndexPlace, ids: readonly Buffer[], { keyPrefix, limit, bytes }: Wanted): FirstHeads {
    this.#catchUp(place);
    const found: FirstHeads = { heads: [], bytes: 0, lookedAt: 0 };
    let compared = 0;
    for (const id of ids) {
      const kept = this.#heads.get(nameOf(id));
      const stored = kept ? undefined : this.#stored(place, id);
      const isMeant = keyPrefix === undefined || keyOf(kept, stored)?.startsWith(keyPrefix) === true;
      const head = isMeant ? (kept ?? (stored && this.#keep(id, stored))) : undefined;
      if (head) found.heads.push(head);
      if (head) found.bytes += stored?.length ?? metadataBytes(head);
      else compared += stored?.length ?? 0;
      found.lookedAt++;
      if (found.heads.length >= limit || found.bytes >= bytes || compared >= COMPARED_BYTES) break;
    }
    return found;
  }

  /** Its memory is used again by the next read. */
  #stored({ prefix }: IndexPlace, id: Buffer): Buffer | undefined {
    const stored = this.#records.getBinaryFast(idKey(prefix, id));
    return stored?.subarray(0, stored.length);
  }

  #keep(id: Buffer, stored: Buffer): LivingHead | undefined {
    const head = this.#decode(id, stored);
    if (head) this.#heads.set(nameOf(id), head);
    return head;
  }

  #decode(id: Buffer, stored: Buffer): LivingHead | undefined {
    if (this.#decodedInTurn === 0) setImmediate(() => (this.#decodedInTurn = 0));
    this.#decodedInTurn += stored.length;
    const record = decoderOf(this.#records).decode(stored);
    return record[1] ? undefined : livingHeadOf(nameOf(id), record);
  }

  /** Keeps none: the snapshot may be over. */
  async #decodeAll(
    ids: readonly Buffer[],
    found: readonly (LivingHead | Buffer | undefined)[],
  ): Promise<(LivingHead | undefined)[]> {
    const heads: (LivingHead | undefined)[] = [];
    for (const [i, each] of found.entries()) {
      if (Buffer.isBuffer(each)) await this.ready();
      heads.push(Buffer.isBuffer(each) ? this.#decode(ids[i] as Buffer, each) : each);
    }
    return heads;
  }

  #catchUp(place: IndexPlace): void {
    const last = this.#catalog.lastSeqNo(place);
    if (place !== this.#place || last < this.#upTo || last - this.#upTo > MOST_CHANGES) this.#heads.clear();
    else if (last > this.#upTo) this.#forgetChanged(place, last);
    this.#place = place;
    this.#upTo = last;
  }

  #forgetChanged(place: IndexPlace, upTo: number): void {
    for (const { change } of this.#changes.between(place, { after: this.#upTo, upTo, limit: MOST_CHANGES })) {
      if (change.kind === 'head') this.#heads.delete(change.id.toString('latin1'));
    }
  }
}

function nameOf(id: Buffer): string {
  return id.toString('latin1');
}

function keyOf(kept: LivingHead | undefined, stored: Buffer | undefined): string | undefined {
  return kept ? kept.byKey?.key : stored && keyInRecord(stored);
}

/** Each table of lmdb-js has the decoder of its encoding, though its type lacks it. */
function decoderOf(records: IndexTables['heads']): { decode(record: Buffer): HeadRecord } {
  return (records as unknown as { decoder: { decode(record: Buffer): HeadRecord } }).decoder;
}

function sizeOf({ title, foldedTitle, tags, metadata, byKey }: LivingHead): number {
  const characters =
    title.length + (byKey?.key.length ?? 0) + foldedTitle.length + tags.join().length + (metadata?.length ?? 0);
  return BYTES_WITHOUT_TEXTS + BYTES_PER_CHARACTER * characters;
}
