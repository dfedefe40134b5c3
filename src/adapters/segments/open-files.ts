import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

const MOST_OPEN = 64;

/** Files that are open for reading. The one that was not used for longest is closed, once its reads have ended. */
export class OpenFiles {
  readonly #files = new LRUCache<string, SharedFile>({ max: MOST_OPEN, dispose: (file) => file.giveUp() });

  async use<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const known = this.#files.get(path);
    const file = known ?? new SharedFile(path);
    if (!known) this.#files.set(path, file);
    return file.use(work, () => {
      if (this.#files.peek(path) === file) this.#files.delete(path);
    });
  }

  forget(path: string): void {
    this.#files.delete(path);
  }

  close(): void {
    this.#files.clear();
  }
}

class SharedFile {
  readonly #opening: Promise<FileHandle>;
  #users = 0;
  #isGivenUp = false;

  constructor(path: string) {
    this.#opening = open(path, 'r');
  }

  async use<T>(work: (file: FileHandle) => Promise<T>, onUnopened: () => void): Promise<T> {
    this.#users++;
    try {
      return await work(await this.#opening.catch((error: unknown) => failed(error, onUnopened)));
    } finally {
      this.#users--;
      this.#closeUnused();
    }
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (!this.#isGivenUp || this.#users > 0) return;
    this.#opening.then((file) => file.close()).catch(() => undefined);
  }
}

function failed(error: unknown, onUnopened: () => void): never {
  onUnopened();
  throw error;
}
