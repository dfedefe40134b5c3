/** Requests per one-minute and one-day window, and bytes stored per one-day window; undefined: unlimited bytes. */
export type RateLimits = { perMinute: number; perDay: number; bytesPerDay?: number | undefined };

export type WindowName = 'minute' | 'day' | 'bytes';

/** In requests, or in bytes. */
export type RateWindow = {
  limit: number;
  /** At least 0. */
  remaining: number;
  /** Milliseconds until the window ends, by the store's clock; more than 0. */
  resetInMs: number;
};

/** Epochs compare only within one incarnation, which is random. */
export type Epoch = { incarnation: string; sequence: number };

/** What moved an epoch on. `unknown`: something was written, but the store cannot tell what. */
export type EpochBump = { document: string } | 'folder' | 'unknown';

/** An owner's epoch, read before anything else of a request. `askedAt`: `performance.now()` when it was asked for. */
export type EpochReading = { epoch: Epoch; changes: Admission['changes']; askedAt: number };

/**
 * Bytes that are counted before they are written. It holds for one window: once that has ended, it counts nowhere.
 * `leftMs`: how long the window lasted yet when they were counted, by which a later window is told from it.
 */
export type ReservedBytes = { bytes: number; leftMs: number };

/**
 * `since`: wants changes after it. `bytes`: size to store, which is reserved, 0: of unknown size; `shown`: stores
 * nothing and wants the window of bytes; undefined: stores nothing.
 */
export type QuotaRequest = { since?: Epoch | undefined; bytes?: number | 'shown' | undefined };

export type Admission = {
  /** The window that refused; undefined: counted in both windows of requests. A refused request is counted in none. */
  refusedBy: WindowName | undefined;
  minute: RateWindow;
  day: RateWindow;
  /** Undefined: neither checked nor to be shown, or the owner's bytes are unlimited. */
  bytes: RateWindow | undefined;
  /** Undefined: nothing is, as nothing was asked for, the owner's bytes are unlimited, or the request was refused. */
  reserved: ReservedBytes | undefined;
  /** The owner's write epoch, read in the same atomic step; undefined: unknown, so nothing is known to be fresh. */
  epoch: Epoch | undefined;
  /** Every step of the epoch after `since`, in order; undefined: not all are known any more (rule nothingDropped). */
  changes: readonly EpochBump[] | undefined;
};

export type AddressAdmission = { allowed: boolean; window: RateWindow };

/** `perMinute`: limit of the address's window of `scope`. `perSecond`: look-ups beyond it. `keyHash`: `markKeySeen`. */
export type LookUp = { scope: string; address: string; perMinute: number; perSecond: number; keyHash: string };

/** `month`: `YYYY-MM`, UTC. */
export type QuotaMonth = { owner: string; month: string };

/** One unit, reserved for one create. `name`: random, as two creates with one Idempotency-Key reserve a unit each. */
export type QuotaReservation = QuotaMonth & { name: string; documentId: string };

/**
 * `created`: unit of a create whose head is in the index. `caughtUp`: unit of a create whose head this write made.
 * `bytes`: written, whatever room there was. `reserved`: for them, and given back with this. `requests`: to be counted
 * in both windows of requests beside the one that was admitted, whatever room there is.
 */
export type Written = {
  created?: QuotaReservation | undefined;
  caughtUp?: QuotaReservation | undefined;
  bytes?: number | undefined;
  reserved?: ReservedBytes | undefined;
  requests?: number | undefined;
};

/** `bytes`: in all. `reserved`: those of them that are reserved already, fewer. */
export type BytesWish = { bytes: number; reserved: ReservedBytes | undefined };

/** `reserved`: what is reserved now; as before if there was too little room. Undefined: nothing. */
export type BytesOutcome = { isGranted: boolean; window: RateWindow; reserved: ReservedBytes | undefined };

/** `underWay`: documents whose creates have not ended, counted by their `units` only. `adjusted`: see `seedQuota`. */
export type CountRound = { round: string; adjusted: number; units: number; underWay: readonly string[] };

/** `uncounted`: refresh, count the index's documents that are not in `round.underWay`, `seedQuota`, ask again. */
export type Uncounted = { outcome: 'uncounted'; round: CountRound };
/** `isUnderWay`: another unit for the same document is taken, and its create has not ended. */
export type ReservationOutcome =
  { outcome: 'reserved'; used: number } | { outcome: 'exhausted'; used: number; isUnderWay: boolean } | Uncounted;
