import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../domain/errors.js';
import { PAGE_LIFE_MS } from '../domain/limits.js';
import type { EpochReading } from '../ports/counters.js';

const KEPT_BYTES = 16 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 8;

const OVERHEAD = 512;

type Made = Pick<EpochReading, 'epoch' | 'askedAt'>;
type KeptPage<P> = { made: Made; page: Promise<P>; isReady: boolean };

/** Pages of results, each under the epoch read before anything else of its request (rule pageUnderFirstEpoch). */
export class PageCache<P> {
  readonly #pages: LRUCache<string, KeptPage<P>>;
  readonly #sizeOf: (page: P) => number;
  readonly #now: () => number;

  constructor(sizeOf: (page: P) => number, now: () => number = () => performance.now()) {
    this.#pages = new LRUCache({ maxSize: KEPT_BYTES, maxEntrySize: LARGEST_KEPT });
    this.#sizeOf = sizeOf;
    this.#now = now;
  }

  /** `name`: owner and query. Without a reading nothing is known to be fresh, so nothing is kept. */
  get(name: string, reading: EpochReading | undefined, make: () => Promise<P>): Promise<P> {
    if (!reading) return make();
    const kept = this.#pages.get(name);
    if (kept && this.#mayServe(kept.made, reading)) {
      return kept.isReady ? kept.page : this.#join(kept.page, () => this.get(name, reading, make));
    }
    const { epoch, askedAt } = reading;
    return this.#keep(name, { made: { epoch, askedAt }, page: make(), isReady: false });
  }

  /** A request that joins another's page must not fail because that one found no room. */
  async #join(page: Promise<P>, makeAgain: () => Promise<P>): Promise<P> {
    try {
      return await page;
    } catch (error) {
      if (error instanceof OverloadedError) return makeAgain();
      throw error;
    }
  }

  #mayServe(kept: Made, { epoch }: Made): boolean {
    // Age counts from the epoch's reading: after a failed bump a writer waits for it to pass (rule ageFromEpoch).
    return (
      kept.epoch.incarnation === epoch.incarnation &&
      kept.epoch.sequence === epoch.sequence &&
      this.#now() - kept.askedAt < PAGE_LIFE_MS
    );
  }

  #keep(name: string, kept: KeptPage<P>): Promise<P> {
    this.#pages.set(name, kept, { size: OVERHEAD + name.length });
    const isStillKept = () => this.#pages.peek(name) === kept;
    kept.page.then(
      (page) => {
        const size = OVERHEAD + name.length + this.#sizeOf(page);
        // A copy: the cache ignores a new size for the same object.
        if (isStillKept()) this.#pages.set(name, { ...kept, isReady: true }, { size });
      },
      () => {
        if (isStillKept()) this.#pages.delete(name);
      },
    );
    return kept.page;
  }
}
