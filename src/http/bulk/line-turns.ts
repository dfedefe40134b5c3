import pLimit from 'p-limit';

/** Lines whose work is under way, at most. */
export const AT_ONCE = 16;

/** Runs the work of lines side by side. Work of one name runs in the order in which it came. */
export class LineTurns {
  readonly #limit = pLimit(AT_ONCE);
  /** By name: the last work, which ends after all earlier work of that name. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** `work` must not reject. */
  run<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
    if (name === undefined) return this.#limit(work);
    const before = this.#last.get(name);
    const run = before ? before.then(() => this.#limit(work)) : this.#limit(work);
    this.#last.set(name, run);
    void run.then(() => {
      if (this.#last.get(name) === run) this.#last.delete(name);
    });
    return run;
  }
}
