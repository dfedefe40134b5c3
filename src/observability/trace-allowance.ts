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

  take(): void {
    this.#left--;
  }
}
