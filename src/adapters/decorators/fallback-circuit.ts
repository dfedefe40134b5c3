import { UnavailableError } from '../../domain/errors.js';

export type FallbackCircuitOptions = {
  /** Longer than the deadline of a call, so that one probe has ended before the next begins. */
  pauseMs: number;
  /** Monotonic, in milliseconds. */
  now: () => number;
  /** Called when the circuit opens. Until a probe succeeds, no other call is made. */
  onOpen: (cause: unknown) => void;
  /** Called when a probe succeeded, after `failedProbes` failed ones. */
  onClose: (failedProbes: number) => void;
};

/** A circuit breaker. After an `UnavailableError` no call is made for a pause, then one as a probe, and so on. */
export class FallbackCircuit {
  readonly #options: FallbackCircuitOptions;
  #open = false;
  #probeAt = 0;
  #failedProbes = 0;

  constructor(options: FallbackCircuitOptions) {
    this.#options = options;
  }

  /** Raises what `call` raises. While the circuit is open, raises `UnavailableError` without calling it. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const isProbe = this.#open;
    if (isProbe) this.#beginProbe();
    try {
      const answer = await call();
      // An earlier call that succeeds late proves nothing: only a probe closes.
      if (isProbe) this.#close();
      return answer;
    } catch (error) {
      if (error instanceof UnavailableError) this.#fail(error, isProbe);
      throw error;
    }
  }

  #beginProbe(): void {
    const now = this.#options.now();
    if (now < this.#probeAt) throw new UnavailableError('the counter store failed just now: not asked');
    this.#probeAt = now + this.#options.pauseMs;
  }

  #fail(cause: unknown, isProbe: boolean): void {
    this.#probeAt = this.#options.now() + this.#options.pauseMs;
    if (isProbe) this.#failedProbes++;
    if (this.#open) return;
    this.#open = true;
    this.#failedProbes = 0;
    this.#options.onOpen(cause);
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#options.onClose(this.#failedProbes);
  }
}
