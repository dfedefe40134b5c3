import type { ServerResponse } from 'node:http';
import { UnavailableError } from '../domain/errors.js';

/** Whom an answer is for: an owner, or a client without a key by its address. */
export type Recipient = { owner: string } | { address: string };

/** One owner, or one address, has at most this part of the budget, and all addresses together this one. */
const RECIPIENT_PART = 4;
const STRANGERS_PART = 2;

/** Bounds the bytes of all answers of this process that are under way: made, and not flushed to their client. */
export class AnswerBudget {
  readonly #total: number;
  #taken = 0;
  #takenByStrangers = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /**
   * Takes an answer's bytes until it has ended. Raises `UnavailableError` where there is no room. One that is alone has
   * room: an answer that is larger than a recipient's part could never be given otherwise.
   */
  take(recipient: Recipient, bytes: number, response: ServerResponse): void {
    // Its client has left before it was made: nothing will tell of its end.
    if (response.closed || response.destroyed) return;
    const isStranger = 'address' in recipient;
    const name = isStranger ? `address ${recipient.address}` : `owner ${recipient.owner}`;
    const own = this.#takenBy.get(name) ?? 0;
    const isTooMuch = isBeyond(own, bytes, this.#total / RECIPIENT_PART)
      || isBeyond(this.#taken, bytes, this.#total)
      || (isStranger && isBeyond(this.#takenByStrangers, bytes, this.#total / STRANGERS_PART));
    if (isTooMuch) throw new UnavailableError('too many answers are under way');
    this.#add(name, isStranger, bytes);
    response.once('close', () => this.#add(name, isStranger, -bytes));
  }

  #add(name: string, isStranger: boolean, bytes: number): void {
    this.#taken += bytes;
    if (isStranger) this.#takenByStrangers += bytes;
    const own = (this.#takenBy.get(name) ?? 0) + bytes;
    if (own > 0) this.#takenBy.set(name, own);
    else this.#takenBy.delete(name);
  }
}

function isBeyond(taken: number, bytes: number, most: number): boolean {
  return taken > 0 && taken + bytes > most;
}
