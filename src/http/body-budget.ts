import type { ServerResponse } from 'node:http';
import { OverloadedError } from '../domain/errors.js';

export type BodyBudgetOptions = {
  /** Of all bodies of this process that are being read, or whose answer has not ended. */
  totalBytes: number;
  /** The largest body. */
  bodyBytes: number;
  /** A body waits unread for room, at most this long. */
  waitMs?: number;
};

/** One owner has at most this part of the budget. */
const OWNER_PART = 4;
const WAIT_MS = 10_000;

/**
 * Bounds the bytes of all request bodies that are under way in this process, as they come, and those of each owner.
 * A body that finds no room is not read on until there is some.
 *
 * Bodies that are half read must not wait for each other for ever. So the room of one largest body is kept for the one
 * that is being read for the longest time: of each owner, and of all.
 */
export class BodyBudget {
  readonly #waitMs: number;
  readonly #perOwner: Bound;
  readonly #overall: Bound;
  readonly #all = new Holders();
  readonly #owners = new Map<string, Holders>();
  readonly #waiting = new Set<() => void>();

  constructor({ totalBytes, bodyBytes, waitMs = WAIT_MS }: BodyBudgetOptions) {
    this.#overall = boundOf(totalBytes, bodyBytes);
    this.#perOwner = boundOf(Math.max(bodyBytes, Math.floor(totalBytes / OWNER_PART)), bodyBytes);
    this.#waitMs = waitMs;
  }

