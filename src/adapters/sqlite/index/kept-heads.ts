import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { metadataBytes, type LivingHead } from '../../../domain/head.js';
import { meetsFacts } from '../../../domain/result-conditions.js';
import type { ResultPosition } from '../../../domain/result-order.js';
import type { OnSize } from '../../../ports/object-store.js';
import type { EntryReader } from './entry-reader.js';
import type { Rest } from './place-window.js';
import { headOfRow, type HeadRow } from './records.js';

/** Approximate memory, with what others keep beside a head (see `keptResults`). */
const KEPT_BYTES = 32 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 256;
const BYTES_WITHOUT_TEXTS = 1_500;
/** Each character is kept twice: in the head, and in the JSON beside it. */
const BYTES_PER_CHARACTER = 2;
/** With more changes at once, forgetting all heads costs less than reading the changes. */
const MOST_CHANGES = 1_000;
/** Characters that are decoded in a turn of the event loop, for all requests: some milliseconds. */
export const DECODED_TOGETHER = 1024 * 1024;

/** A kept head, or a record that is still to be decoded. */
export type FoundHead = LivingHead | HeadRow;
/** `upTo`: the last change before they were read. */
export type FoundHeads = { heads: FoundHead[]; upTo: number };
/** `lookedAt`: how many of the places, at least one if there is one. `skipped`: of those that are meant. */
export type FirstHeads = FoundHeads & { bytes: number; lookedAt: number; skipped: number };

/**
 * Living heads of one concrete index, kept until a change names them. Changes and heads are read in one snapshot, so a
 * kept head is as new as a read one. Other processes may write. A head gives the same object each time. A removed head
 * leaves no change. No search finds its titles, so nothing asks for it after the removal.
 */
export class KeptHeads {
  readonly #reader: EntryReader;
  readonly #heads = new LRUCache<string, LivingHead>({
    maxSize: KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: sizeOf,
  });
  #decodedInTurn = 0;
  #upTo = 0;

  constructor(reader: EntryReader) {
    this.#reader = reader;
  }

  /** In the order of `places`, without tombstones and absent heads. Call in one snapshot. */
  find(places: readonly { id: string }[], onSize?: OnSize): FoundHeads {
    const found: FoundHeads = { heads: [], upTo: this.#catchUp() };
    let bytes = 0;
    for (const { id } of places) {
      const head = this.#heads.get(id) ?? this.#reader.livingRow(id);
      if (!head) continue;
      bytes += bytesOf(head);
      onSize?.(bytes);
      found.heads.push(head);
    }
    return found;
  }

  /** Up to `limit` heads, and up to the one by which they have `bytes`. Call in one snapshot. */
  findFirst(places: readonly ResultPosition[], { rest, skip, limit, bytes: most }: Wanted): FirstHeads {
    const first: FirstHeads = { heads: [], upTo: this.#catchUp(), bytes: 0, lookedAt: 0, skipped: 0 };
    for (const { id } of places) {
      first.lookedAt++;
      const kept = this.#heads.get(id);
      if (rest && !this.#isMeant(id, kept, rest)) continue;
      if (first.skipped < skip) {
        first.skipped++;
        continue;
      }
      const head = kept ?? this.#reader.livingRow(id);
      if (!head) continue;
      first.heads.push(head);
      first.bytes += bytesOf(head);
      if (first.heads.length >= limit || first.bytes >= most) break;
    }
    return first;
  }

  /** In later turns of the event loop, where they are too many for one. */
  async decode({ heads: found, upTo }: FoundHeads): Promise<LivingHead[]> {
    const heads: LivingHead[] = [];
    for (const each of found) {
      if (!('record' in each)) {
        heads.push(each);
        continue;
      }
      while (this.#decodedInTurn >= DECODED_TOGETHER) await nextTurn();
      const head = this.#decoded(each);
      heads.push(head);
      // A change since the row was read may have named this head: then it is not kept.
      if (upTo === this.#upTo) this.#heads.set(head.id, head);
    }
    return heads;
  }

  /** Without reading the head. */
  #isMeant(id: string, kept: LivingHead | undefined, rest: Rest): boolean {
    const facts = kept ?? this.#reader.facts(id);
    if (!facts || !meetsFacts(facts, rest)) return false;
    return (rest.tagScopes ?? []).every((scope) => this.#reader.hasPlace(scope, facts.foldedTitle, id));
  }

  #decoded(row: HeadRow): LivingHead {
    if (this.#decodedInTurn === 0) setImmediate(() => (this.#decodedInTurn = 0));
    this.#decodedInTurn += row.record.length + (row.metadata?.length ?? 0);
    return headOfRow(row) as LivingHead;
  }

  /** Returns the last change. */
  #catchUp(): number {
    const { seq } = this.#reader.meta();
    if (seq < this.#upTo || seq - this.#upTo > MOST_CHANGES) this.#heads.clear();
    else if (seq > this.#upTo) {
      for (const { kind, id } of this.#reader.changes(this.#upTo, seq, MOST_CHANGES))
        if (kind === 'head') this.#heads.delete(id);
    }
    this.#upTo = seq;
    return seq;
  }
}

/** Of metadata. */
function bytesOf(head: FoundHead): number {
  return 'record' in head ? (head.metadata?.length ?? 0) : metadataBytes(head);
}

/** `rest`: conditions that the places do not ensure. `skip`: as many of the first. */
export type Wanted = { rest: Rest | undefined; skip: number; limit: number; bytes: number };

function sizeOf({ title, foldedTitle, tags, metadata, byKey }: LivingHead): number {
  const characters =
    title.length + (byKey?.key.length ?? 0) + foldedTitle.length + tags.join().length + (metadata?.length ?? 0);
  return BYTES_WITHOUT_TEXTS + BYTES_PER_CHARACTER * characters;
}
