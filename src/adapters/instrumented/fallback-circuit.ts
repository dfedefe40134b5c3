import { UnavailableError } from '../../domain/errors.js';

export type FallbackCircuitOptions = {
  /** Longer than the deadline of a call, so that one probe has ended before the next begins. */
  pauseMs: number;
  /** Milliseconds, never going back. */
  now: () => number;
  /** Called on changes only; true: calls are not made until a probe succeeds. */
  onChange: (open: boolean, cause?: unknown) => void;
};

/** After a call raised `UnavailableError` none is made for a pause, then one as a probe, and so on. */
export class FallbackCircuit {
  readonly #options: FallbackCircuitOptions;
  #open = false;
  #probeAt = 0;

  constructor(options: FallbackCircuitOptions) {
    this.#options = options;
  }

  /** Raises what `call` raises, and `UnavailableError` without calling it while the circuit is open. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const isProbe = this.#open;
    if (isProbe) this.#beginProbe();
    try {
      const answer = await call();
      // A call from before the failure that is answered after it proves nothing: only a probe closes.
      if (isProbe) this.#change(false);
      return answer;
    } catch (error) {
      if (error instanceof UnavailableError) this.#fail(error);
      throw error;
    }
  }

  #beginProbe(): void {
    const now = this.#options.now();
    if (now < this.#probeAt) throw new UnavailableError('the counter store failed just now: not asked');
    this.#probeAt = now + this.#options.pauseMs;
  }

  #fail(cause: unknown): void {
    this.#probeAt = this.#options.now() + this.#options.pauseMs;
    this.#change(true, cause);
  }

  #change(open: boolean, cause?: unknown): void {
    if (this.#open === open) return;
    this.#open = open;
    this.#options.onChange(open, cause);
  }
}
