import type { PlacedEntry } from './contents.js';
import { ObjectLocations, roundedSize } from './places.js';
import { KINDS } from './record.js';

/** A file of the log. Sizes of objects are rounded as in `places.ts`. */
export type Segment = {
  number: number;
  /** Empty until the next segment follows. */
  id: string;
  slot: number;
  /** Bytes of all objects in it, and of those that are still needed. */
  objectBytes: number;
  liveBytes: number;
  removalBytes: number;
};

/** What the records of all segments amount to. */
export class LogState {
  readonly places = new ObjectLocations();
  readonly #slots: (Segment | undefined)[] = [];

  /** Ascending by number. */
  get segments(): Segment[] {
    return this.#slots.filter((segment) => segment !== undefined).sort((a, b) => a.number - b.number);
  }

  segmentAt(slot: number): Segment {
    const segment = this.#slots[slot];
    if (!segment) throw new Error(`no segment has the slot ${slot}`);
    return segment;
  }

  add(number: number): Segment {
    const free = this.#slots.indexOf(undefined);
    const slot = free === -1 ? this.#slots.length : free;
    const segment = { number, id: '', slot, objectBytes: 0, liveBytes: 0, removalBytes: 0 };
    this.#slots[slot] = segment;
    return segment;
  }

  /** Call for each record of the log, in order. */
  apply(segment: Segment, { kind, key, size, offset }: PlacedEntry): void {
    if (kind === KINDS.object) {
      this.#discount(key);
      this.places.set(key, { slot: segment.slot, offset, size });
      segment.objectBytes += roundedSize(size);
      segment.liveBytes += roundedSize(size);
    } else if (kind === KINDS.removal) {
      this.#discount(key);
      this.places.remove(key);
      segment.removalBytes += size;
    } else if (kind === KINDS.contents) {
      segment.id = key;
    } else if (kind === KINDS.emptied) {
      const emptied = this.#slots.findIndex((other) => other?.number === Number(key));
      if (emptied !== -1) this.#slots[emptied] = undefined;
    }
  }

  /** Bytes that emptying the segment would give back. */
  deadBytes(segment: Segment): number {
    return segment.objectBytes - segment.liveBytes + (this.needsRemovals(segment) ? 0 : segment.removalBytes);
  }

  /** Whether an older segment may have objects that the removals of this one remove. */
  needsRemovals({ number }: Segment): boolean {
    return this.#slots.some((other) => other && other.number < number && other.objectBytes > 0);
  }

  #discount(key: string): void {
    const place = this.places.get(key);
    if (place) this.segmentAt(place.slot).liveBytes -= place.size;
  }
}
