import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../domain/errors.js';
import { PAGE_LIFE_MS } from '../domain/limits.js';
import type { EpochReading } from '../ports/counters.js';

const KEPT_BYTES = 16 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 8;

const OVERHEAD = 512;

type Made = Pick<EpochReading, 'epoch' | 'askedAt'>;
/** `isWanted`: this page, or an earlier one of its name, was asked for again within its life. Others are not kept. */
type Asked<P> = { made: Made; page: Promise<P> | undefined; isReady: boolean; isWanted: boolean };

/**
 * Pages of results, each under the epoch read before anything else of its request (rule pageUnderFirstEpoch). A page is
 * kept when it is asked for a second time within its life: kept pages outlive the young heap, and pages that nobody
 * asks for again cost a tenth of a search in garbage collection.
 */
export class PageCache<P> {
  readonly #pages: LRUCache<string, Asked<P>>;
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
    const asked = this.#pages.get(name);
    if (asked && this.#mayServe(asked.made, reading)) {
      asked.isWanted = true;
      const { page, isReady } = asked;
      if (page) return isReady ? page : this.#join(page, () => this.get(name, reading, make));
    }
    const { epoch, askedAt } = reading;
    const page = make();
    this.#keep(name, page, { made: { epoch, askedAt }, page, isReady: false, isWanted: asked?.isWanted === true });
    return page;
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

  #keep(name: string, page: Promise<P>, asked: Asked<P>): void {
    const size = OVERHEAD + name.length;
    this.#pages.set(name, asked, { size });
    const isStillKept = () => this.#pages.peek(name) === asked;
    page.then(
      (made) => {
        if (!asked.isWanted) asked.page = undefined;
        // A copy: the cache ignores a new size for the same object.
        else if (isStillKept()) this.#pages.set(name, { ...asked, isReady: true }, { size: size + this.#sizeOf(made) });
      },
      () => {
        if (isStillKept()) this.#pages.delete(name);
      },
    );
  }
}
