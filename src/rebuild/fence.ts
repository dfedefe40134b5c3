import type { Lease } from './lease.js';

/**
 * Stops a process that was suspended, or only slow, and whose lease another one has taken meanwhile, before it sends
 * what nobody could undo. What it had sent before is over when `freshMs` and the life of one call have passed since the
 * other began.
 */
export class Fence {
  readonly #lease: Lease;
  readonly #freshMs: number;
  #checkedAt = -Infinity;

  /** `freshMs`: for so long it is believed that the lease is held; longer than it takes to ask. */
  constructor(lease: Lease, freshMs: number) {
    this.#lease = lease;
    this.#freshMs = freshMs;
  }

  /** To be awaited right before each removal. Raises `LeaseLostError`. */
  async pass(): Promise<void> {
    while (performance.now() - this.#checkedAt > this.#freshMs) {
      const checkedAt = performance.now();
      await this.#lease.check();
      this.#checkedAt = checkedAt;
    }
  }
}
