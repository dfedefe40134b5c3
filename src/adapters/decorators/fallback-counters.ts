import { ignoreUnavailable, UnavailableError } from '../../domain/errors.js';
import type {
  AddressAdmission,
  Admission,
  BytesOutcome,
  BytesWish,
  QuotaRequest,
  EpochBump,
  Counters,
  CountRound,
  LookUp,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  RateLimits,
  ReservationOutcome,
  ReservedBytes,
  Written,
} from '../../ports/counters.js';
import { FallbackCircuit } from './fallback-circuit.js';
import { MonthsInDoubt } from './months-in-doubt.js';

/** `cause`: why the shared store was given up. */
type ModeListener = (mode: 'shared' | 'local', cause?: unknown) => void;

/** Also of an idle process, which must notice an outage: what others did meanwhile must be counted anew. */
const PROBE_EVERY_MS = 1_000;
/** Not the hash of any key. */
const NO_KEY = '-';
/** Prefix of this process's own count rounds. */
const LOCAL = 'local:';

/** Counters of this process while the shared store is down: full limits, no epochs (so every search refreshes). */
export class FallbackCounters implements Counters {
  readonly #primary: Counters;
  readonly #local: Counters;
  readonly #onMode: ModeListener;
  readonly #circuit: FallbackCircuit;
  readonly #doubts: MonthsInDoubt;
  readonly #probing: NodeJS.Timeout;

