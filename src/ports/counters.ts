/** Requests allowed in the one-minute and in the one-day window. */
export type RateLimits = { perMinute: number; perDay: number };

export type RateWindow = {
  limit: number;
  /** Requests left, at least 0. */
  remaining: number;
  /** Milliseconds until the window ends, by the store's clock; more than 0. */
  resetInMs: number;
};

/** (random era, counter): only epochs of one era compare. */
export type Epoch = { era: string; counter: number };

/** What moved an epoch on. `unknown`: something was written, and nobody tells what. */
export type Change = { document: string } | 'folder' | 'unknown';

/**
 * An owner's epoch as it was before a request read anything else. `askedAt`: when it was asked for, by
 * `performance.now()`.
 */
export type EpochReading = { epoch: Epoch; changes: Admission['changes']; askedAt: number };

export type Admission = {
  /** Which window refused; undefined: the request was counted in both. A refusal counts in neither. */
  refusedBy: 'minute' | 'day' | undefined;
  minute: RateWindow;
  day: RateWindow;
  /** The owner's write epoch as read in the same step; undefined: unknown, so nothing is known to be fresh. */
  epoch: Epoch | undefined;
  /**
   * Every step of the epoch after the one that was asked about, in order; undefined: the store cannot tell them, or not
   * all of them any more (rule nothingDropped).
   */
  changes: readonly Change[] | undefined;
};

export type AddressAdmission = { allowed: boolean; window: RateWindow };

/** One unit of one month's quota, taken from the count of one era of the counter store. */
export type QuotaUnit = { owner: string; month: string; era: string };

/**
 * `uncounted`: the store does not know the month's count; count the documents of the index, `seedQuota` with this
 * `era`, and reserve again.
 */
export type Uncounted = { outcome: 'uncounted'; era: string };
export type Reservation =
  | { outcome: 'reserved'; used: number; unit: QuotaUnit }
  | { outcome: 'exhausted'; used: number }
  | Uncounted;
export type QuotaReading = { outcome: 'known'; used: number } | Uncounted;

/**
 * Counts that may be lost at any time and may not be wrong in the dangerous direction: rate windows, write
 * epochs, documents made in a month. Shared by all processes of the service.
 *
 * Every method raises `UnavailableError` within 100 ms or so when the store cannot be asked.
 */
export interface Counters {
  /**
   * Judges and consumes both windows of an owner in one atomic step, and reads the owner's epoch in it. Each
   * window starts with the first request counted in it and ends by the store's clock. An owner without an
   * epoch gets one of a new era. `since`: after which epoch the changes are wanted.
   */
  admit(owner: string, limits: RateLimits, since?: Epoch): Promise<Admission>;

  /** One one-minute window for requests without a valid key, or of the viewer, by client address. */
  admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission>;

  /**
   * Moves the owner's epoch on by one step: searches that read it from now on know of the change.
   * `created`: the unit of a create whose head is now in the index. If the month is being counted under another era
   * (the store lost its contents meanwhile), the unit is added to that count too, so that the
   * count is never below the truth.
   */
  bumpEpoch(owner: string, change: Change, created?: QuotaUnit): Promise<void>;

  /** Takes one unit of the month (`YYYY-MM`, UTC) if fewer than `limit` are taken, atomically. */
  reserveQuota(owner: string, month: string, limit: number): Promise<Reservation>;

  /**
   * Sets the month's count, unless it is known by now or `era` is no longer the store's (then nothing
   * happens, and a new reservation tells what to do). Units reported by `bumpEpoch` meanwhile are added.
   */
  seedQuota(unit: QuotaUnit, count: number): Promise<void>;

  /** Gives a unit back, if the era it was taken from still lives. */
  releaseQuota(unit: QuotaUnit): Promise<void>;

  /**
   * Forgets the month's count, as a loss of the store would: whoever asks next is told to count, under a new era. A
   * lost answer does no harm.
   */
  forgetQuota(owner: string, month: string): Promise<void>;

  /** How many units of the month are taken, without taking one. */
  readQuota(owner: string, month: string): Promise<QuotaReading>;

  close(): Promise<void>;
}
