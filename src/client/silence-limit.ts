import { NoAnswerError } from './api-error.js';

/** The result, or the reason of the signal as soon as it is given. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Ends a stream that is silent for too long, or whose caller gives their signal. */
export class SilenceLimit {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #ms: number;

  constructor(ms: number, own: AbortSignal | undefined) {
    this.#ms = ms;
    this.signal = own ? AbortSignal.any([own, this.#controller.signal]) : this.#controller.signal;
  }

  /**
   * Waits for the stream. Time counts only here: the stream is not silent while the caller works on what it gave. A
   * stream whose bytes have all come does not hear its signal, so this does.
   */
  async during<T>(work: Promise<T>): Promise<T> {
    const silent = () => this.#controller.abort(new NoAnswerError(`nothing came for ${this.#ms} ms`));
    const timer = setTimeout(silent, this.#ms);
    try {
      return await orAborted(this.signal, work);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Also ends a stream that was not read to its end. */
  end(): void {
    this.#controller.abort();
  }
}
