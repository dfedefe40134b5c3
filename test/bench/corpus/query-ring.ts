import { setTimeout as delay } from 'node:timers/promises';

/** For longer than that no page of a search may be kept, so a query that comes again after it is as good as new. */
export const FORGOTTEN_AFTER_MS = 10_000;
/** Of all its queries; with fewer a turn would be too short to measure anything. */
const LEAST_SHARE = 0.5;
const POLL_MS = 100;

/** Turns through queries. None is sent again before every kept page of it is forgotten. */
export class QueryRing {
  readonly #size: number;
  readonly #now: () => number;
  readonly #turns: { sent: number; endedAt: number }[] = [];
  #at = 0;

  /** `now`: a clock in milliseconds. */
  constructor(size: number, now = () => performance.now()) {
    if (size === 0) throw new RangeError('there are no queries');
    this.#size = size;
    this.#now = now;
  }

  /** Where the next turn begins. */
  get first(): number {
    return this.#at % this.#size;
  }

  /** How many may be sent in a turn that begins now. */
  get most(): number {
    const since = this.#now() - FORGOTTEN_AFTER_MS;
    const remembered = this.#turns.filter(({ endedAt }) => endedAt > since);
    return Math.max(0, this.#size - remembered.reduce((sum, { sent }) => sum + sent, 0));
  }

  /** Waits until there is enough for a turn. */
  async ready(): Promise<void> {
    while (this.most < LEAST_SHARE * this.#size) await delay(POLL_MS);
  }

  /** To be told after each turn. */
  used(sent: number): void {
    this.#turns.push({ sent, endedAt: this.#now() });
    this.#at += sent;
  }
}
