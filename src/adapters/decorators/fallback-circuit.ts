import { UnavailableError } from '../../domain/errors.js';

export type FallbackCircuitOptions = {
  /** Called when the circuit opens. Until a probe succeeds, no other call is made. */
  onOpen: (cause: unknown) => void;
  /** Called when a probe succeeded, after `failedProbes` failed ones. */
  onClose: (failedProbes: number) => void;
};

/** A circuit breaker. After an `UnavailableError` no call is made until a probe succeeds. */
export class FallbackCircuit {
  readonly #options: FallbackCircuitOptions;
  #open = false;
  #isProbing = false;
  #failedProbes = 0;

  constructor(options: FallbackCircuitOptions) {
    this.#options = options;
  }

  /** Raises what `call` raises. While the circuit is open, raises `UnavailableError` without calling it. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#open) throw new UnavailableError('the counter store failed just now: not asked');
    try {
      return await call();
    } catch (error) {
      if (error instanceof UnavailableError) this.#fail(error);
      throw error;
    }
  }

  /**
   * Makes the call also while the circuit is open, but no two at a time. It must need all that other calls need: a
   * store that only reads, as it is full or lacks replicas, must refuse it. Raises what `call` raises.
   */
  async probe(call: () => Promise<void>): Promise<void> {
    if (this.#isProbing) return;
    const wasOpen = this.#open;
    this.#isProbing = true;
    try {
      await call();
      // A call that began before the failure proves nothing.
      if (wasOpen) this.#close();
    } catch (error) {
      if (wasOpen) this.#failedProbes++;
      else if (error instanceof UnavailableError) this.#fail(error);
      throw error;
    } finally {
      this.#isProbing = false;
    }
  }

  #fail(cause: unknown): void {
    if (this.#open) return;
    this.#open = true;
    this.#failedProbes = 0;
    this.#options.onOpen(cause);
  }

  #close(): void {
    this.#open = false;
    this.#options.onClose(this.#failedProbes);
  }
}
