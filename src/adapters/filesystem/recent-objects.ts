import type { Stats } from 'node:fs';
import { link, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBase62 } from '../../domain/base62.js';
import type { FolderSync } from './folder-sync.js';
import { codeOf, isMissing } from './fs-errors.js';
import { makeFolder } from './make-folder.js';
import { memoizeAsync } from '../../platform/memoize-async.js';
import { isKey } from './object-keys.js';

/** Settling this many takes much less time than a writer has. */
const MOST_UNSETTLED = 2_048;
const SETTLE_AFTER_MS = 5_000;
const LONGEST_NAME_BYTES = 255;
const RANDOM_CHARACTERS = 12;
/** Occurs in no key. */
const SEPARATOR = '+';

export type RecentOptions = {
  root: string;
  /** On the file system of `root`, outside the grammar of keys. */
  folder: string;
  syncs: FolderSync;
  most?: number;
  settleAfterMs?: number;
};

type Names = readonly string[];

/**
 * Second names of new objects. All are in one folder, so concurrent writers share its sync. A second name contains the
 * key, so `recovered` can restore an object that a power failure took. The objects' own folders are synced later, each
 * for many objects. Then the second names are removed.
 */
export class RecentObjects {
  /** Resolves when every object acknowledged by an earlier process exists. Until then no read can be trusted. */
  readonly recovered = memoizeAsync(() => this.#recover());
  readonly #options: Required<RecentOptions>;
  readonly #unsettled = new Map<string, Names>();
  readonly #prepared = memoizeAsync(() => this.#prepare());
  #settling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RecentOptions) {
    this.#options = { most: MOST_UNSETTLED, settleAfterMs: SETTLE_AFTER_MS, ...options };
  }

  takes(key: string): boolean {
    return key.length + RANDOM_CHARACTERS < LONGEST_NAME_BYTES;
  }

  /** Await it before making an object: `keep` then waits only for its sync. */
  async ready(): Promise<void> {
    await this.#prepared();
    if (this.#unsettled.size >= this.#options.most) await this.settle();
  }

  /** Renames `temporary`, a link to the durable, named file, to a second name. It then survives a power failure. */
  async keep(key: string, temporary: string): Promise<void> {
    const name = `${key.replaceAll('/', SEPARATOR)}${SEPARATOR}${randomBase62(RANDOM_CHARACTERS)}`;
    await rename(temporary, this.#at(name));
    this.#note(key, name);
    await this.#options.syncs.sync(this.#options.folder);
  }

  /** Call once new bytes are durable, and before a removal: a second name would bring the old object back. */
  async forget(key: string): Promise<void> {
    await this.#giveUp(key, this.#unsettled.get(key) ?? (await this.#namesElsewhere(key)));
  }

  /** Second names from another process. An object with one link has none. */
  async #namesElsewhere(key: string): Promise<Names> {
    const found = await lookAt(join(this.#options.root, key));
    if (!found || found.nlink === 1) return [];
    return (await namesIn(this.#options.folder)).filter((name) => keyOf(name) === key);
  }

  /** Syncs the folders and removes the second names. Objects that fail keep theirs and are tried again. */
  settle(): Promise<void> {
    this.#settling ??= this.#settleAll().finally(() => {
      this.#settling = undefined;
      if (this.#unsettled.size > 0) this.#arm();
    });
    return this.#settling;
  }

  /** One after the other: writers wait for the same disk. */
  async #settleAll(): Promise<void> {
    // Each sync covers all objects that existed when it began.
    const synced = new Set<string>();
    for (const [key, names] of [...this.#unsettled]) {
      try {
        for (const folder of foldersAbove(this.#options.root, key)) {
          if (!synced.has(folder)) await this.#options.syncs.sync(folder);
          synced.add(folder);
        }
        await this.#giveUp(key, names);
      } catch {
        continue;
      }
    }
  }

  #note(key: string, name: string): void {
    this.#unsettled.set(key, [...(this.#unsettled.get(key) ?? []), name]);
    this.#arm();
  }

  #arm(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.settle();
    }, this.#options.settleAfterMs).unref();
  }

  async #giveUp(key: string, names: Names): Promise<void> {
    for (const name of names) await unlink(this.#at(name)).catch(unlessMissing);
    const rest = this.#unsettled.get(key)?.filter((name) => !names.includes(name)) ?? [];
    if (rest.length > 0) this.#unsettled.set(key, rest);
    else this.#unsettled.delete(key);
  }

  async #recover(): Promise<void> {
    for (const name of await namesIn(this.#options.folder)) {
      const key = keyOf(name);
      if (key === undefined) continue;
      const path = join(this.#options.root, key);
      if (!(await lookAt(path))) await restore(this.#at(name), path);
      this.#note(key, name);
    }
  }

  async #prepare(): Promise<void> {
    const { folder, root, syncs } = this.#options;
    await makeFolder(folder);
    for (const above of [root, dirname(root)]) await syncs.sync(above);
  }

  #at(name: string): string {
    return join(this.#options.folder, name);
  }
}

/** Every folder on the path to an object, no matter which process made it, up to the parent of `root`. */
export function foldersAbove(root: string, key: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(join(root, key)); folder !== root; folder = dirname(folder)) folders.push(folder);
  return [...folders, root, dirname(root)];
}

/** Another process may have restored the name meanwhile, or removed both names. */
async function restore(second: string, path: string): Promise<void> {
  await makeFolder(dirname(path));
  await link(second, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') unlessMissing(error);
  });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    unlessMissing(error);
    return [];
  });
}

/** Undefined if the name is no second name. */
function keyOf(name: string): string | undefined {
  const parts = name.split(SEPARATOR);
  const key = parts.slice(0, -1).join('/');
  return isKey(key) ? key : undefined;
}

async function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOTDIR') unlessMissing(error);
    return undefined;
  });
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
