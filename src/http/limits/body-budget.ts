import type { ServerResponse } from 'node:http';
import { OverloadedError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';

export type BodyBudgetOptions = {
  /** For all bodies being read, and for those whose answer has not ended. */
  totalBytes: number;
  bodyBytes: number;
  waitMs?: number;
};

/** One owner gets at most a quarter of the budget. */
const OWNER_PART = 4;
const WAIT_MS = 10_000;

/**
 * Bounds the bytes of request bodies in this process, in total and per owner. A body without room is not read until
 * there is some. Two half-read bodies must not wait for each other for ever: the room of one largest body is reserved
 * for the body that has been read for the longest time, in total and per owner.
 */
export class BodyBudget {
  readonly #waits: RoomWaits;
  readonly #perOwner: Bound;
  readonly #all: Ledger;
  readonly #owners = new Map<string, Ledger>();

  constructor({ totalBytes, bodyBytes, waitMs = WAIT_MS }: BodyBudgetOptions) {
    this.#all = new Ledger(boundOf(totalBytes, bodyBytes));
    this.#perOwner = boundOf(Math.max(bodyBytes, Math.floor(totalBytes / OWNER_PART)), bodyBytes);
    this.#waits = new RoomWaits(waitMs);
  }

  /** The share returns its bytes when both the answer and the work with the body have ended. */
  open(owner: string, response: ServerResponse): BodyShare {
    if (response.closed || response.destroyed) {
      const share = new BodyShare({ own: this.#ledgerOf(owner), all: this.#all, waits: this.#waits });
      share.isClosed = true;
      share.isWorkOver = true;
      return share;
    }
    const share = this.openLine(owner);
    response.once('close', () => share.close());
    return share;
  }

  /** For one line of a body. The share returns its bytes when it is ended. */
  openLine(owner: string): BodyShare {
    const own = this.#ledgerOf(owner);
    const onReleased = (): void => {
      if (own.isEmpty) this.#owners.delete(owner);
    };
    const share = new BodyShare({ own, all: this.#all, waits: this.#waits, onReleased });
    this.#owners.set(owner, own);
    for (const ledger of [own, this.#all]) ledger.open(share);
    return share;
  }

  isOverHalf(owner: string): boolean {
    return this.#ledgerOf(owner).isOverHalf;
  }

  #ledgerOf(owner: string): Ledger {
    return this.#owners.get(owner) ?? new Ledger(this.#perOwner);
  }
}

/** Bodies that wait for room. */
class RoomWaits {
  readonly #waitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Raises `OverloadedError` if it is not so within the wait. */
  async until(isSo: () => boolean): Promise<void> {
    const deadline = new Deadline(this.#waitMs);
    while (!isSo()) {
      let wake = (): void => undefined;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#waiting.add(wake);
      await deadline
        .within(woken, 'waiting for room')
        .catch(() => {
          throw new OverloadedError('too many request bodies are under way');
        })
        .finally(() => this.#waiting.delete(wake));
    }
  }

  wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

type Bound = { bytes: number; reservedForOldest: number };

/** In a budget of hardly two largest bodies, small bodies still get half. */
function boundOf(bytes: number, bodyBytes: number): Bound {
  return { bytes, reservedForOldest: Math.min(bodyBytes, Math.floor(bytes / 2)) };
}

class Ledger {
  bytes = 0;
  /** Bodies not read to their end, oldest first. */
  readonly #reading = new Set<BodyShare>();
  /** Bodies that were read and wait for more room to be parsed, longest wait first. */
  readonly waitingToGrow = new Set<BodyShare>();
  readonly #bound: Bound;
  #readingBytes = 0;
  #shares = 0;

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  get isEmpty(): boolean {
    return this.#shares === 0;
  }

  get isOverHalf(): boolean {
    return this.bytes > this.#bound.bytes / 2;
  }

  open(share: BodyShare): void {
    this.#shares++;
    this.#reading.add(share);
  }

  add(share: BodyShare, bytes: number): void {
    this.bytes += bytes;
    if (this.#reading.has(share)) this.#readingBytes += bytes;
  }

  endReading(share: BodyShare): void {
    if (this.#reading.delete(share)) this.#readingBytes -= share.bytes;
  }

  close(share: BodyShare): void {
    this.endReading(share);
    this.#shares--;
    this.bytes -= share.bytes;
  }

  /** The only body always has room. Otherwise it would never get any. */
  hasRoom(share: BodyShare): boolean {
    const { bytes, reservedForOldest } = this.#bound;
    if (this.bytes === share.bytes) return true;
    const [longest] = this.#reading;
    if (longest !== share) return this.bytes <= bytes - reservedForOldest;
    // If no body has been read whole, none returns room before this one is whole.
    return this.bytes <= bytes || this.bytes === this.#readingBytes;
  }

  isNext(share: BodyShare): boolean {
    const [longest] = this.waitingToGrow;
    return longest === share;
  }

  /** If no body is being worked on, none returns room before the first waiting one goes on. */
  mayGrow(share: BodyShare, more: number): boolean {
    const working = this.#shares - this.#reading.size - this.waitingToGrow.size;
    return this.bytes + more <= this.#bound.bytes || (working === 0 && this.isNext(share));
  }
}

type BodyShareOptions = { own: Ledger; all: Ledger; waits: RoomWaits; onReleased?: () => void };

export class BodyShare {
  bytes = 0;
  /** Reading is paused for want of room. */
  isWaiting = false;
  /** The answer has ended, or the client has left. */
  isClosed = false;
  isWorkOver = false;
  readonly #own: Ledger;
  readonly #both: readonly Ledger[];
  readonly #waits: RoomWaits;
  readonly #onReleased: () => void;

  constructor({ own, all, waits, onReleased = () => undefined }: BodyShareOptions) {
    this.#own = own;
    this.#both = [own, all];
    this.#waits = waits;
    this.#onReleased = onReleased;
  }

  get isOwnerOverHalf(): boolean {
    return this.#own.isOverHalf;
  }

  /** Books bytes, or returns them when negative. False: take no more before `untilRoom` resolves. */
  take(bytes: number): boolean {
    this.#add(bytes);
    return this.#hasRoom;
  }

  /** Raises `OverloadedError` if there is no room within the wait. */
  async untilRoom(): Promise<void> {
    this.isWaiting = true;
    await this.#waits
      .until(() => this.#hasRoom)
      .finally(() => {
        this.isWaiting = false;
      });
  }

  /** For a body that was read: waits for room and takes `bytes` more. Raises `OverloadedError` likewise. */
  async grow(bytes: number): Promise<void> {
    if (bytes <= 0) return;
    for (const ledger of this.#both) ledger.waitingToGrow.add(this);
    // This body is idle now, so another waiting one may go on.
    this.#waits.wake();
    await this.#waits
      .until(() => this.isClosed || this.#takeMore(bytes))
      .finally(() => {
        for (const ledger of this.#both) ledger.waitingToGrow.delete(this);
        this.#waits.wake();
      });
  }

  /** A write goes on after its client has left, so its body counts until then. */
  endWork(): void {
    if (this.isWorkOver) return;
    this.isWorkOver = true;
    if (this.isClosed) this.#release();
  }

  /** For the share of a line. */
  end(): void {
    this.isWorkOver = true;
    this.close();
  }

  endReading(): void {
    for (const ledger of this.#both) ledger.endReading(this);
    this.#waits.wake();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.isWorkOver) this.#release();
    else this.#waits.wake();
  }

  get #hasRoom(): boolean {
    return this.#both.every((ledger) => ledger.hasRoom(this));
  }

  #add(bytes: number): void {
    if (this.isClosed) return;
    for (const ledger of this.#both) ledger.add(this, bytes);
    this.bytes += bytes;
    if (bytes < 0) this.#waits.wake();
  }

  #takeMore(bytes: number): boolean {
    const mayGrow = this.#own.isNext(this) && this.#both.every((ledger) => ledger.mayGrow(this, bytes));
    if (!mayGrow) return false;
    for (const ledger of this.#both) ledger.waitingToGrow.delete(this);
    this.#add(bytes);
    return true;
  }

  #release(): void {
    for (const ledger of this.#both) ledger.close(this);
    this.#onReleased();
    this.#waits.wake();
  }
}
