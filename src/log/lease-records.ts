import { Type, type Static } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { leaseKey, LEASES_PREFIX, numberOfLeaseKey } from './object-keys.js';
import { shapeOf, oneOf, Time } from './shapes.js';

const MAINTENANCES = ['reindex', 'doctor', 'gc'] as const;
/** What works on the whole log or index; two of them never overlap. */
export type Maintenance = (typeof MAINTENANCES)[number];

export type LeaseRecord = {
  maintenance: Maintenance;
  /** Random value of the holder. */
  holder: string;
  startedAt: string;
  /** Goes up while the holder lives. */
  beat: number;
  /** By the holder's clock; for people. */
  beatAt: string;
  /** When the holder ended by itself. */
  releasedAt: string | null;
  /** What the work would need to be taken up again. */
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

/** Leases in the object store: numbered, each claimed by create-if-absent and rewritten by its holder alone. */
export class LeaseRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Of the highest number, which is the one that holds. */
  async newest(): Promise<NumberedLease | undefined> {
    const number = await this.newestNumber();
    const record = number === 0 ? undefined : await this.read(number);
    return record && { number, record };
  }

  /** 0: there was never one. */
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

  /** Removes the leases below a number, which say nothing any more. */
  async removeBelow(number: number): Promise<void> {
    for await (const key of this.#store.list(LEASES_PREFIX)) {
      const other = numberOfLeaseKey(key);
      if (other !== undefined && other < number) await this.#store.remove(key);
    }
  }

  /** One that cannot be read is as that of a process that has died. */
  async read(number: number): Promise<LeaseRecord | undefined> {
    const key = leaseKey(number);
    try {
      const body = await readObject(this.#store, key);
      return body && decode(decodeObject(key, body, leaseShape));
    } catch (error) {
      if (error instanceof UnreadableObjectError) return DEAD_HOLDER;
      throw error;
    }
  }
}

const NEVER = new Date(0).toISOString();
const DEAD_HOLDER: LeaseRecord = {
  maintenance: 'reindex', holder: 'unreadable', startedAt: NEVER, beat: 0, beatAt: NEVER, releasedAt: null, progress: {},
};

function encode(record: LeaseRecord): Uint8Array {
  const { maintenance, holder, startedAt, beat, beatAt, releasedAt, progress } = record;
  return encodeObject({
    maintenance, holder, started_at: startedAt, beat, beat_at: beatAt, released_at: releasedAt, progress,
  });
}

function decode(stored: StoredLease): LeaseRecord {
  const { maintenance, holder, started_at, beat, beat_at, released_at, progress } = stored;
  return {
    maintenance, holder, startedAt: started_at, beat, beatAt: beat_at, releasedAt: released_at, progress,
  };
}
