import pLimit, { type LimitFunction } from 'p-limit';
import { OverloadedError } from '../../domain/errors.js';

/** Concurrent look-ups of unknown keys for one address. */
const AT_ONCE = 8;
const WAIT_MS = 10_000;

/** Limits concurrent look-ups per client address. The others wait in order, for a limited time. */
export class LookUpTurns {
  readonly #limits = new Map<string, LimitFunction>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  isBusy(address: string): boolean {
    return (this.#limits.get(address)?.activeCount ?? 0) >= AT_ONCE;
  }

  /** Resolves with the function that ends the turn. Raises `OverloadedError` after the wait. */
  async enter(address: string): Promise<() => void> {
    const limit = this.#limits.get(address) ?? pLimit(AT_ONCE);
    this.#limits.set(address, limit);
    return new Promise((begin, refuse) => {
      let hasLeft = false;
      const timer = setTimeout(() => {
        hasLeft = true;
        refuse(new OverloadedError('too many look-ups of keys of one address are under way'));
      }, this.#waitMs);
      const turn = async () => {
        clearTimeout(timer);
        if (!hasLeft) await new Promise<void>(begin);
      };
      void limit(turn).then(() => {
        if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(address);
      });
    });
  }
}
