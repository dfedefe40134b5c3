import { LRUCache } from 'lru-cache';
import type { LivingHead } from '../../domain/head.js';
import type { OnSize } from '../../ports/object-store.js';
import type { ChangeLog } from './change-log.js';
import type { IndexCatalog, IndexPlace } from './index-catalog.js';
import { idKey } from './index-keys.js';
import { livingHeadOf } from './index-records.js';
import type { IndexTables } from './index-tables.js';

/** Approximate memory, with what others keep beside a head (see `keptResults`). */
const KEPT_BYTES = 32 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 256;
const BYTES_WITHOUT_TEXTS = 1_500;
/** Each character is kept twice: in the head, and in the JSON beside it. */
const BYTES_PER_CHARACTER = 2;
/** With more changes at once, forgetting all heads costs less than reading the changes. */
const MOST_CHANGES = 1_000;

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
  #place: IndexPlace | undefined;
  #upTo = 0;

  constructor(catalog: IndexCatalog, changes: ChangeLog, records: IndexTables['heads']) {
    this.#catalog = catalog;
    this.#changes = changes;
    this.#records = records;
  }

  /** In the order of `ids`, without tombstones and absent heads. Call in one snapshot, without a wait. */
  readAll(place: IndexPlace, ids: readonly Buffer[], onSize?: OnSize): LivingHead[] {
    this.#catchUp(place);
    const found: LivingHead[] = [];
    let bytes = 0;
    for (const id of ids) {
      const head = this.#read(place, id);
      if (!head) continue;
      bytes += head.metadata?.length ?? 0;
      onSize?.(bytes);
      found.push(head);
    }
    return found;
  }

  #read({ prefix }: IndexPlace, id: Buffer): LivingHead | undefined {
    const name = id.toString('latin1');
    const kept = this.#heads.get(name);
    if (kept) return kept;
    const record = this.#records.get(idKey(prefix, id));
    if (!record || record[1]) return undefined;
    const head = livingHeadOf(name, record);
    this.#heads.set(name, head);
    return head;
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

function sizeOf({ title, foldedTitle, tags, metadata, byKey }: LivingHead): number {
  const characters =
    title.length + (byKey?.key.length ?? 0) + foldedTitle.length + tags.join().length + (metadata?.length ?? 0);
  return BYTES_WITHOUT_TEXTS + BYTES_PER_CHARACTER * characters;
}
