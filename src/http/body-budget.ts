import type { ServerResponse } from 'node:http';
import { UnavailableError } from '../domain/errors.js';

/** What a body is booked with at most whose length is not known before it is read: chunked, compressed. */
const UNKNOWN_BYTES = 64 * 1024;

/** Bounds the bytes of all request bodies that are under way in this process. */
export class BodyBudget {
  readonly #total: number;
  readonly #unknown: number;
  #taken = 0;

  constructor({ totalBytes, bodyBytes }: { totalBytes: number; bodyBytes: number }) {
    this.#total = totalBytes;
    this.#unknown = Math.min(UNKNOWN_BYTES, bodyBytes);
  }

  /**
   * Takes a body's share until its answer has ended. `length` is what the client says, undefined where it says
   * nothing that can be believed; the function returned corrects it once the body is read. Both raise
   * `UnavailableError` when there is no room.
   */
  take(length: number | undefined, response: ServerResponse): (bytes: number) => void {
    let share = 0;
    const settle = (bytes: number) => {
      if (this.#taken - share + bytes > this.#total) {
        throw new UnavailableError('too many request bodies are under way');
      }
      this.#taken += bytes - share;
      share = bytes;
    };
    settle(length ?? this.#unknown);
    response.once('close', () => { this.#taken -= share; });
    return settle;
  }
}
