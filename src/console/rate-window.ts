/** Requests that a search leaves for what the user does next. */
const LEFT_ALONE = 3;

export type WindowState = { limit: number; remaining: number; endsAt: number };

/** What the answers say of the requests that the plan allows in a minute. */
export class MinuteWindow {
  #state: WindowState | undefined;
  readonly #listeners = new Set<() => void>();

  get state(): WindowState | undefined {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The clock of this machine may be wrong, so the end of the window counts from the service's time. */
  read(headers: Headers): void {
    const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
      Number(headers.get(`X-RateLimit-${name}`) ?? NaN),
    );
    const answeredAt = Date.parse(headers.get('Date') ?? '');
    if (limit === undefined || remaining === undefined || reset === undefined || Number.isNaN(limit)) return;
    const leftMs = Number.isNaN(answeredAt) ? 0 : reset * 1_000 - answeredAt;
    this.#state = { limit, remaining, endsAt: Date.now() + Math.max(0, leftMs) };
    for (const listener of this.#listeners) listener();
  }

  /** For requests that nobody asked for. */
  hasPlenty(): boolean {
    return this.#state === undefined || this.#state.remaining > this.#state.limit / 2;
  }

  /** Milliseconds until a search may begin; 0: now. */
  searchWait(now = Date.now()): number {
    if (this.#state === undefined || this.#state.remaining > LEFT_ALONE) return 0;
    return Math.max(0, this.#state.endsAt - now);
  }
}
