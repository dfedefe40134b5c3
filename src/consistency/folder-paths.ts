import { LRUCache } from 'lru-cache';
import type { Folder } from '../domain/folder.js';

const KEPT_CHARACTERS = 4 * 1024 * 1024;
const OVERHEAD = 512;
/** After this time a folder that was made earlier, but became visible later, is found. */
const LIFE_MS = 60_000;

export type FolderPosition = { owner: string; parentId: string | null; name: string };

/** The first made folder of a name in a parent. Folders are never removed. */
export class FolderPaths {
  readonly #folders = new LRUCache<string, Folder>({
    maxSize: KEPT_CHARACTERS,
    ttl: LIFE_MS,
    sizeCalculation: ({ name, path }) => OVERHEAD + name.length + path.length,
  });

  get(position: FolderPosition): Folder | undefined {
    return this.#folders.get(keyOf(position));
  }

  keep(position: FolderPosition, folder: Folder): void {
    this.#folders.set(keyOf(position), folder);
  }
}

function keyOf({ owner, parentId, name }: FolderPosition): string {
  return JSON.stringify([owner, parentId, name]);
}
