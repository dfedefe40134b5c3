import { OverloadedError } from '../../domain/errors.js';

type ConcurrencyLimitOptions = { most: number; mostOfOne: number; what: string };

/** Limits concurrent work. A caller without a place is refused at once. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Raises `OverloadedError` if there is no place for the name, and what the work raises. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { most, mostOfOne, what } = this.#options;
    const own = this.#takenBy.get(name) ?? 0;
    if (this.#taken >= most || own >= mostOfOne) throw new OverloadedError(`too many ${what}`);
    this.#change(name, 1);
    try {
      return await work();
    } finally {
      this.#change(name, -1);
    }
  }

  #change(name: string, more: number): void {
    const own = (this.#takenBy.get(name) ?? 0) + more;
    this.#taken += more;
    if (own > 0) this.#takenBy.set(name, own);
    else this.#takenBy.delete(name);
  }
}
