import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import type { LinkReader } from '../../operations/by-key/find-linked.js';
import { SharedRuns } from '../../platform/shared-runs.js';
import type { OpenLinks } from '../../render/safety/page-links.js';
import { hashTag } from '../answers/entity-tags.js';

/** As `findLinked`. */
export type FindLinked = (
  reader: LinkReader,
  targets: OpenLinks['targets'],
) => Promise<readonly (string | undefined)[]>;

/** `found`: the identifiers of those that the reader may see. `digest`: of them. */
type FoundTargets = { found: readonly (string | undefined)[]; digest: string };

/** A target that is new works that much later at the latest, and one that is private or gone is no link any more. */
const KEPT_FOR_MS = 60_000;
const KEPT_BYTES = 8 * 1024 * 1024;
const BYTES_OF_ONE = 64;
/**
 * A stranger's look-up ends at a multiple of it. To find 500 private documents takes some milliseconds longer than to
 * find none.
 */
const STEP_MS = 20;

type Times = { keptForMs?: number; pause?: (ms: number) => Promise<unknown> };

/** What the links of pages lead to: one look-up a page, a minute and a kind of reader. */
export class LinkTargets {
  readonly #find: FindLinked;
  readonly #finding = new SharedRuns<FoundTargets>();
  readonly #kept: LRUCache<string, FoundTargets>;
  readonly #pause: NonNullable<Times['pause']>;

  constructor(find: FindLinked, { keptForMs = KEPT_FOR_MS, pause = delay }: Times = {}) {
    this.#find = find;
    this.#pause = pause;
    const sizeCalculation = ({ found }: FoundTargets) => BYTES_OF_ONE * (8 + found.length);
    this.#kept = new LRUCache({ maxSize: KEPT_BYTES, ttl: keptForMs, sizeCalculation });
  }

  /** `page`: names the page, and the kind of reader. */
  async of(page: string, reader: LinkReader, targets: OpenLinks['targets']): Promise<FoundTargets> {
    const kept = this.#kept.get(page);
    if (kept) return kept;
    return this.#finding.run(page, async () => {
      const since = performance.now();
      const found = await this.#find(reader, targets);
      if (reader.isStranger) await this.#pause(STEP_MS - ((performance.now() - since) % STEP_MS));
      const targetsOfPage = { found, digest: hashTag(found.join()) };
      this.#kept.set(page, targetsOfPage);
      return targetsOfPage;
    });
  }
}