/** `underWay`: how many of the `used` units belong to creates that have not ended. */
export type QuotaReading = { outcome: 'known'; used: number; underWay: number } | Uncounted;

/** Shared by all processes. May be lost. Must never under-count. Raises `UnavailableError` within about 100 ms. */
export interface Counters {
  /**
   * Checks and counts a request in both windows of requests of an owner, and reads the owner's epoch, in one atomic
   * step. A window starts with the first request counted in it and ends by the store's clock. An owner without an epoch
   * gets one of a new incarnation.
   *
   * A request that stores something is also checked against the window of bytes: refused if that is full or has less
   * room than `asked.bytes`, which are counted in the same step: concurrent requests never exceed the limit together.
   * The windows refuse in the order day, bytes, minute: to wait for the minute's end is no use while another is full.
   *
   * What is reserved is counted until `bumpEpoch` or `releaseBytes` gives it back, or its window ends: after a lost
   * answer, or if this process dies before, it stays counted until then.
   */
  admit(owner: string, limits: RateLimits, asked?: QuotaRequest): Promise<Admission>;

  /**
   * Makes a reservation, or makes one larger, atomically. Nothing is changed where the window is full or has less room.
   * `limit`: bytes a day.
   */
  reserveBytes(owner: string, limit: number, wish: BytesWish): Promise<BytesOutcome>;

  /** Gives a reservation back. A lost answer leaves it counted or not, but never gives it back twice. */
  releaseBytes(owner: string, reserved: ReservedBytes): Promise<void>;

  /** One one-minute window by client address, for requests without a valid key and for the viewer. */
  admitAddress(scope: string, address: string, perMinute: number): Promise<AddressAdmission>;

  /**
   * Checks whether a key unknown to this process may be looked up for a client. Nothing is counted in the address's
   * window of `scope`. Allowed if the window has room, if any process met the key lately (`markKeySeen`), or if fewer
   * than `perSecond` other look-ups of the address were let through in this second.
   */
  admitLookUp(lookUp: LookUp): Promise<AddressAdmission>;

  /** Remembers for an hour, for all processes, that a usable key is in use. A lost answer does no harm. */
  markKeySeen(keyHash: string): Promise<void>;

  /** Whether any process has met the key within the last hour, as far as the store remembers. */
  wasKeySeen(keyHash: string): Promise<boolean>;

  /**
   * Moves the owner's epoch on by one step: searches that read it from now on know of the change. The same step counts
   * the bytes written in place of those reserved for them, counts further requests, and ends the create of the unit
   * `created`. If the month's count lacks that unit (the store lost it), the unit is added and the month is counted
   * once more later: the count never falls below the truth. A missing unit `caughtUp` is added too; a known one stays
   * under way, as its create may still end.
   */
  bumpEpoch(owner: string, change: EpochBump, written?: Written): Promise<void>;

  /**
   * Takes a unit of its month if fewer than `limit` are taken, atomically.
   *
   * A month is `uncounted` if the store has no count of it, after `renewQuotas`, and after the store was restored or
   * failed over, which may have lost units. It is also `uncounted` once, a write deadline after a first count: that
   * count may be too high by creates that were under way and unknown to the store. A unit whose create does not end
   * within a write deadline is kept if the second count finds its document.
   */
  reserveQuota(reservation: QuotaReservation, limit: number): Promise<ReservationOutcome>;

  /**
   * Sets the month's count to `count` documents plus what `round` adds. `adjusted` tells what has changed since the
   * round was read. If another count was faster or the round is over, nothing happens: reserve again.
   */
  seedQuota(month: QuotaMonth, round: CountRound, count: number): Promise<void>;

  /** Gives a unit back after its create has certainly failed. A unit that the store does not know is ignored. */
  releaseQuota(reservation: QuotaReservation): Promise<void>;

  /** Ends a create with an unknown outcome: its unit stays taken until the month is counted once more. */
  doubtQuota(reservation: QuotaReservation): Promise<void>;

  /** Has the month counted anew. `underWay`: taken units that the store may not know. A lost answer does no harm. */
  forgetQuota(month: QuotaMonth, underWay?: readonly QuotaReservation[]): Promise<void>;

  /** Has all months of all owners counted anew, for all processes. Taken units are not forgotten. */
  renewQuotas(): Promise<void>;

  /** The units taken in the month. */
  readQuota(month: QuotaMonth): Promise<QuotaReading>;

  close(): Promise<void>;
}
