import { LRUCache } from 'lru-cache';
import type {
  CountRound,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  ReservationOutcome,
} from '../../ports/counters.js';

/** `round`: the round that counts the unit itself; undefined for an earlier round or the counts of another store. */
type Taken = { documentId: string; at: number; round: string | undefined };

/**
 * `used`: undefined while the month is counted. `since`: start of a count that may be too high and needs a recount;
 * undefined if exact. `doubtedAt`: last report that put the count in doubt. `adjusted`: sum of the changes made while
 * the count was unknown. `taken`: reserved units of unfinished creates, by name.
 */
type MonthCount = {
  generation: number;
  round: string;
  used: number | undefined;
  since: number | undefined;
  doubtedAt: number;
  adjusted: number;
  taken: Map<string, Taken>;
};

export type MemoryQuotaOptions = { capacity: number; newRound: () => string; now: () => number; settleMs: number };

/** Month counts of owners. A count evicted for lack of room is made again. */
export class MemoryQuota {
  readonly #options: MemoryQuotaOptions;
  readonly #months: LRUCache<string, MonthCount>;
  #generation = 0;

  constructor(options: MemoryQuotaOptions) {
    this.#options = options;
    this.#months = new LRUCache({ max: options.capacity });
  }

  reserve({ name, documentId, ...month }: QuotaReservation, limit: number): ReservationOutcome {
    const count = this.#open(month);
    if (count.used === undefined) return { outcome: 'uncounted', round: roundOf(count) };
    if (count.used >= limit) {
      const isUnderWay = this.#underWay(count).some((taken) => taken.documentId === documentId);
      return { outcome: 'exhausted', used: count.used, isUnderWay };
    }
    count.used++;
    count.taken.set(name, { documentId, at: this.#options.now(), round: count.round });
    return { outcome: 'reserved', used: count.used };
  }

  read(month: QuotaMonth): QuotaReading {
    const count = this.#open(month);
    if (count.used === undefined) return { outcome: 'uncounted', round: roundOf(count) };
    return { outcome: 'known', used: count.used, underWay: this.#underWay(count).length };
  }

  seed(month: QuotaMonth, { round, units, adjusted }: CountRound, counted: number): void {
    const count = this.#find(month);
    if (count?.round !== round || count.used !== undefined) return;
    count.used = Math.max(0, counted + units + count.adjusted - adjusted);
  }

  release(unit: QuotaReservation): void {
    const count = this.#find(unit);
    const taken = count?.taken.get(unit.name);
    if (!count || !taken) return;
    count.taken.delete(unit.name);
    // A later count has the unit in place of its document, which another unit may have made (rule carriedDoubts).
    if (taken.round === count.round) change(count, -1);
    else this.#mark(count);
  }

  doubt(unit: QuotaReservation): void {
    const count = this.#find(unit);
    if (count) this.#mark(count);
  }

  /** Adds an unknown unit (rule addUnknown). A month without a count needs nothing: counting finds the document. */
  created(unit: QuotaReservation): void {
    const count = this.#find(unit);
    if (!count?.taken.delete(unit.name)) this.caughtUp(unit);
  }

  caughtUp(unit: QuotaReservation): void {
    const count = this.#find(unit);
    if (!count || count.taken.has(unit.name)) return;
    change(count, 1);
    this.#mark(count);
  }

  forget(month: QuotaMonth, underWay: readonly QuotaReservation[]): void {
    const count = this.#find(month) ?? (underWay.length > 0 ? this.#add(month) : undefined);
    if (!count) return;
    this.#beginRound(count);
    count.since = this.#options.now();
    for (const { name, documentId } of underWay) {
      count.taken.set(name, { documentId, at: this.#options.now(), round: undefined });
    }
  }

  renew(): void {
    this.#generation++;
  }

  #open(month: QuotaMonth): MonthCount {
    const count = this.#find(month) ?? this.#add(month);
    const now = this.#options.now();
    if (count.generation !== this.#generation) {
      count.generation = this.#generation;
      count.since = now;
      this.#beginRound(count);
    } else if (count.used !== undefined && count.since !== undefined && this.#isOld(count.since)) {
      // Rule secondCount. A later doubt may not be settled yet, so it needs a third count.
      count.since = this.#isOld(count.doubtedAt) ? undefined : count.doubtedAt;
      this.#beginRound(count);
    }
    return count;
  }

  #underWay(count: MonthCount): Taken[] {
    return [...count.taken.values()].filter((taken) => !this.#isOld(taken.at));
  }

  #mark(count: MonthCount): void {
    count.doubtedAt = this.#options.now();
    count.since ??= count.doubtedAt;
  }

  /** Drops units whose creates must have ended: the new count shows their outcome. */
  #beginRound(count: MonthCount): void {
    count.used = undefined;
    count.round = this.#options.newRound();
    for (const [name, taken] of count.taken) if (this.#isOld(taken.at)) count.taken.delete(name);
  }

  /** Whether every create that was under way at that time has ended. */
  #isOld(at: number): boolean {
    return this.#options.now() - at >= this.#options.settleMs;
  }

  #find({ owner, month }: QuotaMonth): MonthCount | undefined {
    return this.#months.get(`${month} ${owner}`);
  }

  #add({ owner, month }: QuotaMonth): MonthCount {
    const count: MonthCount = {
      generation: this.#generation,
      round: this.#options.newRound(),
      used: undefined,
      since: this.#options.now(),
      doubtedAt: -Infinity,
      adjusted: 0,
      taken: new Map(),
    };
    this.#months.set(`${month} ${owner}`, count);
    return count;
  }
}

/** Rules addTaken, leaveOutTaken. */
function roundOf({ round, adjusted, taken }: MonthCount): CountRound {
  const underWay = new Set([...taken.values()].map(({ documentId }) => documentId));
  return { round, adjusted, units: taken.size, underWay: [...underWay] };
}

/** Rule adjust. */
function change(count: MonthCount, by: number): void {
  if (count.used === undefined) count.adjusted += by;
  else count.used = Math.max(0, count.used + by);
}
