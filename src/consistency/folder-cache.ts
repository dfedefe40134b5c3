import { LRUCache } from 'lru-cache';
import type { Folder } from '../domain/folder.js';
import type { DocumentIndex } from '../ports/document-index.js';

const KEPT_CHARACTERS = 8 * 1024 * 1024;
const OVERHEAD = 512;
/** After this time a repair by doctor is shown. */
const LIFE_MS = 60_000;

type FolderReads = Pick<DocumentIndex, 'readFolder' | 'readFolders'>;

/** Folders never change, so found ones are kept. Absence is not kept: a folder may be made at any time. */
export class FolderCache {
  readonly #index: FolderReads;
  readonly #folders = new LRUCache<string, Folder>({
    maxSize: KEPT_CHARACTERS,
    ttl: LIFE_MS,
    sizeCalculation: ({ name, path }) => OVERHEAD + name.length + path.length,
  });

  constructor(index: FolderReads) {
    this.#index = index;
  }

  async read(id: string): Promise<Folder | undefined> {
    const kept = this.#folders.get(id);
    if (kept) return kept;
    const folder = await this.#index.readFolder(id);
    if (folder) this.#folders.set(id, folder);
    return folder;
  }

  /** In the order of `ids`. The index is asked once for those that are not kept. */
  async readAll(ids: readonly string[]): Promise<(Folder | undefined)[]> {
    const found = new Map(ids.map((id) => [id, this.#folders.get(id)]));
    const missing = [...found.keys()].filter((id) => !found.get(id));
    if (missing.length > 0) {
      const read = await this.#index.readFolders(missing);
      for (const [i, id] of missing.entries()) {
        const folder = read[i];
        if (folder) this.#folders.set(id, folder);
        // Alone it is read with more care: what a rebuild could not read is not absent.
        found.set(id, folder ?? (await this.#index.readFolder(id)));
      }
    }
    return ids.map((id) => found.get(id));
  }
}
