import { link, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBase62 } from '../../domain/base62.js';
import type { FolderSync } from './folder-sync.js';
import { codeOf, isMissing } from './fs-errors.js';
import type { NewFolders } from './new-folders.js';
import { isKey } from './object-keys.js';

const SETTLE_AFTER_MS = 5_000;
/** Writers wait for the folders of so many. */
const MOST_UNSETTLED = 8_192;
const LONGEST_NAME_BYTES = 255;
const RANDOM_CHARACTERS = 12;
/** No key has it. */
const SEPARATOR = '+';

export type RecentOptions = {
  /** Of the objects. */
  root: string;
  /** On the same file system; outside the grammar of keys. */
  folder: string;
  folders: NewFolders;
  syncs: FolderSync;
};

type Names = readonly string[];

/**
 * The second names of new objects: all in one folder, so that writers of the same moment share its sync, whatever
 * folders their objects are in. A second name tells the key; one whose object a power failure took is that object again
 * (`recovered`). The folders of the objects themselves are synced a little later, each for many objects, and the second
 * names then given up.
 */
export class RecentObjects {
  readonly #options: RecentOptions;
  /** By key. */
  #unsettled = new Map<string, Names>();
  #settling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #recovered: Promise<void> | undefined;
  #prepared: Promise<void> | undefined;

  constructor(options: RecentOptions) {
    this.#options = options;
  }

  /** Resolves when every object is there that an earlier process has acknowledged: before, nothing can be believed. */
  recovered(): Promise<void> {
    this.#recovered ??= this.#recover().catch((error: unknown) => {
      this.#recovered = undefined;
      throw error;
    });
    return this.#recovered;
  }

  /** Whether an object of this key can have a second name. */
  takes(key: string): boolean {
    return key.length + RANDOM_CHARACTERS < LONGEST_NAME_BYTES;
  }

  /**
   * Returns when the object outlives a power failure: its file is durable, has its own name, and one in `temporary`,
   * which becomes the second.
   */
  async keep(key: string, temporary: string): Promise<void> {
    await this.#ready();
    if (this.#unsettled.size >= MOST_UNSETTLED) await this.settle();
    const name = `${key.replaceAll('/', SEPARATOR)}${SEPARATOR}${randomBase62(RANDOM_CHARACTERS)}`;
    await rename(temporary, this.#at(name));
    this.#note(key, [name]);
    await this.#options.syncs.sync(this.#options.folder);
  }

  /**
   * To be called when other bytes are durable under its name, and before that is removed: a second name would bring the
   * object back.
   */
  async forget(key: string): Promise<void> {
    if (this.#settling) await this.#settling;
    const names = this.#unsettled.get(key);
    if (!names) return;
    this.#unsettled.delete(key);
    await this.#giveUp(names);
  }

  /** Makes durable what can be; what cannot keeps its second name. */
  settle(): Promise<void> {
    this.#settling ??= this.#settleAll().finally(() => { this.#settling = undefined; });
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#unsettled;
    this.#unsettled = new Map();
    try {
      await this.#options.folders.settle();
      const folders = new Set([...batch.keys()].map((key) => dirname(join(this.#options.root, key))));
      // One after the other: writers wait for the same disk.
      for (const folder of folders) await this.#options.syncs.sync(folder);
      for (const names of batch.values()) await this.#giveUp(names);
    } catch {
      for (const [key, names] of batch) this.#note(key, names);
    }
  }

  #note(key: string, names: Names): void {
    this.#unsettled.set(key, [...this.#unsettled.get(key) ?? [], ...names]);
    this.#timer ??= setTimeout(() => void this.settle(), SETTLE_AFTER_MS).unref();
  }

  async #giveUp(names: Names): Promise<void> {
    for (const name of names) await unlink(this.#at(name)).catch(unlessMissing);
  }

  async #recover(): Promise<void> {
    for (const name of await namesIn(this.#options.folder)) {
      const key = keyOf(name);
      if (key === undefined) continue;
      const path = join(this.#options.root, key);
      if (!await isThere(path)) await this.#restore(this.#at(name), path);
      this.#note(key, [name]);
    }
  }

  /** It may have got its name meanwhile, and it may have lost both for good. */
  async #restore(second: string, path: string): Promise<void> {
    await this.#options.folders.make(dirname(path));
    await link(second, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') unlessMissing(error);
    });
  }

  /** The folder, durably; again after a failure. */
  #ready(): Promise<void> {
    const { folder, folders } = this.#options;
    this.#prepared ??= folders.make(folder).then(() => folders.settle()).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  #at(name: string): string {
    return join(this.#options.folder, name);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    unlessMissing(error);
    return [];
  });
}

/** Undefined: the name is nobody's second one. */
function keyOf(name: string): string | undefined {
  const parts = name.split(SEPARATOR);
  const key = parts.slice(0, -1).join('/');
  return isKey(key) ? key : undefined;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(() => true, (error: unknown) => {
    unlessMissing(error);
    return false;
  });
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
