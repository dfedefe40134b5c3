import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FolderSync } from './folder-sync.js';
import { codeOf, isMissing } from './fs-errors.js';

/** Makes folders, and knows which of them a power failure could still take. */
export class NewFolders {
  readonly #syncs: FolderSync;
  readonly #making = new Map<string, Promise<void>>();
  /** Noted before the folder is made, so that nobody who finds the folder on disk misses the note. */
  readonly #unsynced = new Set<string>();

  constructor(syncs: FolderSync) {
    this.#syncs = syncs;
  }

  /** Makes it, and those above it, where they are missing; `settle` makes them durable. */
  make(folder: string): Promise<void> {
    let making = this.#making.get(folder);
    if (!making) {
      making = this.#makeWithParents(folder).finally(() => this.#making.delete(folder));
      this.#making.set(folder, making);
    }
    return making;
  }

  /** Makes every folder durable that was there for `make` before the call. What fails is tried again the next time. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#making.values());
    const folders = [...this.#unsynced].filter((folder) => !this.#making.has(folder));
    for (const parent of new Set(folders.map((folder) => dirname(folder)))) await this.#syncs.sync(parent);
    for (const folder of folders) this.#unsynced.delete(folder);
  }

  async #makeWithParents(folder: string): Promise<void> {
    this.#unsynced.add(folder);
    try {
      await mkdir(folder);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (!isMissing(error)) throw error;
      await this.make(dirname(folder));
      await this.#makeWithParents(folder);
    }
  }
}
