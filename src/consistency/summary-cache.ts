import { LRUCache } from 'lru-cache';
import type { VersionSummary } from '../domain/version.js';
import type { DocumentIndex } from '../ports/document-index.js';
import { KEPT_FOR_MS } from './version-cache.js';

const KEPT_CHARACTERS = 16 * 1024 * 1024;
const OVERHEAD = 512;
const RUN_LENGTH = 64;

type Run = { summaries: Map<number, VersionSummary>; characters: number };

/** Summaries never change, so they are kept. Only for versions that a living head names. */
export class SummaryCache {
  readonly #index: Pick<DocumentIndex, 'readSummaries'>;
  readonly #runs: LRUCache<string, Run>;

  constructor(index: Pick<DocumentIndex, 'readSummaries'>, clock: { now(): number } = performance) {
    this.#index = index;
    this.#runs = new LRUCache({
      maxSize: KEPT_CHARACTERS,
      ttl: KEPT_FOR_MS,
      // A summary must not live longer because others join its run.
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: clock,
      sizeCalculation: ({ characters }) => characters,
    });
  }

  async read(documentId: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]> {
    const kept = this.#keptOf(documentId, versions);
    const others = versions.filter((_, i) => kept[i] === undefined);
    if (others.length === 0) return kept;
    const found = await this.#index.readSummaries(documentId, others);
    this.keep(
      documentId,
      found.filter((summary) => summary !== undefined),
    );
    const next = found.values();
    return kept.map((summary) => summary ?? next.next().value);
  }

  keep(documentId: string, summaries: readonly VersionSummary[]): void {
    for (const summary of summaries) {
      const name = nameOf(documentId, runOf(summary.version));
      const run = this.#runs.get(name) ?? { summaries: new Map<number, VersionSummary>(), characters: 0 };
      if (run.summaries.has(summary.version)) continue;
      run.summaries.set(summary.version, summary);
      // A new object: the cache ignores a new size for the same one.
      this.#runs.set(name, { ...run, characters: run.characters + OVERHEAD + summary.title.length });
    }
  }

  #keptOf(documentId: string, versions: readonly number[]): (VersionSummary | undefined)[] {
    let last: number | undefined;
    let run: Run | undefined;
    return versions.map((version) => {
      const number = runOf(version);
      if (number !== last) run = this.#runs.get(nameOf(documentId, number));
      last = number;
      return run?.summaries.get(version);
    });
  }
}

function runOf(version: number): number {
  return Math.floor(version / RUN_LENGTH);
}

function nameOf(documentId: string, run: number): string {
  return `${documentId} ${run}`;
}
