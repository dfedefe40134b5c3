/** Runs one work at a time. Those who wait in different lines take turns. */
export class FairMutex {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /** Raises what the work raises. */
  async run<T>(line: string, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(line);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#next(line);
    }
  }

  #wait(line: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(line, [...(this.#waiting.get(line) ?? []), resolve]);
    });
  }

  /** Another line comes first. The turn passes without a gap. */
  #next(last: string): void {
    const lines = [...this.#waiting.keys()];
    const line = lines.find((each) => each !== last) ?? lines[0];
    const [begin, ...others] = line === undefined ? [] : (this.#waiting.get(line) ?? []);
    if (line === undefined || begin === undefined) {
      this.#isBusy = false;
      return;
    }
    if (others.length === 0) this.#waiting.delete(line);
    else this.#waiting.set(line, others);
    begin();
  }
}
