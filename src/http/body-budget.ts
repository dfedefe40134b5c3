import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnavailableError } from '../domain/errors.js';

/** Bounds the bytes of all request bodies that are under way in this process. */
export class BodyBudget {
  readonly #total: number;
  #taken = 0;

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /**
   * Takes a body's share until its answer has ended: what its length says, or the largest that is read where it
   * says nothing (chunked, compressed). Raises `UnavailableError` when there is no room.
   */
  take(request: IncomingMessage, response: ServerResponse, largest: number): void {
    const length = Number(request.headers['content-length'] ?? largest);
    const compressed = request.headers['content-encoding'] !== undefined;
    const share = compressed || !(length <= largest) ? largest : length;
    if (this.#taken + share > this.#total) throw new UnavailableError('too many request bodies are under way');
    this.#taken += share;
    response.once('close', () => { this.#taken -= share; });
  }
}
