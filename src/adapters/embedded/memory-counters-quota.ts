import { LRUCache } from 'lru-cache';
import type { QuotaUnit, Reservation } from '../../ports/counters.js';

/** `used` is undefined while the month is being counted; `late` are the units reported meanwhile. */
type MonthCount = { era: string; used: number | undefined; late: number };

/** The counts of owners' months. One that is forgotten for want of room is counted again under a new era. */
export class MemoryQuota {
  readonly #newEra: () => string;
  readonly #months: LRUCache<string, MonthCount>;

  constructor(options: { capacity: number; newEra: () => string }) {
    this.#newEra = options.newEra;
    this.#months = new LRUCache({ max: options.capacity });
  }

  reserve(owner: string, month: string, limit: number): Reservation {
    const count = this.#find(owner, month) ?? this.#open(owner, month);
    if (count.used === undefined) return { outcome: 'uncounted', era: count.era };
    if (count.used >= limit) return { outcome: 'exhausted', used: count.used };
    count.used++;
    return { outcome: 'reserved', used: count.used, unit: { owner, month, era: count.era } };
  }

  seed(unit: QuotaUnit, counted: number): void {
    const count = this.#find(unit.owner, unit.month);
    if (count?.era === unit.era && count.used === undefined) count.used = counted + count.late;
  }

  release(unit: QuotaUnit): void {
    const count = this.#find(unit.owner, unit.month);
    if (count?.era === unit.era && count.used) count.used--;
  }

  forget(owner: string, month: string): void {
    this.#months.delete(`${month} ${owner}`);
  }

  /** A month that is not on record needs nothing: whoever counts it later finds the unit's document. */
  addForeign(unit: QuotaUnit): void {
    const count = this.#find(unit.owner, unit.month);
    if (!count || count.era === unit.era) return;
    if (count.used === undefined) count.late++;
    else count.used++;
  }

  #find(owner: string, month: string): MonthCount | undefined {
    return this.#months.get(`${month} ${owner}`);
  }

  #open(owner: string, month: string): MonthCount {
    const count = { era: this.#newEra(), used: undefined, late: 0 };
    this.#months.set(`${month} ${owner}`, count);
    return count;
  }
}
