import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../domain/errors.js';
import { jitteredMs } from './retry.js';

const PAUSES = { firstMs: 5, longestMs: 250 };

export class Deadline {
  readonly #expiresAt: number;

  constructor(milliseconds: number) {
    this.#expiresAt = performance.now() + milliseconds;
  }

  /** Whole milliseconds, at least 1: for timers and for requests that carry their time limit. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#expiresAt - performance.now()));
  }

  get isOver(): boolean {
    return performance.now() >= this.#expiresAt;
  }

  isAfter(other: Deadline): boolean {
    return this.#expiresAt > other.#expiresAt;
  }

  /** Raises `UnavailableError` when time is up. `because`: the failure that took the time. */
  check(doing: string, because?: Error): void {
    if (this.isOver) throw timeUp(doing, because);
  }

  /** Raises `UnavailableError` when time is up. The work may still finish later; its later failure is ignored. */
  async within<T>(work: Promise<T>, doing: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timeUp(doing)), this.leftMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits before attempt `attempt` + 1 (from 0). Full jitter parts racers. */
  async pause(attempt: number, doing: string, because?: Error): Promise<void> {
    await delay(jitteredMs(attempt, PAUSES));
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
