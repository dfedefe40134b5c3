import type { ServerResponse } from 'node:http';
import { OverloadedError } from '../domain/errors.js';

/** Whom an answer is for: an owner, or a client without a key by its address. */
export type Recipient = { owner: string } | { address: string };

/** One owner, or one address, has at most this part of the budget, and all addresses together this one. */
const RECIPIENT_PART = 4;
const STRANGERS_PART = 2;

/** Bounds the bytes of all answers of this process that are under way: being made, or not flushed to their client. */
export class AnswerBudget {
  readonly #total: number;
  #taken = 0;
  #takenByStrangers = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /** What it takes is given back when the answer has ended, and the work for it. */
  open(recipient: Recipient, response: ServerResponse): AnswerShare {
    const isStranger = 'address' in recipient;
    const name = isStranger ? `address ${recipient.address}` : `owner ${recipient.owner}`;
    return new AnswerShare(response, (bytes, more) => this.#add(name, isStranger, bytes, more));
  }

  #add(name: string, isStranger: boolean, bytes: number, more: number): void {
    const own = this.#takenBy.get(name) ?? 0;
    const isTooMuch = more > 0 && (isBeyond(own, bytes, more, this.#total / RECIPIENT_PART)
      || isBeyond(this.#taken, bytes, more, this.#total)
      || (isStranger && isBeyond(this.#takenByStrangers, bytes, more, this.#total / STRANGERS_PART)));
    if (isTooMuch) throw new OverloadedError('too many answers are under way');
    this.#taken += more;
    if (isStranger) this.#takenByStrangers += more;
    if (own + more > 0) this.#takenBy.set(name, own + more);
    else this.#takenBy.delete(name);
  }
}

/** What one answer has of the budget. */
export class AnswerShare {
  #bytes = 0;
  /** Of two ends, that of the work and that of the answer, those that are to come. */
  #ends = 2;
  readonly #response: ServerResponse;
  readonly #add: (bytes: number, more: number) => void;

  /** `add` is told what the share has, and what it takes beyond that; it may raise. */
  constructor(response: ServerResponse, add: (bytes: number, more: number) => void) {
    this.#response = response;
    this.#add = add;
  }

  /**
   * Takes what is missing to so many bytes. Raises `OverloadedError` where there is no room. An answer that is alone
   * has room: one that is larger than a recipient's part could never be given otherwise. Raises it also where the
   * client has left: nobody wants what would be held.
   */
  raiseTo(bytes: number): void {
    const more = bytes - this.#bytes;
    if (!(more > 0)) return;
    if (this.#response.closed || this.#response.destroyed) throw new OverloadedError('the client has left');
    this.#add(this.#bytes, more);
    if (this.#bytes === 0) this.#response.once('close', () => this.#end());
    this.#bytes = bytes;
  }

  /** The work for the answer is done; its client may have left long before. */
  endWork(): void {
    this.#end();
  }

  #end(): void {
    if (--this.#ends > 0) return;
    this.#add(this.#bytes, -this.#bytes);
    this.#bytes = 0;
  }
}

/** `own`: the part of `taken` that belongs to the answer that wants more. */
function isBeyond(taken: number, own: number, more: number, most: number): boolean {
  return taken > own && taken + more > most;
}
