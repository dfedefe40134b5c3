/**
 * Requests allowed in the one-minute and in the one-day window, and bytes stored in another one-day window; undefined:
 * any number of bytes.
 */
export type RateLimits = { perMinute: number; perDay: number; bytesPerDay?: number | undefined };

export type WindowName = 'minute' | 'day' | 'bytes';

/** In requests, or in bytes. */
export type RateWindow = {
  limit: number;
  /** What is left of it, at least 0. */
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

/**
 * What a request says of itself. `since`: the epoch after which the changes are wanted. `bytes`: what a request that
 * stores something is known to store, 0 where that is not known; undefined: it stores nothing.
 */
export type Asked = { since?: Epoch | undefined; bytes?: number | undefined };

export type Admission = {
  /** Which window refused; undefined: the request was counted in those of requests. A refusal counts in none. */
  refusedBy: WindowName | undefined;
  minute: RateWindow;
  day: RateWindow;
  /** Undefined: not judged, because the request stores nothing or the owner may store any number of bytes. */
  bytes: RateWindow | undefined;
  /** The owner's write epoch as read in the same step; undefined: unknown, so nothing is known to be fresh. */
  epoch: Epoch | undefined;
  /**
   * Every step of the epoch after the one that was asked about, in order; undefined: the store cannot tell them, or not
   * all of them any more (rule nothingDropped).
   */
  changes: readonly Change[] | undefined;
};

export type AddressAdmission = { allowed: boolean; window: RateWindow };

/**
 * A key that a process wants to look up for a client. `perMinute`: the limit of the address's window of `scope`.
 * `perSecond`: look-ups allowed beyond it. `keyHash`: as in `markMet`.
 */
export type LookUp = { scope: string; address: string; perMinute: number; perSecond: number; keyHash: string };

/** A month (`YYYY-MM`, UTC) of an owner. */
export type QuotaMonth = { owner: string; month: string };

/**
 * One unit of a month's quota, as one create takes it. `name`: a random value of that create's own: two creates with
 * one Idempotency-Key take a unit each, and one gives its unit back.
 */
export type QuotaUnit = QuotaMonth & { name: string; documentId: string };

/**
 * What a write has stored. `created`: the unit of a create whose head is now in the index. `helped`: that of another
 * create, which may have died before it made the head that this write made for it. `bytes`: what the owner's window of
 * bytes counts of it.
 */
export type Written = {
  created?: QuotaUnit | undefined;
  helped?: QuotaUnit | undefined;
  bytes?: number | undefined;
};

/**
 * A month is to be counted. `underWay`: documents whose units are taken and whose creates have not ended, as far as the
 * store knows: they are left out of the count, as their `units` are added to it. `adjusted`: see `seedQuota`.
 */
export type CountRound = { round: string; adjusted: number; units: number; underWay: readonly string[] };

/**
 * `uncounted`: the store does not know the month's count. Make everything written visible, count the documents of the
 * index that are not in `round.underWay`, `seedQuota`, and ask again.
 */
export type Uncounted = { outcome: 'uncounted'; round: CountRound };
export type Reservation =
  | { outcome: 'reserved'; used: number }
  | { outcome: 'exhausted'; used: number }
  | Uncounted;
/** `underWay`: units among `used` whose creates have not ended. */
export type QuotaReading = { outcome: 'known'; used: number; underWay: number } | Uncounted;

/**
 * Counts that may be lost at any time. They must never be too low: rate windows, write epochs, documents made in a
 * month. Shared by all processes of the service.
 *
 * Every method raises `UnavailableError` within 100 ms or so when the store cannot be asked.
 */
export interface Counters {
  /**
   * Judges and consumes both windows of requests of an owner in one atomic step, and reads the owner's epoch in it.
   * Each window starts with what is first counted in it and ends by the store's clock. An owner without an epoch gets
   * one of a new era.
   *
   * A request that stores something is judged by the window of bytes too: refused where that is full, or has less room
   * than `asked.bytes`. Nothing is counted in it here (see `bumpEpoch`), so that what is under way at once may go
   * beyond the limit. The windows refuse in the order day, bytes, minute: while one of the others is full, waiting for
   * the minute's end is no use.
   */
  admit(owner: string, limits: RateLimits, asked?: Asked): Promise<Admission>;

  /** One one-minute window for requests without a valid key, or of the viewer, by client address. */
  admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission>;

  /**
   * Judges whether a key that this process does not know may be looked up for a client. Nothing is counted in the
   * address's window of `scope`. Allowed: the window has room; or the key was met lately (by any process, see
   * `markMet`); or fewer than `perSecond` other look-ups of the address were let through in this second.
   */
  admitLookUp(lookUp: LookUp): Promise<AddressAdmission>;

  /** Remembers for an hour that a usable key is in use, for all processes. A lost answer does no harm. */
  markMet(keyHash: string): Promise<void>;

  /** Whether any process has met the key within the last hour, as far as the store remembers. */
  isMet(keyHash: string): Promise<boolean>;

  /**
   * Moves the owner's epoch on by one step: searches that read it from now on know of the change. In the same step
   * the bytes written are counted, and the create of the unit `created` ends. Where the month's count does not know
   * that unit (the store lost it meanwhile), the unit is added, so that the count is never below the truth, and the
   * month is counted once more later. So is a unit `helped`; but where the count knows it, its create may still end.
   */
  bumpEpoch(owner: string, change: Change, written?: Written): Promise<void>;

  /**
   * Takes a unit of its month if fewer than `limit` are taken, atomically.
   *
   * A month is `uncounted` where the store has no count of it; where everything is to be counted anew (`renewQuotas`);
   * where the store was restored or failed over, which may have lost units; and once more a write deadline after a
   * first count: that one may be too high, by creates that were under way then and that the store did not know of. A
   * unit whose create does not end within a write deadline is kept where the second count finds its document.
   */
  reserveQuota(unit: QuotaUnit, limit: number): Promise<Reservation>;

  /**
   * Sets the month's count to `count` documents and what `round` adds, unless another count was faster or the round is
   * over (then nothing happens, and a new reservation tells what to do). `adjusted` tells what has changed since the
   * round was read.
   */
  seedQuota(month: QuotaMonth, round: CountRound, count: number): Promise<void>;

  /** Gives a unit back: its create certainly failed. No unit that the store does not know is given back. */
  releaseQuota(unit: QuotaUnit): Promise<void>;

  /** The create has ended, and nobody knows how: its unit stays taken until the month is counted once more. */
  doubtQuota(unit: QuotaUnit): Promise<void>;

  /**
   * Forgets the month's count, as a loss of the store would: it is counted anew before it is used again. `underWay`:
   * units that are taken, where the store may not know of them. A lost answer does no harm.
   */
  forgetQuota(month: QuotaMonth, underWay?: readonly QuotaUnit[]): Promise<void>;

  /** The same for all months of all owners, for all processes, except that units which are taken are not forgotten. */
  renewQuotas(): Promise<void>;

  /** How many units of the month are taken, without taking one. */
  readQuota(month: QuotaMonth): Promise<QuotaReading>;

  close(): Promise<void>;
}
