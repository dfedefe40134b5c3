import type { ServerResponse } from 'node:http';
import { OverloadedError } from '../../domain/errors.js';

export type Recipient = { owner: string } | { address: string };

/** Divisors of the budget: one owner or one address gets a quarter, all addresses together get half. */
const RECIPIENT_PART = 4;
const ANONYMOUS_PART = 2;

/** Bounds the bytes of all unfinished answers of this process: being made, or not yet flushed to the client. */
export class AnswerBudget {
  readonly #total: number;
  #taken = 0;
  #takenByAnonymous = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /** The share returns its bytes when both the answer, if it is given, and the work for it have ended. */
  open(recipient: Recipient, response?: ServerResponse): AnswerShare {
    const isAnonymous = 'address' in recipient;
    const name = isAnonymous ? `address ${recipient.address}` : `owner ${recipient.owner}`;
    return new AnswerShare(response, (bytes, more) => this.#add({ name, isAnonymous }, bytes, more));
  }

  #add({ name, isAnonymous }: { name: string; isAnonymous: boolean }, bytes: number, more: number): void {
    const own = this.#takenBy.get(name) ?? 0;
    const bounds = [
      { taken: own, most: this.#total / RECIPIENT_PART },
      { taken: this.#taken, most: this.#total },
      ...(isAnonymous ? [{ taken: this.#takenByAnonymous, most: this.#total / ANONYMOUS_PART }] : []),
    ];
    // An answer that is alone under a bound may exceed it, else it could never be given.
    const isTooMuch = more > 0 && bounds.some(({ taken, most }) => taken > bytes && taken + more > most);
    if (isTooMuch) throw new OverloadedError('too many answers are under way');
    this.#taken += more;
    if (isAnonymous) this.#takenByAnonymous += more;
    if (own + more > 0) this.#takenBy.set(name, own + more);
    else this.#takenBy.delete(name);
  }
}

export class AnswerShare {
  #bytes = 0;
  /** Ends still to come: that of the work and that of the answer. */
  #ends: number;
  readonly #response: ServerResponse | undefined;
  readonly #add: (bytes: number, more: number) => void;

  constructor(response: ServerResponse | undefined, add: (bytes: number, more: number) => void) {
    this.#response = response;
    this.#ends = response ? 2 : 1;
    this.#add = add;
  }

  /** Grows the share to `bytes` in total. Raises `OverloadedError` if there is no room or the client has left. */
  raiseTo(bytes: number): void {
    const more = bytes - this.#bytes;
    if (!(more > 0)) return;
    if (this.#response?.closed || this.#response?.destroyed) throw new OverloadedError('the client has left');
    this.#add(this.#bytes, more);
    if (this.#bytes === 0) this.#response?.once('close', () => this.#end());
    this.#bytes = bytes;
  }

  endWork(): void {
    this.#end();
  }

  #end(): void {
    if (--this.#ends > 0) return;
    this.#add(this.#bytes, -this.#bytes);
    this.#bytes = 0;
  }
}
