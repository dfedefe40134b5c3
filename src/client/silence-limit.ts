import { NoAnswerError } from './api-error.js';

type Heard = { stops: Set<() => void>; hear: () => void };

const heard = new WeakMap<AbortSignal, Heard>();

/**
 * Has `stop` called when the signal is given, at once if it was given before; the result takes that back. All calls at
 * once on a signal share one listener, and none stays. Node warns of more than ten, and `AbortSignal.any` keeps an
 * entry for each call.
 */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  if (signal.aborted) {
    stop();
    return () => undefined;
  }
  const { stops, hear } = heardOf(signal);
  // A function that comes twice counts twice.
  const own = () => stop();
  if (stops.size === 0) signal.addEventListener('abort', hear, { once: true });
  stops.add(own);
  return () => {
    if (stops.delete(own) && stops.size === 0) signal.removeEventListener('abort', hear);
  };
}

function heardOf(signal: AbortSignal): Heard {
  const found = heard.get(signal);
  if (found) return found;
  const stops = new Set<() => void>();
  const hear = () => {
    stops.forEach((stop) => stop());
    stops.clear();
  };
  const fresh = { stops, hear };
  heard.set(signal, fresh);
  return fresh;
}

/** The result, or the reason of the signal as soon as it is given. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = onAbort(signal, () => reject(signal.reason as Error));
    work.then(resolve, reject).finally(leave);
  });
}

/** `lack`: what is missing after `ms` milliseconds. */
type Wait = { ms: number; lack: 'nothing came for' | 'no whole answer came within' };

/** Ends an exchange that keeps its caller waiting for too long, or whose caller gives their signal. */
export class SilenceLimit {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #lack: Wait['lack'];
  readonly #leave: (() => void) | undefined;

  /** `end` is due. */
  constructor({ ms, lack }: Wait, own: AbortSignal | undefined) {
    this.#ms = ms;
    this.#lack = lack;
    this.#leave = own && onAbort(own, () => this.#controller.abort(own.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits for the exchange. Time counts only here: a stream is not silent while the caller works on what it gave. A
   * stream whose bytes have all come does not hear its signal, so this does.
   */
  async during<T>(work: Promise<T>): Promise<T> {
    const silent = () => this.#controller.abort(new NoAnswerError(`${this.#lack} ${this.#ms} ms`));
    const timer = setTimeout(silent, this.#ms);
    try {
      return await orAborted(this.signal, work);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets go of the caller's signal. */
  end(): void {
    this.#leave?.();
  }
}
