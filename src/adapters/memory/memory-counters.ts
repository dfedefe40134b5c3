import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WRITE_DEADLINE_MS } from '../../domain/limits.js';
import type {
  AddressAdmission,
  Admission,
  BytesOutcome,
  BytesWish,
  QuotaRequest,
  EpochBump,
  Epoch,
  LookUp,
  RateLimits,
  RateWindow,
  ReservedBytes,
  Written,
} from '../../ports/counters.js';
import type { CounterStore } from '../../ports/counter-store.js';
import type {
  CountRound,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  ReservationOutcome,
} from '../../ports/month-counts.js';
import { MemoryMonthCounts } from './memory-month-counts.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CAPACITY = 100_000;

export type MemoryCountersOptions = {
  /** Monotonic, in milliseconds. */
  now?: () => number;
  /** Most owners, addresses and keys in memory, each kind apart. The least recently used is forgotten first. */
  capacity?: number;
  /** Longest duration of a create, in milliseconds. */
  settleMs?: number;
};

/** Counters of one process. Every step is atomic, because none of them waits. */
export class MemoryCounters implements CounterStore {
  readonly #minutes: MemoryWindows;
  readonly #days: MemoryWindows;
  readonly #bytes: MemoryWindows;
  readonly #addresses: MemoryWindows;
  readonly #lookUps: MemoryWindows;
  readonly #met: LRUCache<string, true>;
  readonly #epochs: LRUCache<string, Epoch>;
  readonly #months: MemoryMonthCounts;

  constructor(options: MemoryCountersOptions = {}) {
    const { now = () => performance.now(), capacity = CAPACITY, settleMs = WRITE_DEADLINE_MS } = options;
    this.#minutes = new MemoryWindows({ lengthMs: MINUTE_MS, capacity, now });
    this.#days = new MemoryWindows({ lengthMs: DAY_MS, capacity, now });
    this.#bytes = new MemoryWindows({ lengthMs: DAY_MS, capacity, now });
    this.#addresses = new MemoryWindows({ lengthMs: MINUTE_MS, capacity, now });
    this.#lookUps = new MemoryWindows({ lengthMs: SECOND_MS, capacity, now });
    this.#met = new LRUCache({ max: capacity, ttl: HOUR_MS, ttlResolution: 0, perf: { now } });
    this.#epochs = new LRUCache({ max: capacity });
    this.#months = new MemoryMonthCounts({ capacity, newRound: randomIncarnation, now, settleMs });
  }

  async admit(owner: string, limits: RateLimits, { bytes }: QuotaRequest = {}): Promise<Admission> {
    const { perMinute, perDay, bytesPerDay } = limits;
    const refusedBy = this.#refuses(owner, limits, bytes);
    if (!refusedBy) this.#takeRequests(owner, 1);
    const isReserving = !refusedBy && bytesPerDay !== undefined && typeof bytes === 'number' && bytes > 0;
    return {
      refusedBy,
      reserved: isReserving ? this.#reserve(owner, bytes, bytes) : undefined,
      minute: this.#minutes.present(owner, perMinute),
      day: this.#days.present(owner, perDay),
      bytes: bytes === undefined || bytesPerDay === undefined ? undefined : this.#bytes.present(owner, bytesPerDay),
      epoch: this.#readEpoch(owner),
      // Not needed where a refresh costs nothing.
      changes: undefined,
    };
  }

