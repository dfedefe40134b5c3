/** Concurrent calls with one key share one run. */
export class SharedRuns<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  get(key: string): Promise<T> | undefined {
    return this.#underWay.get(key);
  }

  run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const run = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, run);
    return run;
  }
}
