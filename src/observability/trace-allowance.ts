/** What one trace may take. A longer one uses up the room of several: all requests pay while one is recorded. */
const MS_PER_TRACE = 10;
/** No trace keeps others out for longer. */
const LONGEST_PAUSE_SECONDS = 10;

/** At most so many traces a second, or as many at once after a quiet second. */
export class TraceAllowance {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** `now`: milliseconds of a clock that does not go back. */
  constructor(perSecond: number, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#countedAt = now();
  }

  get isLeft(): boolean {
    this.#refill();
    return this.#left >= 1;
  }

  /** Reserves one trace. Call the result when the trace has ended. */
  take(): () => void {
    this.#left--;
    const begunAt = this.#now();
    return () => {
      this.#refill();
      const more = Math.max(0, (this.#now() - begunAt) / MS_PER_TRACE - 1);
      this.#left = Math.max(this.#left - more, -LONGEST_PAUSE_SECONDS * this.#perSecond);
    };
  }

  #refill(): void {
    const now = this.#now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#countedAt) * this.#perSecond) / 1_000);
    this.#countedAt = now;
  }
}
