import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../domain/errors.js';

const LONGEST_PAUSE_MS = 250;

/** Until when a request may go on trying. */
export class Deadline {
  readonly #expiresAt: number;

  constructor(milliseconds: number) {
    this.#expiresAt = performance.now() + milliseconds;
  }

  get expired(): boolean {
    return performance.now() >= this.#expiresAt;
  }

  /** Raises `UnavailableError` when the time is up. */
  check(doing: string): void {
    if (this.expired) throw new UnavailableError(`no time left while ${doing}`);
  }

  /** Waits before attempt `attempt` + 1 (from 0): exponential with full jitter, so that racers part. */
  async pause(attempt: number, doing: string): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt);
    await delay(Math.random() * longest);
    this.check(doing);
  }
}