  /** `onMode` is called on changes only. The first mode is `shared`. */
  constructor(primary: Counters, local: Counters, onMode: ModeListener) {
    this.#primary = primary;
    this.#local = local;
    this.#onMode = onMode;
    this.#doubts = new MonthsInDoubt(primary);
    this.#circuit = new FallbackCircuit({
      onOpen: (cause) => void this.#beginOutage(cause),
      onClose: (failedProbes) => this.#endOutage(failedProbes),
    });
    // A write: a store that is full, or has too few replicas, still reads.
    const probe = () =>
      void this.#circuit
        .probe(async () => {
          await primary.markKeySeen(NO_KEY);
          await this.#doubts.settleAll();
        })
        .catch(() => undefined);
    this.#probing = setInterval(probe, PROBE_EVERY_MS).unref();
    // Doubts of a process that died are lost. Settle at once, even without a call: other processes use its counts.
    void this.#settleAll();
  }

  admit(owner: string, limits: RateLimits, asked?: QuotaRequest): Promise<Admission> {
    return this.#ask(
      (primary) => primary.admit(owner, limits, asked),
      async (local) => ({
        ...(await unreserved(local, owner, await local.admit(owner, limits, asked))),
        epoch: undefined,
        changes: undefined,
      }),
    );
  }

  reserveBytes(owner: string, limit: number, wish: BytesWish): Promise<BytesOutcome> {
    return this.#ask(
      (primary) => primary.reserveBytes(owner, limit, wish),
      async (local) => {
        const asked = { ...wish, reserved: undefined };
        const outcome = await unreserved(local, owner, await local.reserveBytes(owner, limit, asked));
        return { ...outcome, reserved: wish.reserved };
      },
    );
  }

  /** What the store does not hear of stays reserved there until its window ends. */
  async releaseBytes(owner: string, reserved: ReservedBytes): Promise<void> {
    await this.#circuit.run(() => this.#primary.releaseBytes(owner, reserved)).catch(ignoreUnavailable);
  }

  admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission> {
    const admit = (counters: Counters) => counters.admitAddress(scope, address, perMinute);
    return this.#ask(admit, admit);
  }

  admitLookUp(lookUp: LookUp): Promise<AddressAdmission> {
    const admit = (counters: Counters) => counters.admitLookUp(lookUp);
    return this.#ask(admit, admit);
  }

  /** Always marked locally too: in a later outage this process must still know the keys that it met. */
  async markKeySeen(keyHash: string): Promise<void> {
    await this.#local.markKeySeen(keyHash);
    await this.#ask(
      (primary) => primary.markKeySeen(keyHash),
      async () => undefined,
    );
  }

  wasKeySeen(keyHash: string): Promise<boolean> {
    const ask = (counters: Counters) => counters.wasKeySeen(keyHash);
    return this.#ask(ask, ask);
  }

  /** Never answered locally: it raises, and the writer refreshes by itself. */
  async bumpEpoch(owner: string, change: EpochBump, written: Written = {}): Promise<void> {
    if (written.created) this.#doubts.ended(written.created);
    try {
      await this.#circuit.run(() => this.#primary.bumpEpoch(owner, change, written));
    } catch (error) {
      if (error instanceof UnavailableError) await this.#countLocally(owner, written);
      throw error;
    }
  }

  async reserveQuota(unit: QuotaReservation, limit: number): Promise<ReservationOutcome> {
    const reservation = await this.#askOfMonth(unit, (counters) => counters.reserveQuota(unit, limit));
    if (reservation.outcome === 'reserved') this.#doubts.taken(unit);
    return reservation;
  }

  readQuota(month: QuotaMonth): Promise<QuotaReading> {
    return this.#askOfMonth(month, (counters) => counters.readQuota(month));
  }

  async seedQuota(month: QuotaMonth, round: CountRound, count: number): Promise<void> {
    if (round.round.startsWith(LOCAL)) {
      return this.#local.seedQuota(month, { ...round, round: round.round.slice(LOCAL.length) }, count);
    }
    // Without the primary there is nothing to seed: the reservation that follows is local.
    await this.#ask(
      (primary) => primary.seedQuota(month, round, count),
      async () => this.#doubts.add(month),
    );
  }

  /** A unit whose release the store does not hear of stays taken there until the month is counted anew. */
  async releaseQuota(unit: QuotaReservation): Promise<void> {
    this.#doubts.ended(unit);
    await this.#ask(
      (primary) => primary.releaseQuota(unit),
      async (local) => {
        this.#doubts.add(unit);
        await local.releaseQuota(unit);
      },
    );
  }

  async doubtQuota(unit: QuotaReservation): Promise<void> {
    await this.#ask(
      async (primary) => {
        await primary.doubtQuota(unit);
        this.#doubts.ended(unit);
      },
      async (local) => {
        this.#doubts.endedSomehow(unit);
        await local.doubtQuota(unit);
      },
    );
  }

  /** Only shared counts can be wrong for long: local counts end with their outage. */
  forgetQuota(month: QuotaMonth, underWay?: readonly QuotaReservation[]): Promise<void> {
    return this.#circuit.run(() => this.#primary.forgetQuota(month, underWay));
  }

  renewQuotas(): Promise<void> {
    return this.#circuit.run(() => this.#primary.renewQuotas());
  }

  async close(): Promise<void> {
    clearInterval(this.#probing);
    await this.#settleAll();
    await Promise.all([this.#primary.close(), this.#local.close()]);
  }

  async #askOfMonth<T extends ReservationOutcome | QuotaReading>(
    month: QuotaMonth,
    ask: (counters: Counters) => Promise<T>,
  ): Promise<T> {
    return this.#ask(
      async (primary) => {
        await this.#doubts.settle(month);
        return ask(primary);
      },
      async (local) => {
        // The store may execute a timed-out call late, and does not hear of units taken locally.
        this.#doubts.add(month);
        const answer = await ask(local);
        if (answer.outcome !== 'uncounted') return answer;
        return { ...answer, round: { ...answer.round, round: LOCAL + answer.round.round } };
      },
    );
  }

  async #ask<T>(shared: (primary: Counters) => Promise<T>, own: (local: Counters) => Promise<T>): Promise<T> {
    try {
      return await this.#circuit.run(() => shared(this.#primary));
    } catch (error) {
      if (error instanceof UnavailableError) return own(this.#local);
      throw error;
    }
  }

  /** Each outage counts anew: local counts of an earlier one lack what other processes have created since. */
  async #beginOutage(cause: unknown): Promise<void> {
    this.#onMode('local', cause);
    await this.#local.renewQuotas();
    for (const [month, units] of this.#doubts.unitsUnderWay()) await this.#local.forgetQuota(month, units);
  }

  /** After a single slow answer, only the months that this process touched meanwhile are in doubt. */
  #endOutage(failedProbes: number): void {
    if (failedProbes > 0) this.#doubts.addAll();
    this.#onMode('shared');
    void this.#settleAll();
  }

  /** Bytes are not reported to the primary later. It lacks at most one local window per process and outage. */
  async #countLocally(owner: string, written: Written): Promise<void> {
    const unit = written.created ?? written.caughtUp;
    if (unit) this.#doubts.add(unit);
    await this.#local.bumpEpoch(owner, 'unknown', { ...written, reserved: undefined });
  }

  /** The circuit counts a failure. The remaining months are settled later. */
  async #settleAll(): Promise<void> {
    await this.#circuit.run(() => this.#doubts.settleAll()).catch(ignoreUnavailable);
  }
}

/**
 * Local windows only check bytes: whether the store or they will count what is written is not known yet, and each
 * counts it in full. So requests at once may exceed the limit during an outage.
 */
async function unreserved<T extends { reserved: ReservedBytes | undefined }>(
  local: Counters,
  owner: string,
  answer: T,
): Promise<T & { reserved: undefined }> {
  if (answer.reserved) await local.releaseBytes(owner, answer.reserved);
  return { ...answer, reserved: undefined };
}
