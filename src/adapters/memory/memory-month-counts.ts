import { LRUCache } from 'lru-cache';
import type {
  CountRound,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  ReservationOutcome,
} from '../../ports/month-counts.js';

/** Of creates in flight. `at`: when it was last taken. `name`: of the create that alone has it; undefined: of many. */
type Unit = { at: number; name: string | undefined };

/**
 * `used`: units taken, right if `isCounted`. `round`: of the last count, or the one under way. `isLost`: the store may
 * have lost units, so a second count is due. `since`: a write deadline after it that count is due, or a unit is old.
 */
type MonthCount = {
  generation: number;
  used: number;
  isCounted: boolean;
  round: string;
  isLost: boolean;
  since: number | undefined;
  /** By document, oldest first. */
  units: Map<string, Unit>;
};

export type MemoryMonthCountsOptions = {
  /** Most months in memory. One that is evicted is counted again. */
  capacity: number;
  newRound: () => string;
  now: () => number;
  settleMs: number;
};

export class MemoryMonthCounts {
  readonly #options: MemoryMonthCountsOptions;
  readonly #months: LRUCache<string, MonthCount>;
  #generation = 0;

  constructor(options: MemoryMonthCountsOptions) {
    this.#options = options;
    this.#months = new LRUCache({ max: options.capacity });
  }

  reserve({ documentId, name, ...month }: QuotaReservation, limit: number): ReservationOutcome {
    const count = this.#open(month);
    if (!count.isCounted) return { outcome: 'uncounted', round: roundOf(count) };
    const isNew = !count.units.delete(documentId);
    if (isNew && count.used >= limit) return { outcome: 'exhausted', used: count.used };
    const at = this.#options.now();
    count.units.set(documentId, { at, name: isNew ? name : undefined });
    count.since ??= at;
    if (isNew) count.used++;
    return { outcome: 'reserved', used: count.used };
  }

  read(month: QuotaMonth): QuotaReading {
    const count = this.#open(month);
    if (!count.isCounted) return { outcome: 'uncounted', round: roundOf(count) };
    return { outcome: 'known', used: count.used, underWay: count.units.size };
  }

  /** Creates may have ended since the round was read (rule shiftByDifference). */
  seed(month: QuotaMonth, { round, ended }: CountRound, counted: number): void {
    const count = this.#find(month);
    if (count?.round !== round || count.isCounted) return;
    count.used += counted - ended;
    count.isCounted = true;
  }

  /** Creates that share it may still make the document (rule sharedStays), or others have (rule releasedAnew). */
  release({ documentId, name, ...month }: QuotaReservation): void {
    const count = this.#find(month);
    if (!count || count.units.get(documentId)?.name !== name) return;
    count.units.delete(documentId);
    this.#recount(count);
  }

  created({ documentId, ...month }: QuotaReservation): void {
    this.#find(month)?.units.delete(documentId);
  }

  forget(month: QuotaMonth): void {
    const count = this.#find(month);
    if (count) this.#lose(count);
  }

  renew(): void {
    this.#generation++;
  }

  #open(month: QuotaMonth): MonthCount {
    const count = this.#find(month) ?? this.#add(month);
    if (count.generation !== this.#generation) {
      count.generation = this.#generation;
      this.#lose(count);
    } else if (count.since !== undefined && this.#isOld(count.since)) {
      // Rules secondCount, oldAnew.
      const hasOld = this.#dropOld(count);
      if (count.isLost || hasOld) this.#recount(count);
      count.isLost = false;
      count.since = [...count.units.values()][0]?.at;
    }
    return count;
  }

  /** Creates in flight may be unknown. When the second count is due, they have ended. */
  #lose(count: MonthCount): void {
    count.isLost = true;
    count.since = this.#options.now();
    this.#recount(count);
  }

  #recount(count: MonthCount): void {
    count.isCounted = false;
    count.round = this.#options.newRound();
  }

  #dropOld({ units }: MonthCount): boolean {
    const old = [...units].filter(([, { at }]) => this.#isOld(at));
    for (const [documentId] of old) units.delete(documentId);
    return old.length > 0;
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
      generation: -1,
      used: 0,
      isCounted: false,
      round: '',
      isLost: true,
      since: undefined,
      units: new Map(),
    };
    this.#months.set(`${month} ${owner}`, count);
    return count;
  }
}

/** Rules addTaken, leaveOutTaken. */
function roundOf({ round, used, units }: MonthCount): CountRound {
  return { round, ended: used - units.size, underWay: [...units.keys()] };
}
