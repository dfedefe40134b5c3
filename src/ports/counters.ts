import type { QuotaReservation } from './month-counts.js';

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

/** `perMinute`: limit of the address's window of `scope`. `perSecond`: look-ups beyond it. `keyHash`: `SeenKeys`. */
export type LookUp = { scope: string; address: string; perMinute: number; perSecond: number; keyHash: string };

/**
 * `created`: unit of a create whose head is in the index, or was made by this write for another request. `bytes`:
 * written, whatever room there was. `reserved`: for them, and given back with this. `requests`: to be counted in both
 * windows of requests beside the one that was admitted, whatever room there is.
 */
export type Written = {
  created?: QuotaReservation | undefined;
  bytes?: number | undefined;
  reserved?: ReservedBytes | undefined;
  requests?: number | undefined;
};

/** `bytes`: in all. `reserved`: those of them that are reserved already, fewer. */
export type BytesWish = { bytes: number; reserved: ReservedBytes | undefined };

/** `reserved`: what is reserved now; as before if there was too little room. Undefined: nothing. */
export type BytesOutcome = { isGranted: boolean; window: RateWindow; reserved: ReservedBytes | undefined };

/** Windows and epochs. Shared by all processes. May be lost. Raises `UnavailableError` within about 100 ms. */
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
   * window of `scope`. Allowed if the window has room, if any process met the key lately (`SeenKeys`), or if fewer
   * than `perSecond` other look-ups of the address were let through in this second.
   */
  admitLookUp(lookUp: LookUp): Promise<AddressAdmission>;

  /**
   * Moves the owner's epoch on by one step: searches that read it from now on know of the change. The same step counts
   * the bytes written in place of those reserved for them, counts further requests, and ends the create of the unit
   * `created`, which stays counted (`MonthCounts`).
   */
  bumpEpoch(owner: string, change: EpochBump, written?: Written): Promise<void>;
}
