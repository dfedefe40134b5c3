type Options = { freshMs?: number; waitMs?: number };

/** What a scrape shows of a backend: asked for at most every 30 s, and waited for at most a second. */
export class CachedReading<T> {
  readonly #read: () => Promise<T>;
  readonly #freshMs: number;
  readonly #waitMs: number;
  #askedAt = -Infinity;
  #asking: Promise<void> | undefined;
  #known: T | undefined;

  constructor(read: () => Promise<T>, { freshMs = 30_000, waitMs = 1_000 }: Options = {}) {
    this.#read = read;
    this.#freshMs = freshMs;
    this.#waitMs = waitMs;
  }

  /** Undefined: not known, as the backend gave no answer the last time. */
  async get(): Promise<T | undefined> {
    if (performance.now() - this.#askedAt >= this.#freshMs) this.#asking ??= this.#ask();
    if (this.#asking) await Promise.race([this.#asking, this.#waited()]);
    return this.#known;
  }

  async #ask(): Promise<void> {
    try {
      this.#known = await this.#read();
    } catch {
      this.#known = undefined;
    }
    this.#askedAt = performance.now();
    this.#asking = undefined;
  }

  #waited(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, this.#waitMs).unref();
    });
  }
}
