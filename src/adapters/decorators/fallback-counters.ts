import { ignoreUnavailable, UnavailableError } from '../../domain/errors.js';
import type {
  AddressAdmission,
  Admission,
  BytesOutcome,
  BytesWish,
  QuotaRequest,
  EpochBump,
  LookUp,
  RateLimits,
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
import { SharedRuns } from '../../platform/shared-runs.js';
import { FallbackCircuit } from './fallback-circuit.js';

/** `cause`: why the shared store was given up. */
type ModeListener = (mode: 'shared' | 'local', cause?: unknown) => void;

/** Also of an idle process, which must notice an outage: what others did meanwhile must be counted anew. */
const PROBE_EVERY_MS = 1_000;
/** Not the hash of any key. */
const NO_KEY = '-';
/** Prefix of this process's own count rounds. */
const LOCAL = 'local:';
/** With more months missed, all are counted anew. */
const MOST_MISSED = 1_000;
const ALL = 'all';

/** Counters of this process while the shared store is down: full limits, no epochs (so every search refreshes). */
export class FallbackCounters implements CounterStore {
  readonly #primary: CounterStore;
  readonly #local: CounterStore;
  readonly #onMode: ModeListener;
  readonly #circuit: FallbackCircuit;
  /**
   * By month and owner, or `ALL`: has the months counted anew whose counts in the shared store may lack creates of this
   * process. Called before such a count is used (rule countAnew).
   */
  readonly #missed = new Map<string, () => Promise<void>>();
  readonly #telling = new SharedRuns<void>();
  readonly #probing: NodeJS.Timeout;

  /** `onMode` is called on changes only. The first mode is `shared`. */
  constructor(primary: CounterStore, local: CounterStore, onMode: ModeListener) {
    this.#primary = primary;
    this.#local = local;
    this.#onMode = onMode;
    this.#circuit = new FallbackCircuit({
      onOpen: (cause) => void this.#beginOutage(cause),
      onClose: (failedProbes) => this.#endOutage(failedProbes),
    });
    // A write: a store that is full, or has too few replicas, still reads.
    const probe = () =>
      void this.#circuit
        .probe(async () => {
          await primary.markKeySeen(NO_KEY);
          await this.#tellMissed();
        })
        .catch(() => undefined);
    this.#probing = setInterval(probe, PROBE_EVERY_MS).unref();
    // What a process that died has missed is not known. Told at once, even without a call: others use the counts.
    this.#missAll();
    void this.#tellNow();
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
    const admit = (counters: CounterStore) => counters.admitAddress(scope, address, perMinute);
    return this.#ask(admit, admit);
  }

  admitLookUp(lookUp: LookUp): Promise<AddressAdmission> {
    const admit = (counters: CounterStore) => counters.admitLookUp(lookUp);
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
    const ask = (counters: CounterStore) => counters.wasKeySeen(keyHash);
    return this.#ask(ask, ask);
  }

  /** Never answered locally: it raises, and the writer refreshes by itself. */
  async bumpEpoch(owner: string, change: EpochBump, written: Written = {}): Promise<void> {
    try {
      await this.#circuit.run(() => this.#primary.bumpEpoch(owner, change, written));
    } catch (error) {
      if (error instanceof UnavailableError) await this.#countLocally(owner, written);
      throw error;
    }
  }

  reserveQuota(unit: QuotaReservation, limit: number): Promise<ReservationOutcome> {
    return this.#askOfMonth(unit, (counters) => counters.reserveQuota(unit, limit));
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
      async () => undefined,
    );
  }

  /** A unit whose release the store does not hear of stays taken there for a write deadline. */
  releaseQuota(unit: QuotaReservation): Promise<void> {
    const release = (counters: CounterStore) => counters.releaseQuota(unit);
    return this.#ask(release, release);
  }

  /** Only shared counts can be wrong for long: local counts end with their outage. */
  forgetQuota(month: QuotaMonth): Promise<void> {
    return this.#circuit.run(() => this.#primary.forgetQuota(month));
  }

  renewQuotas(): Promise<void> {
    return this.#circuit.run(() => this.#primary.renewQuotas());
  }

  async close(): Promise<void> {
    clearInterval(this.#probing);
    await this.#tellNow();
    await Promise.all([this.#primary.close(), this.#local.close()]);
  }

  async #askOfMonth<T extends ReservationOutcome | QuotaReading>(
    month: QuotaMonth,
    ask: (counters: CounterStore) => Promise<T>,
  ): Promise<T> {
    return this.#ask(
      async (primary) => {
        await this.#tellMissed();
        return ask(primary);
      },
      async (local) => {
        this.#miss(month);
        const answer = await ask(local);
        if (answer.outcome !== 'uncounted') return answer;
        return { ...answer, round: { ...answer.round, round: LOCAL + answer.round.round } };
      },
    );
  }

  async #ask<T>(shared: (primary: CounterStore) => Promise<T>, own: (local: CounterStore) => Promise<T>): Promise<T> {
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
  }

  /** After a single slow answer, only the months that this process touched meanwhile are in doubt. */
  #endOutage(failedProbes: number): void {
    if (failedProbes > 0) this.#missAll();
    this.#onMode('shared');
    void this.#tellNow();
  }

  /** Bytes are not reported to the primary later. It lacks at most one local window per process and outage. */
  async #countLocally(owner: string, written: Written): Promise<void> {
    if (written.created) this.#miss(written.created);
    await this.#local.bumpEpoch(owner, 'unknown', { ...written, reserved: undefined });
  }

  #miss({ owner, month }: QuotaMonth): void {
    if (this.#missed.size >= MOST_MISSED) this.#missAll();
    else this.#missed.set(`${month} ${owner}`, () => this.#primary.forgetQuota({ owner, month }));
  }

  #missAll(): void {
    this.#missed.set(ALL, () => this.#primary.renewQuotas());
  }

  /** Raises `UnavailableError`. */
  async #tellMissed(): Promise<void> {
    while (this.#missed.size > 0) await this.#telling.run(ALL, () => this.#tell());
  }

  async #tell(): Promise<void> {
    const missed = [...this.#missed];
    await Promise.all(missed.map(([, tell]) => tell()));
    // A month may have been missed again meanwhile.
    for (const [name, tell] of missed) if (this.#missed.get(name) === tell) this.#missed.delete(name);
  }

  /** The circuit counts a failure. What is left is told later. */
  async #tellNow(): Promise<void> {
    await this.#circuit.run(() => this.#tellMissed()).catch(ignoreUnavailable);
  }
}

/**
 * Local windows only check bytes: whether the store or they will count what is written is not known yet, and each
 * counts it in full. So requests at once may exceed the limit during an outage.
 */
async function unreserved<T extends { reserved: ReservedBytes | undefined }>(
  local: CounterStore,
  owner: string,
  answer: T,
): Promise<T & { reserved: undefined }> {
  if (answer.reserved) await local.releaseBytes(owner, answer.reserved);
  return { ...answer, reserved: undefined };
}