  /** What it takes is given back when the answer has ended, and the work with the body. */
  open(owner: string, response: ServerResponse): BodyShare {
    const own = this.#owners.get(owner) ?? new Holders();
    const share = new BodyShare(this, own, owner);
    if (response.closed || response.destroyed) {
      share.isClosed = true;
      share.isWorkOver = true;
      return share;
    }
    this.#owners.set(owner, own);
    for (const holders of [own, this.#all]) holders.open(share);
    response.once('close', () => {
      share.isClosed = true;
      if (share.isWorkOver) this.close(own, share);
      else this.#wake();
    });
    return share;
  }

  /** For `BodyShare`. */
  close(own: Holders, share: BodyShare): void {
    for (const holders of [own, this.#all]) holders.close(share);
    if (own.isEmpty) this.#owners.delete(share.owner);
    this.#wake();
  }

  /** For `BodyShare`. */
  add(own: Holders, share: BodyShare, bytes: number): void {
    if (share.isClosed) return;
    for (const holders of [own, this.#all]) holders.add(share, bytes);
    share.bytes += bytes;
    if (bytes < 0) this.#wake();
  }

  /** For `BodyShare`. */
  endReading(own: Holders, share: BodyShare): void {
    for (const holders of [own, this.#all]) holders.endReading(share);
    this.#wake();
  }

  hasRoom(own: Holders, share: BodyShare): boolean {
    return own.hasRoom(share, this.#perOwner) && this.#all.hasRoom(share, this.#overall);
  }

  /** For `BodyShare`. */
  async grow(own: Holders, share: BodyShare, bytes: number): Promise<void> {
    const both = [own, this.#all];
    for (const holders of both) holders.growing.add(share);
    // It works no more: one that waits longer may be the next to go on.
    this.#wake();
    const takeRoom = (): boolean => {
      const mayGrow = own.isNext(share) && own.mayGrow(share, bytes, this.#perOwner)
        && this.#all.mayGrow(share, bytes, this.#overall);
      if (mayGrow) {
        for (const holders of both) holders.growing.delete(share);
        this.add(own, share, bytes);
      }
      return mayGrow || share.isClosed;
    };
    await this.#until(takeRoom).finally(() => {
      for (const holders of both) holders.growing.delete(share);
      this.#wake();
    });
  }

  isOverHalf(own: Holders): boolean {
    return own.bytes > this.#perOwner.bytes / 2;
  }

  /** For `BodyShare`. */
  untilRoom(own: Holders, share: BodyShare): Promise<void> {
    return this.#until(() => this.hasRoom(own, share));
  }

  async #until(isSo: () => boolean): Promise<void> {
    const giveUpAt = performance.now() + this.#waitMs;
    while (!isSo()) {
      const left = giveUpAt - performance.now();
      if (left <= 0) throw new OverloadedError('too many request bodies are under way');
      await this.#woken(left);
    }
  }

  async #woken(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(wake);
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    this.#waiting.delete(wake);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

type Bound = { bytes: number; keptForLongest: number };

/** Where there is hardly room for two bodies, small ones still find half of it. */
function boundOf(bytes: number, bodyBytes: number): Bound {
  return { bytes, keptForLongest: Math.min(bodyBytes, Math.floor(bytes / 2)) };
}

/** Bodies under way: of one owner, or of all. */
class Holders {
  bytes = 0;
  /** Those that are not read to their end, the oldest first. */
  readonly #reading = new Set<BodyShare>();
  /** Those that are read, and wait for room for what is in them, the one that waits longest first. */
  readonly growing = new Set<BodyShare>();
  #readingBytes = 0;
  #shares = 0;

  get isEmpty(): boolean {
    return this.#shares === 0;
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

  /** One that is alone always has room: otherwise it would never have any. */
  hasRoom(share: BodyShare, { bytes, keptForLongest }: Bound): boolean {
    if (this.bytes === share.bytes) return true;
    const [longest] = this.#reading;
    if (longest !== share) return this.bytes <= bytes - keptForLongest;
    // Where no body is whole, none will give anything back before this one is.
    return this.bytes <= bytes || this.bytes === this.#readingBytes;
  }

  /** It waits longest for room for what is in it. */
  isNext(share: BodyShare): boolean {
    const [longest] = this.growing;
    return longest === share;
  }

  /** Where none works on its body, none gives anything back before one that waits for room goes on. */
  mayGrow(share: BodyShare, more: number, { bytes }: Bound): boolean {
    const working = this.#shares - this.#reading.size - this.growing.size;
    return this.bytes + more <= bytes || (working === 0 && this.isNext(share));
  }
}

/** What one body has of the budget. */
export class BodyShare {
  bytes = 0;
  /** It is not read on for want of room. */
  isWaiting = false;
  /** Its answer has ended, or its client has left. */
  isClosed = false;
  /** Nothing is done with the body any more. */
  isWorkOver = false;
  readonly owner: string;
  readonly #budget: BodyBudget;
  readonly #own: Holders;

  constructor(budget: BodyBudget, own: Holders, owner: string) {
    this.#budget = budget;
    this.#own = own;
    this.owner = owner;
  }

  /** Its owner has more than half of what an owner may have. */
  get isOwnerOverHalf(): boolean {
    return this.#budget.isOverHalf(this.#own);
  }

  /** Books what has come, or gives back. False: nothing more may be taken before `untilRoom` resolves. */
  take(bytes: number): boolean {
    this.#budget.add(this.#own, this, bytes);
    return this.#budget.hasRoom(this.#own, this);
  }

  /** Raises `OverloadedError` where there is no room in time. */
  async untilRoom(): Promise<void> {
    this.isWaiting = true;
    await this.#budget.untilRoom(this.#own, this).finally(() => { this.isWaiting = false; });
  }

  /** Of a body that is read: takes so many bytes more, once there is room. Raises `OverloadedError` as above. */
  async grow(bytes: number): Promise<void> {
    if (bytes > 0) await this.#budget.grow(this.#own, this, bytes);
  }

  /** A write goes on when its client has left: its body is held until then. */
  endWork(): void {
    if (this.isWorkOver) return;
    this.isWorkOver = true;
    if (this.isClosed) this.#budget.close(this.#own, this);
  }

  /** It is whole, or given up. */
  endReading(): void {
    this.#budget.endReading(this.#own, this);
  }
}
