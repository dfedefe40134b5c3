/** A signal that is given when a stream is silent for too long, or when the caller gives theirs. */
export class SilenceLimit {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, own: AbortSignal | undefined) {
    this.#ms = ms;
    this.signal = own ? AbortSignal.any([own, this.#controller.signal]) : this.#controller.signal;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Also ends a stream that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}
