import { randomBase62 } from '../../domain/base62.js';
import { prefixOf, rangeOf } from './index-keys.js';
import type { HoldRecord, IndexState } from './index-records.js';
import type { IndexTables } from './index-tables.js';

/** Of the records and keys of an index that is made now. */
export const SCHEMA_VERSION = 1;

/**
 * What never changes of one concrete index. `name` is the part of a revision that tells it from every other,
 * those of another environment too.
 */
export type IndexPlace = { name: string; number: number; prefix: Buffer; generation: string; schemaVersion: number };

export type Progress = { swaps: number; seqNo: number };

const CURRENT = Buffer.from('current');
const HIGHEST = Buffer.from('highest');
const SWAPS = Buffer.from('swaps');

/**
 * Which concrete indices there are in an environment, and which one requests go to. Another process may change
 * that at any time, so it is asked in the same snapshot or transaction as what the answer is for.
 */
export class IndexCatalog {
  readonly #indices: IndexTables['indices'];
  readonly #counters: IndexTables['counters'];
  readonly #places = new Map<number, IndexPlace>();

  constructor({ indices, counters }: Pick<IndexTables, 'indices' | 'counters'>) {
    this.#indices = indices;
    this.#counters = counters;
  }

  current(): IndexPlace | undefined {
    const number = this.#counters.get(CURRENT);
    return number === undefined ? undefined : this.#placeOf(number);
  }

  /** Undefined for a removed index too. */
  find(name: string): IndexPlace | undefined {
    return this.#present().find((place) => place.name === name);
  }

  findGeneration(generation: string): IndexPlace | undefined {
    return this.#present().find((place) => place.generation === generation);
  }

  removed(): IndexPlace[] {
    return this.#all().flatMap(({ place, state }) => (state === 'removed' ? [place] : []));
  }

  /** Undefined: it was removed. */
  stateOf({ prefix }: IndexPlace): 'open' | 'blocked' | undefined {
    const state = this.#indices.get(prefix)?.[3];
    return state === 'removed' ? undefined : state;
  }

  holdOf({ prefix }: IndexPlace): HoldRecord | undefined {
    return this.#indices.get(prefix)?.[4] ?? undefined;
  }

  /** The number of the last write of an index, 0 before the first. */
  lastSeqNo({ prefix }: IndexPlace): number {
    return this.#counters.get(prefix) ?? 0;
  }

  /** How far the current index has come: grows with each record written to it, and when another takes its place. */
  progressOf(current: IndexPlace): Progress {
    return { swaps: this.#counters.get(SWAPS) ?? 0, seqNo: this.lastSeqNo(current) };
  }

  /** Inside a transaction, as is everything below. */
  takeSeqNo(place: IndexPlace): number {
    const seqNo = this.lastSeqNo(place) + 1;
    void this.#counters.put(place.prefix, seqNo);
    return seqNo;
  }

  /** A number is never used again, nor is a name. */
  add(generation: string): IndexPlace {
    const number = (this.#counters.get(HIGHEST) ?? 0) + 1;
    const name = randomBase62(22);
    const place = { name, number, prefix: prefixOf(number), generation, schemaVersion: SCHEMA_VERSION };
    void this.#counters.put(HIGHEST, number);
    this.setState(place, 'open');
    return place;
  }

  setState(place: IndexPlace, state: IndexState): void {
    this.#put(place, state, this.holdOf(place));
  }

  setHold(place: IndexPlace, hold: HoldRecord): void {
    this.#put(place, this.stateOf(place) ?? 'removed', hold);
  }

  makeCurrent({ number }: IndexPlace): void {
    void this.#counters.put(CURRENT, number);
    void this.#counters.put(SWAPS, (this.#counters.get(SWAPS) ?? 0) + 1);
  }

  /** Nothing of the index that requests go to is left to read or write, though its entries may still be there. */
  removeCurrent(place: IndexPlace): void {
    this.setState(place, 'removed');
    void this.#counters.remove(CURRENT);
  }

  /** Once its entries are gone. */
  forget({ prefix }: IndexPlace): void {
    void this.#indices.remove(prefix);
    void this.#counters.remove(prefix);
  }

  #put({ prefix, name, generation, schemaVersion }: IndexPlace, state: IndexState, hold?: HoldRecord): void {
    void this.#indices.put(prefix, [name, generation, schemaVersion, state, hold]);
  }

  #placeOf(number: number): IndexPlace | undefined {
    const known = this.#places.get(number);
    if (known) return known;
    const prefix = prefixOf(number);
    const record = this.#indices.get(prefix);
    if (!record) return undefined;
    const place = { number, prefix, name: record[0], generation: record[1], schemaVersion: record[2] };
    this.#places.set(number, place);
    return place;
  }

  #present(): IndexPlace[] {
    return this.#all().flatMap(({ place, state }) => (state === 'removed' ? [] : [place]));
  }

  #all(): { place: IndexPlace; state: IndexState }[] {
    return [...this.#indices.getRange(rangeOf(Buffer.alloc(0)))].map(({ key, value }) => {
      const [name, generation, schemaVersion, state] = value;
      return { place: { number: key.readUInt32BE(), prefix: key, name, generation, schemaVersion }, state };
    });
  }
}
