import { SharedRuns } from '../../platform/shared-runs.js';
import type { Counters, QuotaMonth, QuotaReservation } from '../../ports/counters.js';

/** Bounds the memory of an outage. With more months, all of them are counted anew. */
const MOST_MONTHS = 10_000;
const MOST_UNKNOWN = 100_000;
const ALL_MONTHS = 'all';

/** Months that the shared store may count wrongly. Each is counted anew before it is used (rule countAnew). */
export class MonthsInDoubt {
  readonly #primary: Counters;
  /** Units whose creates are under way in this process, or ended with an unknown outcome. */
  readonly #underWay = new Map<string, QuotaReservation>();
  /** Names of the units with an unknown outcome. */
  readonly #unknown = new Set<string>();
  readonly #months = new Map<string, QuotaMonth>();
  readonly #settling = new SharedRuns<void>();
  /** Set at the start and after a longer outage: what a process that died knew is lost. */
  #isAll = true;

  constructor(primary: Counters) {
    this.#primary = primary;
  }

  taken(unit: QuotaReservation): void {
    this.#underWay.set(unit.name, unit);
  }

  ended({ name }: QuotaReservation): void {
    this.#underWay.delete(name);
    this.#unknown.delete(name);
  }

  /** The create's outcome is unknown and not yet reported. Its unit stays taken until the store has the report. */
  endedSomehow(unit: QuotaReservation): void {
    this.add(unit);
    if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.add(unit.name);
    else this.ended(unit);
  }

  /** To be called where the store missed a unit, or may execute a timed-out call late. */
  add({ owner, month }: QuotaMonth): void {
    this.#months.set(nameOf({ owner, month }), { owner, month });
    if (this.#months.size > MOST_MONTHS) this.addAll();
  }

  addAll(): void {
    this.#isAll = true;
  }

  unitsUnderWay(): Map<QuotaMonth, QuotaReservation[]> {
    const months = new Map<string, { month: QuotaMonth; units: QuotaReservation[] }>();
    for (const unit of this.#underWay.values()) {
      const { owner, month } = unit;
      const known = months.get(nameOf(unit)) ?? { month: { owner, month }, units: [] };
      known.units.push(unit);
      months.set(nameOf(unit), known);
    }
    return new Map([...months.values()].map(({ month, units }) => [month, units]));
  }

  /** To be called before the store is asked for a month's count. Raises `UnavailableError`. */
  async settle(month: QuotaMonth): Promise<void> {
    await this.#renew();
    const name = nameOf(month);
    if (this.#months.has(name)) await this.#settling.run(name, () => this.#forget(name, month));
  }

  /** Reports all months in doubt to the store, so that no process uses their counts. Raises `UnavailableError`. */
  async settleAll(): Promise<void> {
    await this.#renew();
    for (const month of [...this.#months.values()]) await this.settle(month);
  }

  async #forget(name: string, month: QuotaMonth): Promise<void> {
    const inDoubt = this.#months.get(name);
    const units = [...this.#underWay.values()].filter((unit) => nameOf(unit) === name);
    await this.#primary.forgetQuota(month, units);
    // It may have come into doubt again meanwhile.
    if (this.#months.get(name) === inDoubt) this.#months.delete(name);
    for (const unit of units) if (this.#unknown.has(unit.name)) this.ended(unit);
  }

  async #renew(): Promise<void> {
    if (!this.#isAll) return;
    await this.#settling.run(ALL_MONTHS, async () => {
      await this.#primary.renewQuotas();
      this.#isAll = false;
    });
  }
}

function nameOf({ owner, month }: QuotaMonth): string {
  return `${month} ${owner}`;
}
