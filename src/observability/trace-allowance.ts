/** What one trace may take. A longer one uses up the room of several: all requests pay while one is recorded. */
const MS_PER_TRACE = 10;

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
    const now = this.#now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#countedAt) * this.#perSecond) / 1_000);
    this.#countedAt = now;
    return this.#left >= 1;
  }

  /** Takes the room of one trace. What it returns is to be called when that has ended. */
  take(): () => void {
    this.#left--;
    const begunAt = this.#now();
    return () => {
      this.#left -= Math.max(0, (this.#now() - begunAt) / MS_PER_TRACE - 1);
    };
  }
}
