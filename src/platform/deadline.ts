import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../domain/errors.js';

const LONGEST_PAUSE_MS = 250;

export class Deadline {
  readonly #expiresAt: number;

  constructor(milliseconds: number) {
    this.#expiresAt = performance.now() + milliseconds;
  }

  isAfter(other: Deadline): boolean {
    return this.#expiresAt > other.#expiresAt;
  }

  /** Raises `UnavailableError` when time is up. `because`: the failure that took the time. */
  check(doing: string, because?: Error): void {
    if (performance.now() >= this.#expiresAt) throw timeUp(doing, because);
  }

  async within<T>(work: Promise<T>, doing: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timeUp(doing)), Math.max(0, this.#expiresAt - performance.now()));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits before attempt `attempt` + 1 (from 0): exponential with full jitter, so that racers part. */
  async pause(attempt: number, doing: string, because?: Error): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt);
    await delay(Math.random() * longest);
    this.check(doing, because);
  }
}

function timeUp(doing: string, because?: Error): UnavailableError {
  const reason = because ? `: ${because.message}` : '';
  return new UnavailableError(`no time left while ${doing}${reason}`, { cause: because });
}

export function latestOf(deadlines: readonly Deadline[]): Deadline {
  return deadlines.reduce((latest, deadline) => (deadline.isAfter(latest) ? deadline : latest));
}
