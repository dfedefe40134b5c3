import type { Counters, QuotaMonth, QuotaUnit } from '../../ports/counters.js';

/** Bounds the memory of an outage: with more months, all of them are counted anew. */
const MOST_MONTHS = 10_000;
const MOST_UNKNOWN = 100_000;

/**
 * Which months' counts of the shared store may be wrong: it did not hear of a unit, or it may execute late what it was
 * given up for. Each is counted anew before it is used again (rule countAnew). What a process that died knew is lost:
 * so the first call of a process, and the first after an outage of some length, has all months counted anew.
 */
export class MonthsInDoubt {
  readonly #primary: Counters;
  /** Units whose creates are under way in this process. */
  readonly #underWay = new Map<string, QuotaUnit>();
  /** Those of them whose creates have ended, nobody knows how. */
  readonly #unknown = new Set<string>();
  readonly #months = new Map<string, QuotaMonth>();
  readonly #settling = new Map<string, Promise<void>>();
  #isAll = true;
  #renewing: Promise<void> | undefined;

  constructor(primary: Counters) {
    this.#primary = primary;
  }

  taken(unit: QuotaUnit): void {
    this.#underWay.set(unit.name, unit);
  }

  ended({ name }: QuotaUnit): void {
    this.#underWay.delete(name);
    this.#unknown.delete(name);
  }

  /** Its create has ended, and the store could not be told that nobody knows how: it stays taken until it is told. */
  endedSomehow(unit: QuotaUnit): void {
    this.add(unit);
    if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.add(unit.name);
    else this.ended(unit);
  }

  add({ owner, month }: QuotaMonth): void {
    this.#months.set(nameOf({ owner, month }), { owner, month });
    if (this.#months.size > MOST_MONTHS) this.addAll();
  }

  addAll(): void {
    this.#isAll = true;
  }

  /** Units whose creates are under way in this process, by month. */
  unitsUnderWay(): Map<QuotaMonth, QuotaUnit[]> {
    const months = new Map<string, { month: QuotaMonth; units: QuotaUnit[] }>();
    for (const unit of this.#underWay.values()) {
      const { owner, month } = unit;
      const known = months.get(nameOf(unit)) ?? { month: { owner, month }, units: [] };
      known.units.push(unit);
      months.set(nameOf(unit), known);
    }
    return new Map([...months.values()].map(({ month, units }) => [month, units]));
  }

  /** Before the store is asked for a month's count. Raises `UnavailableError`. */
  async settle(month: QuotaMonth): Promise<void> {
    if (this.#isAll) await this.#renew();
    const name = nameOf(month);
    if (!this.#months.has(name)) return;
    const settling = this.#settling.get(name) ?? this.#forget(name, month);
    await settling;
  }

  /** Tells the store of all of them, so that nobody else uses those counts. Raises `UnavailableError`. */
  async settleAll(): Promise<void> {
    if (this.#isAll) await this.#renew();
    for (const month of [...this.#months.values()]) await this.settle(month);
  }

  #forget(name: string, month: QuotaMonth): Promise<void> {
    const inDoubt = this.#months.get(name);
    const units = [...this.#underWay.values()].filter((unit) => nameOf(unit) === name);
    const settling = this.#primary.forgetQuota(month, units).then(() => {
      // It may be in doubt once more since.
      if (this.#months.get(name) === inDoubt) this.#months.delete(name);
      for (const unit of units) if (this.#unknown.has(unit.name)) this.ended(unit);
    }).finally(() => this.#settling.delete(name));
    this.#settling.set(name, settling);
    return settling;
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#primary.renewQuotas().then(() => { this.#isAll = false; })
      .finally(() => { this.#renewing = undefined; });
    return this.#renewing;
  }
}

function nameOf({ owner, month }: QuotaMonth): string {
  return `${month} ${owner}`;
}
