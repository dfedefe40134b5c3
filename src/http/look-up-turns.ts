import pLimit, { type LimitFunction } from 'p-limit';

/** Of one address: so many keys may be looked up that its window does not know of yet. */
const AT_ONCE = 8;

/** Lets a few look-ups of each client address go on at once; the others wait in order. */
export class LookUpTurns {
  readonly #limits = new Map<string, LimitFunction>();

  /** Resolves with what ends the turn. */
  enter(address: string): Promise<() => void> {
    const limit = this.#limits.get(address) ?? pLimit(AT_ONCE);
    this.#limits.set(address, limit);
    return new Promise((begin) => {
      void limit(() => new Promise<void>(begin)).then(() => {
        if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(address);
      });
    });
  }
}
