import { Type, type Static } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, readDecoded, unreadableAs } from './json-objects.js';
import { leaseKey, LEASES_PREFIX, numberOfLeaseKey } from './object-keys.js';
import { shapeOf, oneOf, Time } from './shapes.js';

export const MAINTENANCES = ['reindex', 'doctor', 'gc'] as const;
/** Work on the whole log or index. Two of them never overlap. */
export type Maintenance = (typeof MAINTENANCES)[number];

export type LeaseRecord = {
  maintenance: Maintenance;
  holder: string;
  startedAt: string;
  /** Rises while the holder lives. */
  beat: number;
  beatAt: string;
  releasedAt: string | null;
  progress: unknown;
};

export type NumberedLease = { number: number; record: LeaseRecord };

const STORED_LEASE = Type.Object({
  maintenance: oneOf(MAINTENANCES),
  holder: Type.String(),
  started_at: Time,
  beat: Type.Integer(),
  beat_at: Time,
  released_at: Type.Union([Time, Type.Null()]),
  progress: Type.Object({}),
});
type StoredLease = Static<typeof STORED_LEASE>;

const leaseShape = shapeOf(STORED_LEASE);

/** Each lease is claimed by create-if-absent and rewritten by its holder alone. The highest number holds. */
export class LeaseRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async newest(): Promise<NumberedLease | undefined> {
    const number = await this.newestNumber();
    const record = number === 0 ? undefined : await this.read(number);
    return record && { number, record };
  }

  async newestNumber(): Promise<number> {
    let newest = 0;
    for await (const key of this.#store.list(LEASES_PREFIX)) newest = numberOfLeaseKey(key) ?? newest;
    return newest;
  }

  /** Whether the number is this holder's, by this claim or by one whose answer was lost. */
  async claim({ number, record }: NumberedLease): Promise<boolean> {
    const outcome = await this.#store.create(leaseKey(number), encode(record));
    return outcome === 'created' || (await this.read(number))?.holder === record.holder;
  }

  async rewrite({ number, record }: NumberedLease): Promise<void> {
    await this.#store.put(leaseKey(number), encode(record));
  }

  async removeBelow(number: number): Promise<void> {
    for await (const key of this.#store.list(LEASES_PREFIX)) {
      const other = numberOfLeaseKey(key);
      if (other !== undefined && other < number) await this.#store.remove(key);
    }
  }

  /** An unreadable lease counts as that of a dead process. */
  async read(number: number): Promise<LeaseRecord | undefined> {
    const stored = await readDecoded(this.#store, leaseKey(number), leaseShape).catch(unreadableAs('unreadable'));
    if (stored === 'unreadable') return DEAD_HOLDER;
    return stored && decode(stored);
  }
}

const NEVER = new Date(0).toISOString();
const DEAD_HOLDER: LeaseRecord = {
  maintenance: 'reindex',
  holder: 'unreadable',
  startedAt: NEVER,
  beat: 0,
  beatAt: NEVER,
  releasedAt: null,
  progress: {},
};

function encode(record: LeaseRecord): Uint8Array {
  const { maintenance, holder, startedAt, beat, beatAt, releasedAt, progress } = record;
  return encodeObject({
    maintenance,
    holder,
    started_at: startedAt,
    beat,
    beat_at: beatAt,
    released_at: releasedAt,
    progress,
  });
}

function decode(stored: StoredLease): LeaseRecord {
  const { maintenance, holder, started_at, beat, beat_at, released_at, progress } = stored;
  return { maintenance, holder, startedAt: started_at, beat, beatAt: beat_at, releasedAt: released_at, progress };
}
