import pLimit, { type LimitFunction } from 'p-limit';
import { OverloadedError } from '../../../domain/errors.js';

/** Concurrent searches of one owner: enough to keep the cluster busy, and far fewer than there are sockets. */
const AT_ONCE = 16;

type Owner = { limit: LimitFunction; searches: number };

/** Limits the concurrent searches of each owner. Further searches wait in order, for `waitMs` at most. */
export class OwnerLimits {
  readonly #waitMs: number;
  readonly #owners = new Map<string, Owner>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Raises what `search` raises, and `OverloadedError` if its turn does not come in time. */
  async run<T>(name: string, search: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(name) ?? { limit: pLimit(AT_ONCE), searches: 0 };
    this.#owners.set(name, owner);
    owner.searches++;
    try {
      return await (owner.searches <= AT_ONCE ? owner.limit(search) : this.#wait(owner.limit, search));
    } finally {
      if (--owner.searches === 0) this.#owners.delete(name);
    }
  }

  #wait<T>(limit: LimitFunction, search: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const timer = setTimeout(() => {
        hasLeft = true;
        reject(new OverloadedError('too many searches of one owner are under way'));
      }, this.#waitMs);
      void limit(async () => {
        clearTimeout(timer);
        if (!hasLeft) await search().then(resolve, reject);
      });
    });
  }
}
