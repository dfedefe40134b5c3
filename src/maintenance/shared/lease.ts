import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from '../../platform/deadline.js';
import { retry, type RetryTimes } from '../../platform/retry.js';
import { ignoreUnavailable, OperatorError } from '../../domain/errors.js';
import { newWriteId } from '../../domain/ids.js';
import type { LeaseRecord, LeaseRecords, Maintenance, NumberedLease } from '../../log/lease-records.js';

export type LeaseTiming = {
  /** Interval of the holder's heartbeat, in milliseconds. */
  renewMs: number;
  /** A holder without a heartbeat for this long, by the watcher's clock, is dead. Several times `renewMs`. */
  deadMs: number;
};

export const LEASE_TIMING: LeaseTiming = { renewMs: 2_000, deadMs: 10_000 };

const RETRY_FOR_MS = 60_000;

export type Taking = {
  maintenance: Maintenance;
  timing: LeaseTiming;
  now(): Date;
  /** Called when a holder has not released its lease and is watched for a heartbeat. */
  onWatch?: (record: LeaseRecord) => void;
  /** Called before each retry while the lease is taken. What it raises ends that. */
  onRetry?: RetryTimes['onRetry'];
};

/** The work did not begin. */
export class LeaseTakenError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LeaseTakenError';
  }
}

/** Another process thought this one dead and took the lease. */
export class LeaseLostError extends OperatorError {}

/**
 * The right to work on the whole log or index, for one process at a time. A process that sees no heartbeat claims the
 * next number. The former holder may only be slow: it calls `check` before each harmful step. At most one step of the
 * former holder can land late; every step must tolerate that.
 */
export class Lease {
  readonly #records: LeaseRecords;
  readonly #taking: Taking;
  readonly #number: number;
  #record: LeaseRecord;
  #ended = new AbortController();
  #writing: Promise<void> = Promise.resolve();

  /** Raises `LeaseTakenError` while another process holds it. */
  static async take(records: LeaseRecords, taking: Taking): Promise<Lease> {
    const policy = retriesOf(taking);
    const newest = await retry(policy, () => records.newest());
    if (newest && !newest.record.releasedAt) await expectDead(records, newest, taking);
    const now = taking.now().toISOString();
    const claim: NumberedLease = {
      number: (newest?.number ?? 0) + 1,
      record: {
        maintenance: taking.maintenance,
        holder: newWriteId(),
        startedAt: now,
        beat: 0,
        beatAt: now,
        releasedAt: null,
        progress: {},
      },
    };
    if (!(await retry(policy, () => records.claim(claim)))) throw new LeaseTakenError('another process was faster');
    // Read after the claim: the former holder saved its state before the steps that its checks let pass.
    const former = newest && (await retry(policy, () => records.read(newest.number)));
    claim.record.progress = former?.progress ?? {};
    return new Lease(records, taking, claim);
  }

  private constructor(records: LeaseRecords, taking: Taking, { number, record }: NumberedLease) {
    this.#records = records;
    this.#taking = taking;
    this.#number = number;
    this.#record = record;
    void this.#keepAlive();
  }

  get number(): number {
    return this.#number;
  }

  /** What this or an earlier holder last saved under this name. */
  progressOf(name: string): unknown {
    return (this.#record.progress as Record<string, unknown>)[name];
  }

  /** The next heartbeat saves it. A successor may find an earlier note instead, so that one must do as well. */
  note(name: string, progress: unknown): void {
    this.#record = { ...this.#record, progress: { ...(this.#record.progress as object), [name]: progress } };
  }

  /** Raises `LeaseLostError` if another process has taken the lease. */
  async check(): Promise<void> {
    const newest = await this.#records.newestNumber();
    if (newest > this.#number) {
      throw new LeaseLostError(
        'another process has taken over, as this one gave no sign of life; nothing was done since',
      );
    }
  }

  async save(): Promise<void> {
    await this.#write();
  }

  async release(): Promise<void> {
    this.#ended.abort();
    this.#record = { ...this.#record, releasedAt: this.#taking.now().toISOString() };
    await retry({ forMs: RETRY_FOR_MS }, () => this.#write());
    await this.#records.removeBelow(this.#number).catch(ignoreUnavailable);
  }

  async abandon(): Promise<void> {
    this.#ended.abort();
    await this.#writing.catch(() => undefined);
  }

  async #keepAlive(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await delay(this.#taking.timing.renewMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#write().catch(ignoreUnavailable);
    }
  }

  /** Writes one after another: none overtakes another. */
  #write(): Promise<void> {
    const write = this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#record = { ...this.#record, beat: this.#record.beat + 1, beatAt: this.#taking.now().toISOString() };
        return this.#records.rewrite({ number: this.#number, record: this.#record });
      });
    this.#writing = write;
    return write;
  }
}

/** Raises `LeaseTakenError` at the first heartbeat; returns on release, or after `deadMs` without a heartbeat. */
async function expectDead(records: LeaseRecords, seen: NumberedLease, taking: Taking): Promise<void> {
  const { timing, onWatch } = taking;
  onWatch?.(seen.record);
  const deadline = new Deadline(timing.deadMs);
  while (!deadline.isOver) {
    await delay(Math.min(timing.renewMs, timing.deadMs) / 2);
    const now = await retry(retriesOf(taking), () => records.newest());
    if (now?.number === seen.number && now.record.releasedAt) return;
    if (now?.number !== seen.number || now.record.beat !== seen.record.beat) {
      const { maintenance, startedAt } = now?.record ?? seen.record;
      throw new LeaseTakenError(`a ${maintenance} is running already, since ${startedAt}; two at once are refused`);
    }
  }
}

function retriesOf({ onRetry }: Taking): RetryTimes {
  return { forMs: RETRY_FOR_MS, ...(onRetry && { onRetry }) };
}
