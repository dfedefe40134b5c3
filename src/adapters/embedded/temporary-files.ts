import { open, opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../../domain/base62.js';
import { makeFolder } from './make-folder.js';
import { onceDone } from './once-done.js';

/** No process writes one file for so long: an older one was left behind by a crash. */
const LEFT_BEHIND_AFTER_MS = 24 * 3600 * 1000;

/** Files that are written whole and synced before they get their name. They live on the file system of the objects. */
export class TemporaryFiles {
  readonly #folder: string;
  readonly #ready = onceDone(() => this.#prepare());

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Hands `use` the path of a durable file with these bytes; the file is gone afterwards unless it was moved. */
  async with<T>(body: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
    await this.#ready();
    const path = join(this.#folder, randomBase62(22));
    try {
      await writeDurably(path, body);
      return await use(path);
    } finally {
      await unlink(path).catch(() => undefined);
    }
  }

  async #prepare(): Promise<void> {
    await makeFolder(this.#folder);
    for await (const entry of await opendir(this.#folder)) {
      const path = join(this.#folder, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_AFTER_MS) await unlink(path).catch(() => undefined);
    }
  }
}

async function writeDurably(path: string, body: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}
