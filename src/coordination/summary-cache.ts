import { LRUCache } from 'lru-cache';
import type { VersionSummary } from '../domain/version.js';
import type { DocumentIndex } from '../ports/document-index.js';
import { KEPT_FOR_MS } from './version-cache.js';

const KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Of an entry beside its title, about. */
const OVERHEAD = 512;

/** Summaries never change, so those that were read are kept. Only for versions that a living head names. */
export class SummaryCache {
  readonly #index: Pick<DocumentIndex, 'readSummaries'>;
  readonly #summaries = new LRUCache<string, VersionSummary>({
    maxSize: KEPT_CHARACTERS,
    ttl: KEPT_FOR_MS,
    sizeCalculation: ({ title }) => OVERHEAD + title.length,
  });

  constructor(index: Pick<DocumentIndex, 'readSummaries'>) {
    this.#index = index;
  }

  /** In the order of `versions`; undefined where the index has none. Raises what the index raises. */
  async read(documentId: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    const nameOf = (version: number) => `${documentId} ${version}`;
    const kept = versions.map((version) => this.#summaries.get(nameOf(version)));
    const others = versions.filter((_, i) => kept[i] === undefined);
    if (others.length === 0) return kept;
    const found = (await this.#index.readSummaries(documentId, others)).values();
    return versions.map((version, i) => {
      const summary = kept[i] ?? found.next().value;
      if (summary && !kept[i]) this.#summaries.set(nameOf(version), summary);
      return summary;
    });
  }
}
