import { UnavailableError } from '../../domain/errors.js';
import type {
  AddressAdmission, Admission, Asked, Change, Counters, LookUp, QuotaReading, QuotaUnit, RateLimits, Reservation,
  Uncounted, Written,
} from '../../ports/counters.js';
import { FallbackCircuit } from './fallback-circuit.js';

/** `cause`: why the shared store was given up. */
type ModeListener = (mode: 'shared' | 'local', cause?: unknown) => void;

const PAUSE_MS = 500;
const LOCAL_ERA = 'local:';
/** Bounds the memory of an outage; units beyond it are missing in the shared count until it is made anew. */
const MOST_UNTOLD = 100_000;

/**
 * Counters that go on when the shared store is down: with the full limits in this process, counts of its own,
 * and no epochs, so that every search refreshes. A bump is not answered locally: it raises, and the writer
 * refreshes by itself.
 */
export class FallbackCounters implements Counters {
  readonly #primary: Counters;
  readonly #local: Counters;
  readonly #onMode: ModeListener;
  readonly #circuit: FallbackCircuit;
  #outage = 0;
  readonly #untold = new Set<QuotaUnit>();

  /** `onMode` is called on changes only; the mode is `shared` at first. */
  constructor(primary: Counters, local: Counters, onMode: ModeListener) {
    this.#primary = primary;
    this.#local = local;
    this.#onMode = onMode;
    this.#circuit = new FallbackCircuit({
      pauseMs: PAUSE_MS,
      now: () => performance.now(),
      onChange: (open, cause) => this.#change(open, cause),
    });
  }

  admit(owner: string, limits: RateLimits, asked?: Asked): Promise<Admission> {
    return this.#ask(
      (primary) => primary.admit(owner, limits, asked),
      async (local) => ({ ...await local.admit(owner, limits, asked), epoch: undefined, changes: undefined }),
    );
  }

  admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission> {
    const admit = (counters: Counters) => counters.admitAddress(scope, address, perMinute);
    return this.#ask(admit, admit);
  }

  admitLookUp(lookUp: LookUp): Promise<AddressAdmission> {
    const admit = (counters: Counters) => counters.admitLookUp(lookUp);
    return this.#ask(admit, admit);
  }

  /** Locally in any case: an outage that begins later must not make strangers of the keys that this process met. */
  async markMet(keyHash: string): Promise<void> {
    await this.#local.markMet(keyHash);
    await this.#ask((primary) => primary.markMet(keyHash), async () => undefined);
  }

  isMet(keyHash: string): Promise<boolean> {
    const ask = (counters: Counters) => counters.isMet(keyHash);
    return this.#ask(ask, ask);
  }

  async bumpEpoch(owner: string, change: Change, written: Written = {}): Promise<void> {
    try {
      await this.#circuit.run(() => this.#primary.bumpEpoch(owner, change, written));
    } catch (error) {
      if (error instanceof UnavailableError) await this.#countLocally(owner, written);
      throw error;
    }
  }

  reserveQuota(owner: string, month: string, limit: number): Promise<Reservation> {
    return this.#ask(
      async (primary) => {
        await this.#tellOf(owner);
        return primary.reserveQuota(owner, month, limit);
      },
      async (local) => {
        const reservation = await local.reserveQuota(this.#alias(owner), month, limit);
        if (reservation.outcome === 'exhausted') return reservation;
        if (reservation.outcome === 'uncounted') return markLocal(reservation);
        return { ...reservation, unit: { ...markLocal(reservation.unit), owner } };
      },
    );
  }

  async seedQuota(unit: QuotaUnit, count: number): Promise<void> {
    if (isLocal(unit)) return this.#local.seedQuota(this.#toLocal(unit), count);
    // Without the primary there is nothing to seed: the reservation that follows is the local store's.
    await this.#ask((primary) => primary.seedQuota(unit, count), async () => undefined);
  }

  async releaseQuota(unit: QuotaUnit): Promise<void> {
    if (isLocal(unit)) return this.#local.releaseQuota(this.#toLocal(unit));
    // A unit that cannot be given back stays taken: the count is too high then, never too low.
    await this.#ask((primary) => primary.releaseQuota(unit), async () => undefined);
  }

  /** Only what all processes share can be wrong for long: the local counts of an outage end with it. */
  forgetQuota(owner: string, month: string): Promise<void> {
    return this.#circuit.run(() => this.#primary.forgetQuota(owner, month));
  }

  readQuota(owner: string, month: string): Promise<QuotaReading> {
    return this.#ask(
      async (primary) => {
        await this.#tellOf(owner);
        return primary.readQuota(owner, month);
      },
      async (local) => {
        const reading = await local.readQuota(this.#alias(owner), month);
        return reading.outcome === 'uncounted' ? markLocal(reading) : reading;
      },
    );
  }

  async close(): Promise<void> {
    await this.#tellPrimary();
    await Promise.all([this.#primary.close(), this.#local.close()]);
  }

  async #ask<T>(shared: (primary: Counters) => Promise<T>, own: (local: Counters) => Promise<T>): Promise<T> {
    try {
      return await this.#circuit.run(() => shared(this.#primary));
    } catch (error) {
      if (error instanceof UnavailableError) return own(this.#local);
      throw error;
    }
  }

  #change(open: boolean, cause: unknown): void {
    if (open) this.#outage++;
    else void this.#tellPrimary();
    this.#onMode(open ? 'local' : 'shared', cause);
  }

  /** Each outage counts anew: the local counts of an earlier one lack what was created since. */
  #alias(owner: string): string {
    return `${owner} ${this.#outage}`;
  }

  #toLocal(unit: QuotaUnit): QuotaUnit {
    const era = isLocal(unit) ? unit.era.slice(LOCAL_ERA.length) : unit.era;
    return { owner: this.#alias(unit.owner), month: unit.month, era };
  }

  /**
   * Of bytes the primary is never told: what one outage stores is bounded by the local window of each process, and only
   * that much can be missing in the primary's.
   */
  async #countLocally(owner: string, { created, bytes }: Written): Promise<void> {
    await this.#local.bumpEpoch(owner, 'unknown', { bytes });
    if (!created) return;
    if (this.#untold.size < MOST_UNTOLD) this.#untold.add(created);
    const unit = this.#toLocal(created);
    await this.#local.bumpEpoch(unit.owner, 'unknown', { created: unit });
  }

  /** What was created during the outage is not in the primary's counts, if it still has them. */
  async #tellPrimary(): Promise<void> {
    // The circuit counts the failure; the rest waits for the next recovery.
    await this.#circuit.run(() => this.#tell([...this.#untold])).catch(() => undefined);
  }

  /** Before the primary is asked for an owner's count: until it has been told the count is below the truth. */
  async #tellOf(owner: string): Promise<void> {
    if (this.#untold.size > 0) await this.#tell([...this.#untold].filter((unit) => unit.owner === owner));
  }

  async #tell(units: readonly QuotaUnit[]): Promise<void> {
    for (const unit of units) {
      if (!this.#untold.delete(unit)) continue;
      try {
        await this.#primary.bumpEpoch(unit.owner, 'unknown', { created: unit });
      } catch (error) {
        this.#untold.add(unit);
        throw error;
      }
    }
  }
}

function isLocal(unit: QuotaUnit): boolean {
  return unit.era.startsWith(LOCAL_ERA);
}

function markLocal<T extends QuotaUnit | Uncounted>(counted: T): T {
  return { ...counted, era: LOCAL_ERA + counted.era };
}
