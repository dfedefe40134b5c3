import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FolderSync } from './folder-sync.js';
import { codeOf, isMissing } from './fs-errors.js';

type Making = { made: Promise<void>; durable: Promise<void> };

/**
 * Makes folders, and knows which of them are not durable yet: an object is as durable as every folder above
 * it, whoever made them.
 */
export class DurableFolders {
  readonly #syncs: FolderSync;
  /** Put in before the folder is made, so that nobody who finds the folder on disk misses the entry. */
  readonly #unsettled = new Map<string, Making>();
  /** Made, but the sync of their entry failed: it is tried again before anything in them is acknowledged. */
  readonly #doubtful = new Set<string>();

  constructor(syncs: FolderSync) {
    this.#syncs = syncs;
  }

  /** Returns when the folder is there; `settled` tells when it is there to stay. */
  make(folder: string): Promise<void> {
    const making = this.#unsettled.get(folder);
    if (making) return making.made;
    const made = this.#makeWithParents(folder);
    const durable = made.then((fresh) => (fresh ? this.#syncs.sync(dirname(folder)) : undefined));
    const entry = { made: made.then(() => undefined), durable };
    this.#unsettled.set(folder, entry);
    const forget = () => this.#unsettled.delete(folder);
    made.catch(forget);
    durable.then(forget, () => {
      forget();
      this.#doubtful.add(folder);
    });
    return entry.made;
  }

  /** Resolves when the folder and all folders above it that this process made are durable. */
  async settled(folder: string): Promise<void> {
    const unsettled: Promise<void>[] = [];
    for (let at = folder; at !== dirname(at); at = dirname(at)) {
      const making = this.#unsettled.get(at);
      if (making) unsettled.push(making.durable);
      if (this.#doubtful.has(at)) unsettled.push(this.#settleAgain(at));
    }
    await Promise.all(unsettled);
  }

  async #settleAgain(folder: string): Promise<void> {
    await this.#syncs.sync(dirname(folder));
    this.#doubtful.delete(folder);
  }

  /** Whether the folder was not there before. */
  async #makeWithParents(folder: string): Promise<boolean> {
    try {
      await mkdir(folder);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      if (!isMissing(error)) throw error;
    }
    await this.make(dirname(folder));
    return this.#makeWithParents(folder);
  }
}
