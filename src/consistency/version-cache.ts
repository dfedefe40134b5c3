import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../domain/errors.js';
import type { SizedVersion } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';

export type VersionSource = {
  readVersion(documentId: string, version: number, onSize?: OnSize): Promise<SizedVersion | undefined>;
};

/** An object, as `fetch` could not tell an absent version from an evicted one. */
type CachedVersion = { sized: SizedVersion | undefined };

/** Far less than gc's shortest retention: no identifier is used again while its versions are cached. */
export const KEPT_FOR_MS = 3_600_000;
const KEPT_BYTES = 64 * 1024 * 1024;
const LARGEST_KEPT = KEPT_BYTES / 8;
/** Memory per byte of JSON: 3 for small blocks with metadata, and 2 for their text, if it is not all Latin-1. */
const MEMORY_PER_BYTE = 5;
const OVERHEAD = 512;

/** Versions never change, so they are kept. For versions that a living head names, and own claims that follow it. */
export class VersionCache {
  readonly #versions: LRUCache<string, CachedVersion, OnSize>;

  constructor(source: VersionSource) {
    this.#versions = new LRUCache({
      maxSize: KEPT_BYTES,
      maxEntrySize: LARGEST_KEPT,
      ttl: KEPT_FOR_MS,
      // A version that is evicted while it is being read still answers its readers.
      ignoreFetchAbort: true,
      fetchMethod: async (name, _stale, { options, context }) => {
        const [documentId, version] = name.split(' ') as [string, string];
        const found = await source.readVersion(documentId, Number(version), context);
        options.size = MEMORY_PER_BYTE * (found?.bytes ?? 0) + OVERHEAD;
        return { sized: found };
      },
    });
  }

  /** With its size in the log. `onSize` is called only if the version is read for this caller. */
  async readSized(documentId: string, version: number, onSize?: OnSize): Promise<SizedVersion | undefined> {
    const name = `${documentId} ${version}`;
    const found = this.#versions.get(name) ?? (await this.#fetch(name, onSize));
    if (!found?.sized) this.#versions.delete(name);
    return found?.sized;
  }

  /** A caller that joins another's read must not fail because that one was refused. */
  async #fetch(name: string, onSize: OnSize | undefined): Promise<CachedVersion | undefined> {
    let isAsked = false;
    const ask: OnSize = (bytes) => {
      isAsked = true;
      onSize?.(bytes);
    };
    for (;;) {
      try {
        return await this.#versions.fetch(name, { context: ask });
      } catch (error) {
        if (isAsked || !(error instanceof OverloadedError)) throw error;
      }
    }
  }
}