  async reserveBytes(owner: string, limit: number, { bytes, reserved }: BytesWish): Promise<BytesOutcome> {
    const more = bytes - this.#counted(owner, reserved);
    const isGranted = this.#bytes.hasRoom(owner, limit, more);
    const now = isGranted ? this.#reserve(owner, bytes, more) : reserved;
    return { isGranted, window: this.#bytes.present(owner, limit), reserved: now };
  }

  async releaseBytes(owner: string, reserved: ReservedBytes): Promise<void> {
    const bytes = this.#counted(owner, reserved);
    if (bytes > 0) this.#bytes.take(owner, -bytes);
  }

  async admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission> {
    const name = `${scope}:${address}`;
    const allowed = this.#addresses.hasRoom(name, perMinute);
    if (allowed) this.#addresses.take(name);
    return { allowed, window: this.#addresses.present(name, perMinute) };
  }

  async admitLookUp({ scope, address, perMinute, perSecond, keyHash }: LookUp): Promise<AddressAdmission> {
    const name = `${scope}:${address}`;
    const isFree = this.#addresses.hasRoom(name, perMinute) || this.#met.has(keyHash);
    const allowed = isFree || this.#lookUps.hasRoom(name, perSecond);
    if (allowed && !isFree) this.#lookUps.take(name);
    return { allowed, window: this.#addresses.present(name, perMinute) };
  }

  async markKeySeen(keyHash: string): Promise<void> {
    this.#met.set(keyHash, true);
  }

  async wasKeySeen(keyHash: string): Promise<boolean> {
    return this.#met.has(keyHash);
  }

  async bumpEpoch(owner: string, _change: EpochBump, written: Written = {}): Promise<void> {
    const { created, bytes = 0, reserved, requests = 0 } = written;
    const { incarnation, sequence } = this.#readEpoch(owner);
    this.#epochs.set(owner, { incarnation, sequence: sequence + 1 });
    const more = bytes - this.#counted(owner, reserved);
    if (more !== 0) this.#bytes.take(owner, more);
    if (requests > 0) this.#takeRequests(owner, requests);
    if (created) this.#months.created(created);
  }

  async reserveQuota(unit: QuotaReservation, limit: number): Promise<ReservationOutcome> {
    return this.#months.reserve(unit, limit);
  }

  async seedQuota(month: QuotaMonth, round: CountRound, count: number): Promise<void> {
    this.#months.seed(month, round, count);
  }

  async releaseQuota(unit: QuotaReservation): Promise<void> {
    this.#months.release(unit);
  }

  async forgetQuota(month: QuotaMonth): Promise<void> {
    this.#months.forget(month);
  }

  async renewQuotas(): Promise<void> {
    this.#months.renew();
  }

  async readQuota(month: QuotaMonth): Promise<QuotaReading> {
    return this.#months.read(month);
  }

  async close(): Promise<void> {}

  /** Checks the minute last: waiting for its end is useless while another window is full. */
  #refuses(owner: string, limits: RateLimits, bytes: QuotaRequest['bytes']): Admission['refusedBy'] {
    const { perMinute, perDay, bytesPerDay = Infinity } = limits;
    if (!this.#days.hasRoom(owner, perDay)) return 'day';
    if (typeof bytes === 'number' && !this.#bytes.hasRoom(owner, bytesPerDay, bytes)) return 'bytes';
    return this.#minutes.hasRoom(owner, perMinute) ? undefined : 'minute';
  }

  #takeRequests(owner: string, requests: number): void {
    this.#minutes.take(owner, requests);
    this.#days.take(owner, requests);
  }

  /** Counts `more` bytes, and returns the reservation of all. */
  #reserve(owner: string, bytes: number, more: number): ReservedBytes {
    this.#bytes.take(owner, more);
    return { bytes, leftMs: this.#bytes.present(owner, 0).resetInMs };
  }

  #counted(owner: string, reserved: ReservedBytes | undefined): number {
    return reserved ? this.#bytes.counts(owner, reserved) : 0;
  }

  #readEpoch(owner: string): Epoch {
    const known = this.#epochs.get(owner);
    if (known) return known;
    const epoch = { incarnation: randomIncarnation(), sequence: 0 };
    this.#epochs.set(owner, epoch);
    return epoch;
  }
}

function randomIncarnation(): string {
  return randomBytes(12).toString('base64url');
}

type Window = { count: number; endsAt: number };

export type MemoryWindowsOptions = {
  lengthMs: number;
  /** Most windows in memory. The least recently used is forgotten first and starts again. */
  capacity: number;
  now: () => number;
};

/** Rate windows of one length, by name. A window starts with its first count. */
export class MemoryWindows {
  readonly #lengthMs: number;
  readonly #now: () => number;
  readonly #windows: LRUCache<string, Window>;
  #sweepAt: number;

  constructor(options: MemoryWindowsOptions) {
    this.#lengthMs = options.lengthMs;
    this.#now = options.now;
    this.#windows = new LRUCache({ max: options.capacity });
    this.#sweepAt = this.#now() + this.#lengthMs;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** False for a full window, even with an amount of 0. */
  hasRoom(name: string, limit: number, amount = 1): boolean {
    const { count } = this.#read(name);
    return count < limit && count + amount <= limit;
  }

  take(name: string, amount = 1): void {
    this.#sweep();
    const window = this.#read(name);
    this.#windows.set(name, { ...window, count: window.count + amount });
  }

  /** What the window counts of bytes that were reserved in it, or in one that has ended. */
  counts(name: string, { bytes, leftMs }: ReservedBytes): number {
    const window = this.#windows.get(name);
    const left = window ? window.endsAt - this.#now() : 0;
    return left > 0 && left <= leftMs ? bytes : 0;
  }

  present(name: string, limit: number): RateWindow {
    const { count, endsAt } = this.#read(name);
    return { limit, remaining: Math.max(0, limit - count), resetInMs: Math.ceil(endsAt - this.#now()) };
  }

  #read(name: string): Window {
    const window = this.#windows.get(name);
    const now = this.#now();
    return window && window.endsAt > now ? window : { count: 0, endsAt: now + this.#lengthMs };
  }

  #sweep(): void {
    if (this.#now() < this.#sweepAt) return;
    this.#sweepAt = this.#now() + this.#lengthMs;
    for (const [name, window] of this.#windows.entries()) {
      if (window.endsAt <= this.#now()) this.#windows.delete(name);
    }
  }
}
