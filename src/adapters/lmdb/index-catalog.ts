import { randomBase62 } from '../../domain/base62.js';
import { prefixOf, rangeOf } from './index-keys.js';
import type { TokenRecord, IndexState } from './index-records.js';
import type { IndexTables } from './index-tables.js';

/** 2: heads have content hash and key; entries of keys. */
export const SCHEMA_VERSION = 2;

/** The fixed properties of a concrete index. `name` is part of a revision and unique across environments. */
export type IndexPlace = { name: string; number: number; prefix: Buffer; generation: string; schemaVersion: number };

const CURRENT = Buffer.from('current');
const HIGHEST = Buffer.from('highest');

/**
 * The concrete indices of an environment, and which one serves requests. Another thread may change both at any time,
 * so read them in the snapshot or transaction that uses the answer. Only `removed` finds removed indices.
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

  find(name: string): IndexPlace | undefined {
    return this.#present().find((place) => place.name === name);
  }

  findGeneration(generation: string): IndexPlace | undefined {
    return this.#present().find((place) => place.generation === generation);
  }

  removed(): IndexPlace[] {
    return this.#all().flatMap(({ place, state }) => (state === 'removed' ? [place] : []));
  }

  stateOf({ prefix }: IndexPlace): 'open' | 'blocked' | undefined {
    const state = this.#indices.get(prefix)?.[3];
    return state === 'removed' ? undefined : state;
  }

  tokenOf({ prefix }: IndexPlace): TokenRecord | undefined {
    return this.#indices.get(prefix)?.[4] ?? undefined;
  }

  lastSeqNo({ prefix }: IndexPlace): number {
    return this.#counters.get(prefix) ?? 0;
  }

  /** Call inside a transaction, like all methods below. */
  takeSeqNo(place: IndexPlace): number {
    const seqNo = this.lastSeqNo(place) + 1;
    void this.#counters.put(place.prefix, seqNo);
    return seqNo;
  }

  /** Numbers and names are never reused. */
  add(generation: string): IndexPlace {
    const number = (this.#counters.get(HIGHEST) ?? 0) + 1;
    const name = randomBase62(22);
    const place = { name, number, prefix: prefixOf(number), generation, schemaVersion: SCHEMA_VERSION };
    void this.#counters.put(HIGHEST, number);
    this.setState(place, 'open');
    return place;
  }

  setState(place: IndexPlace, state: IndexState): void {
    this.#put(place, state, this.tokenOf(place));
  }

  setToken(place: IndexPlace, token: TokenRecord): void {
    this.#put(place, this.stateOf(place) ?? 'removed', token);
  }

  makeCurrent({ number }: IndexPlace): void {
    void this.#counters.put(CURRENT, number);
  }

  /** Ends all reads and writes of the current index. Its entries may remain for a while. */
  removeCurrent(place: IndexPlace): void {
    this.setState(place, 'removed');
    void this.#counters.remove(CURRENT);
  }

  /** Call after its entries are gone. */
  forget({ prefix }: IndexPlace): void {
    void this.#indices.remove(prefix);
    void this.#counters.remove(prefix);
  }

  #put({ prefix, name, generation, schemaVersion }: IndexPlace, state: IndexState, token?: TokenRecord): void {
    void this.#indices.put(prefix, [name, generation, schemaVersion, state, token]);
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
