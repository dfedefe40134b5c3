import { LRUCache } from 'lru-cache';
import type { LinkReader } from '../../operations/by-key/find-linked.js';
import { SharedRuns } from '../../platform/shared-runs.js';
import type { OpenLinks } from '../../render/safety/page-links.js';

/** For each target, the identifier of the document that the reader may see. */
type FoundTargets = readonly (string | undefined)[];

/** As `findLinked`. */
export type FindLinked = (reader: LinkReader, targets: OpenLinks['targets']) => Promise<FoundTargets>;

/** A target that is new works that much later at the latest, and one that is private or gone is no link any more. */
const KEPT_FOR_MS = 60_000;
const KEPT_BYTES = 8 * 1024 * 1024;
const BYTES_OF_ONE = 64;

/** What the links of pages lead to: one look-up a page, a minute and a kind of reader. */
export class LinkTargets {
  readonly #find: FindLinked;
  readonly #finding = new SharedRuns<FoundTargets>();
  readonly #kept: LRUCache<string, FoundTargets>;

  constructor(find: FindLinked, ttl = KEPT_FOR_MS) {
    this.#find = find;
    this.#kept = new LRUCache({
      maxSize: KEPT_BYTES,
      ttl,
      sizeCalculation: ({ length }) => BYTES_OF_ONE * (8 + length),
    });
  }

  /** `page`: names the page, and the kind of reader. */
  async of(page: string, reader: LinkReader, targets: OpenLinks['targets']): Promise<FoundTargets> {
    const kept = this.#kept.get(page);
    if (kept) return kept;
    return this.#finding.run(page, async () => {
      const found = await this.#find(reader, targets);
      this.#kept.set(page, found);
      return found;
    });
  }
}
