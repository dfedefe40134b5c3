import type { ServerResponse } from 'node:http';
import { OverloadedError } from '../../domain/errors.js';

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

  /** The share returns its bytes when both the answer and the work with the body have ended. */
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

  close(own: Holders, share: BodyShare): void {
    for (const holders of [own, this.#all]) holders.close(share);
    if (own.isEmpty) this.#owners.delete(share.owner);
    this.#wake();
  }

  add(own: Holders, share: BodyShare, bytes: number): void {
    if (share.isClosed) return;
    for (const holders of [own, this.#all]) holders.add(share, bytes);
    share.bytes += bytes;
    if (bytes < 0) this.#wake();
  }

  endReading(own: Holders, share: BodyShare): void {
    for (const holders of [own, this.#all]) holders.endReading(share);
    this.#wake();
  }

  hasRoom(own: Holders, share: BodyShare): boolean {
    return own.hasRoom(share, this.#perOwner) && this.#all.hasRoom(share, this.#overall);
  }

  async grow(own: Holders, share: BodyShare, bytes: number): Promise<void> {
    const both = [own, this.#all];
    for (const holders of both) holders.growing.add(share);
    // This body is idle now, so another waiting one may go on.
    this.#wake();
    const takeRoom = (): boolean => {
      const mayGrow =
        own.isNext(share) &&
        own.mayGrow(share, bytes, this.#perOwner) &&
        this.#all.mayGrow(share, bytes, this.#overall);
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

/** In a budget of hardly two largest bodies, small bodies still get half. */
function boundOf(bytes: number, bodyBytes: number): Bound {
  return { bytes, keptForLongest: Math.min(bodyBytes, Math.floor(bytes / 2)) };
}

class Holders {
  bytes = 0;
  /** Bodies not read to their end, oldest first. */
  readonly #reading = new Set<BodyShare>();
  /** Bodies that were read and wait for more room to be parsed, longest wait first. */
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

  /** The only body always has room. Otherwise it would never get any. */
  hasRoom(share: BodyShare, { bytes, keptForLongest }: Bound): boolean {
    if (this.bytes === share.bytes) return true;
    const [longest] = this.#reading;
    if (longest !== share) return this.bytes <= bytes - keptForLongest;
    // If no body has been read whole, none returns room before this one is whole.
    return this.bytes <= bytes || this.bytes === this.#readingBytes;
  }

  isNext(share: BodyShare): boolean {
    const [longest] = this.growing;
    return longest === share;
  }

  /** If no body is being worked on, none returns room before the first waiting one goes on. */
  mayGrow(share: BodyShare, more: number, { bytes }: Bound): boolean {
    const working = this.#shares - this.#reading.size - this.growing.size;
    return this.bytes + more <= bytes || (working === 0 && this.isNext(share));
  }
}

export class BodyShare {
  bytes = 0;
  /** Reading is paused for want of room. */
  isWaiting = false;
  /** The answer has ended, or the client has left. */
  isClosed = false;
  isWorkOver = false;
  readonly owner: string;
  readonly #budget: BodyBudget;
  readonly #own: Holders;

  constructor(budget: BodyBudget, own: Holders, owner: string) {
    this.#budget = budget;
    this.#own = own;
    this.owner = owner;
  }

  get isOwnerOverHalf(): boolean {
    return this.#budget.isOverHalf(this.#own);
  }

  /** Books bytes, or returns them when negative. False: take no more before `untilRoom` resolves. */
  take(bytes: number): boolean {
    this.#budget.add(this.#own, this, bytes);
    return this.#budget.hasRoom(this.#own, this);
  }

  /** Raises `OverloadedError` if there is no room within the wait. */
  async untilRoom(): Promise<void> {
    this.isWaiting = true;
    await this.#budget.untilRoom(this.#own, this).finally(() => {
      this.isWaiting = false;
    });
  }

  /** For a body that was read: waits for room and takes `bytes` more. Raises `OverloadedError` likewise. */
  async grow(bytes: number): Promise<void> {
    if (bytes > 0) await this.#budget.grow(this.#own, this, bytes);
  }

  /** A write goes on after its client has left, so its body counts until then. */
  endWork(): void {
    if (this.isWorkOver) return;
    this.isWorkOver = true;
    if (this.isClosed) this.#budget.close(this.#own, this);
  }

  endReading(): void {
    this.#budget.endReading(this.#own, this);
  }
}
