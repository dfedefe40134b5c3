import { LRUCache } from 'lru-cache';
import { SharedRuns } from '../../platform/shared-runs.js';
import type { LinkedDocument } from '../../ports/document-index.js';
import type { LinkSlots } from '../../render/safety/page-links.js';
import { hashTag } from '../answers/entity-tags.js';

/** As `findLinked`. */
export type FindLinked = (
  owner: string,
  targets: LinkSlots['targets'],
) => Promise<readonly (LinkedDocument | undefined)[]>;

/** Whose page it is, and whether a stranger reads it. */
type Reading = { owner: string; isStranger: boolean };

/** `found`: the identifiers of those that the reader may see. `digest`: of them. */
type FoundTargets = { found: readonly (string | undefined)[]; digest: string };

/** A target that is new works that much later at the latest, and one that is private or gone is no link any more. */
const KEPT_FOR_MS = 60_000;
const KEPT_BYTES = 8 * 1024 * 1024;
const BYTES_OF_ONE = 64;

/** What the links of pages lead to: one look-up a page, a minute and a kind of reader. */
export class LinkTargets {
  readonly #find: FindLinked;
  readonly #finding = new SharedRuns<FoundTargets>();
  readonly #kept: LRUCache<string, FoundTargets>;

  constructor(find: FindLinked, keptForMs = KEPT_FOR_MS) {
    this.#find = find;
    const sizeCalculation = ({ found }: FoundTargets) => BYTES_OF_ONE * (8 + found.length);
    this.#kept = new LRUCache({ maxSize: KEPT_BYTES, ttl: keptForMs, sizeCalculation });
  }

  /** `page`: names the page, and the kind of reader. Private and missing targets are one to a stranger. */
  async of(page: string, { owner, isStranger }: Reading, targets: LinkSlots['targets']): Promise<FoundTargets> {
    const kept = this.#kept.get(page);
    if (kept) return kept;
    return this.#finding.run(page, async () => {
      const documents = await this.#find(owner, targets);
      const found = documents.map((each) => (isStranger && each?.visibility !== 'public' ? undefined : each?.id));
      const targetsOfPage = { found, digest: hashTag(found.join()) };
      this.#kept.set(page, targetsOfPage);
      return targetsOfPage;
    });
  }
}
