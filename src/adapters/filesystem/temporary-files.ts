import { lstat, open, opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../../domain/base62.js';
import { makeFolder } from './make-folder.js';
import { memoizeAsync } from '../../platform/memoize-async.js';

/** No write takes this long: a crash left older files behind. */
const LEFT_BEHIND_AFTER_MS = 24 * 3600 * 1000;

const NAME_LENGTH = 22;
const OWN_NAME = new RegExp(`^[0-9A-Za-z]{${NAME_LENGTH}}$`);

/** Files that are written whole and synced before they get their name, on the file system of the objects. */
export class TemporaryFiles {
  readonly #folder: string;
  readonly #ready = memoizeAsync(() => this.#prepare());

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Calls `use` with the path of a durable file of these bytes. Removes the file afterwards unless it was moved. */
  async with<T>(body: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
    await this.#ready();
    const path = join(this.#folder, randomBase62(NAME_LENGTH));
    try {
      await writeDurably(path, body);
      return await use(path);
    } finally {
      await unlink(path).catch(() => undefined);
    }
  }

  async #prepare(): Promise<void> {
    await makeFolder(this.#folder);
    // Foreign files, and files behind a link in the folder's place, are not ours to remove.
    const isLink = (await lstat(this.#folder)).isSymbolicLink();
    for await (const { name } of await opendir(this.#folder)) {
      if (!isLink && OWN_NAME.test(name)) await removeIfOld(join(this.#folder, name));
    }
  }
}

async function removeIfOld(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || Date.now() - found.mtimeMs <= LEFT_BEHIND_AFTER_MS) return;
  await unlink(path).catch(() => undefined);
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
