import { LRUCache } from 'lru-cache';
import type { Folder } from '../domain/folder.js';
import type { DocumentIndex } from '../ports/document-index.js';

const KEPT_CHARACTERS = 8 * 1024 * 1024;
const OVERHEAD = 512;
/** After this time a repair by doctor is shown. */
const LIFE_MS = 60_000;

/** Folders never change, so found ones are kept. Absence is not kept: a folder may be made at any time. */
export class FolderCache {
  readonly #index: Pick<DocumentIndex, 'readFolder'>;
  readonly #folders = new LRUCache<string, Folder>({
    maxSize: KEPT_CHARACTERS,
    ttl: LIFE_MS,
    sizeCalculation: ({ name, path }) => OVERHEAD + name.length + path.length,
  });

  constructor(index: Pick<DocumentIndex, 'readFolder'>) {
    this.#index = index;
  }

  async read(id: string): Promise<Folder | undefined> {
    const kept = this.#folders.get(id);
    if (kept) return kept;
    const folder = await this.#index.readFolder(id);
    if (folder) this.#folders.set(id, folder);
    return folder;
  }
}
