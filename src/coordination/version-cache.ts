import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../domain/errors.js';
import type { SizedVersion, Version } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';

/** Where versions are read from. */
export type VersionSource = {
  readVersion(documentId: string, version: number, onSize?: OnSize): Promise<SizedVersion | undefined>;
};

/** `fetch` would not tell what is not there from what was pushed out. */
type Found = { sized: SizedVersion | undefined };

/** Far less than gc's shortest retention: no identifier is used again while something of its versions is kept. */
export const KEPT_FOR_MS = 3_600_000;
const KEPT_BYTES = 64 * 1024 * 1024;
/** One large version must not push all others out. */
const LARGEST_KEPT = KEPT_BYTES / 8;
/**
 * Of memory per byte of JSON text: three where it is all small blocks with metadata (plain text takes less), and two
 * for the blocks as text, which whoever answers with them keeps beside, where a character of it is not of Latin-1.
 */
const MEMORY_PER_BYTE = 5;
const OVERHEAD = 512;

/**
 * Versions never change, so those that were read are kept; one read serves all who ask for the same at once. Only for
 * versions that a living head names: a slot beyond it is nobody's yet.
 */
export class VersionCache {
  readonly #versions: LRUCache<string, Found, OnSize>;

  constructor(source: VersionSource) {
    this.#versions = new LRUCache({
      maxSize: KEPT_BYTES,
      maxEntrySize: LARGEST_KEPT,
      ttl: KEPT_FOR_MS,
      // What is pushed out while it is being read is still an answer to those who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: async (name, _stale, { options, context }) => {
        const [documentId, version] = name.split(' ') as [string, string];
        const found = await source.readVersion(documentId, Number(version), context);
        options.size = MEMORY_PER_BYTE * (found?.bytes ?? 0) + OVERHEAD;
        return { sized: found };
      },
    });
  }

  /** Undefined: there is none. Raises what the source raises. */
  async read(documentId: string, version: number): Promise<Version | undefined> {
    return (await this.readSized(documentId, version))?.version;
  }

  /** The same, with what it takes where it was read. `onSize` is asked where it has to be read for this caller. */
  async readSized(documentId: string, version: number, onSize?: OnSize): Promise<SizedVersion | undefined> {
    const name = `${documentId} ${version}`;
    const found = this.#versions.get(name) ?? await this.#fetch(name, onSize);
    if (!found?.sized) this.#versions.delete(name);
    return found?.sized;
  }

  /** One who joins another's reading does not fail because that one was refused. */
  async #fetch(name: string, onSize: OnSize | undefined): Promise<Found | undefined> {
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
