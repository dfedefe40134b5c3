/** Counts work under way. */
export class UnderWay {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async run(work: () => Promise<unknown>): Promise<void> {
    this.#count++;
    try {
      await work();
    } finally {
      this.#count--;
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /** Resolves when no work is under way. */
  async idle(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
