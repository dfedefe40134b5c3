import { link, lstat, open, readFile, rename, unlink, opendir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UnavailableError } from '../../domain/errors.js';
import type { ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';
import { FolderSync } from './folder-sync.js';
import { codeOf, isMissing, orUnavailable } from './fs-errors.js';
import { makeFolder } from './make-folder.js';
import { assertKey, isSegment } from './object-keys.js';
import { foldersAbove, RecentObjects } from './recent-objects.js';
import { TemporaryFiles } from './temporary-files.js';

/** Outside the grammar of keys: never a key, never listed. */
const TEMPORARY_FOLDER = '+temporary';
const RECENT_FOLDER = '+recent';
const DEADLINE_MS = 10_000;
/** One step of a listing may read a folder of a million names. */
const FOLDER_DEADLINE_MS = 60_000;
/** System errors for a path without a file: missing, a folder, below a file, or too long. */
const NO_OBJECT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** Files named by key once whole and durable: create uses `link`, which refuses a taken name, put uses `rename`. */
export class FolderObjectStore implements ObjectStore {
  readonly #root: string;
  readonly #mayWrite: () => Promise<void>;
  readonly #syncs = new FolderSync();
  readonly #temporary: TemporaryFiles;
  readonly #recent: RecentObjects;
  /** Keys that this process created or is creating, and that a power failure may still lose. */
  readonly #doubtful = new Set<string>();

  /** The first object makes `root`, durably. `mayWrite` runs before every change and raises to refuse it. */
  constructor(root: string, mayWrite: () => Promise<void> = async () => undefined) {
    this.#root = resolve(root);
    this.#mayWrite = mayWrite;
    this.#temporary = new TemporaryFiles(join(this.#root, TEMPORARY_FOLDER));
    this.#recent = new RecentObjects({ root: this.#root, folder: join(this.#root, RECENT_FOLDER), syncs: this.#syncs });
  }

  create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const path = this.#pathOf(key);
    return this.#change(`creating ${key}`, () =>
      this.#temporary.with(body, async (temporary) => {
        await this.#recent.ready();
        this.#doubtful.add(key);
        const outcome = await this.#name(path, () => linkNew(temporary, path));
        if (outcome === 'created' && this.#recent.takes(key)) await this.#recent.keep(key, temporary);
        // An object created by another process must be durable too: its next reader builds on it.
        else await this.#settle(key);
        this.#doubtful.delete(key);
        return outcome;
      }),
    );
  }

  put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    const path = this.#pathOf(key);
    return this.#change(`writing ${key}`, () =>
      this.#temporary.with(typeof body === 'function' ? body() : body, async (temporary) => {
        await this.#name(path, () => rename(temporary, path));
        await this.#settle(key);
        await this.#recent.forget(key);
      }),
    );
  }

  read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(key);
    return orUnavailable(`reading ${key}`, DEADLINE_MS, async () => {
      await this.#recent.recovered();
      const body = await unlessNoObject(() => (onSize ? readSized(path, onSize) : readFile(path)));
      // A reader builds on an unacknowledged object, so make it durable first.
      if (body && this.#doubtful.has(key)) {
        await this.#settle(key);
        this.#doubtful.delete(key);
      }
      return body;
    });
  }

  /**
   * Not synced: a power failure may bring an object back. An object of a deleted document is then a stray below its
   * tombstone. gc removes strays, and looks again a retention later, before the identifier is free. It removes the
   * tombstone last, and journaling keeps the order within a folder: no version returns without its tombstone.
   */
  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#change(`removing ${key}`, async () => {
      await this.#recent.forget(key);
      await unlessNoObject(() => unlink(path));
    });
  }

  async *list(prefix: string, options: ListOptions = {}): AsyncGenerator<string> {
    await orUnavailable(`listing ${prefix}`, FOLDER_DEADLINE_MS, () => this.#recent.recovered());
    const keys = listKeys({ root: this.#root, prefix, after: options.after ?? '' });
    for (;;) {
      const next = await orUnavailable(`listing ${prefix}`, FOLDER_DEADLINE_MS, () => keys.next());
      if (next.done) return;
      yield next.value;
    }
  }

  close(): Promise<void> {
    return this.#recent.settle();
  }

  #change<T>(what: string, change: () => Promise<T>): Promise<T> {
    return orUnavailable(what, DEADLINE_MS, async () => {
      await this.#mayWrite();
      await this.#recent.recovered();
      return change();
    });
  }

  #pathOf(key: string): string {
    assertKey(key);
    return join(this.#root, key);
  }

  /** Folders are made only when missing: nearly every object has its folder already. */
  async #name<T>(path: string, name: () => Promise<T>): Promise<T> {
    try {
      return await name();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await makeFolder(dirname(path));
    return name();
  }

  async #settle(key: string): Promise<void> {
    for (const folder of foldersAbove(this.#root, key)) await this.#syncs.sync(folder);
  }
}

async function linkNew(temporary: string, path: string): Promise<'created' | 'exists'> {
  try {
    await link(temporary, path);
    return 'created';
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (await isFolder(path)) throw new UnavailableError(`a folder is in the place of the object ${path}`);
  return 'exists';
}

async function readSized(path: string, onSize: OnSize): Promise<Buffer> {
  const file = await open(path);
  try {
    onSize((await file.stat()).size);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await unlessNoObject(() => lstat(path)))?.isDirectory() ?? false;
}

async function unlessNoObject<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (NO_OBJECT.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

type FolderWalk = { root: string; prefix: string; after: string };

/** Keys with `prefix` that follow `after`, in byte order. Holds only the names in folders on the way to one key. */
async function* listKeys(walk: FolderWalk): AsyncGenerator<string> {
  yield* listFolder(walk, walk.prefix.slice(0, walk.prefix.lastIndexOf('/') + 1));
}

async function* listFolder(walk: FolderWalk, folder: string): AsyncGenerator<string> {
  for (const name of await sortedNames(join(walk.root, folder))) {
    const path = folder + name;
    if (!path.startsWith(walk.prefix)) continue;
    if (!path.endsWith('/')) {
      if (path > walk.after) yield path;
    } else if (path > walk.after || walk.after.startsWith(path)) {
      yield* listFolder(walk, path);
    }
  }
}

/** Folders end with a slash: `a-b` precedes `a/b`. Keys are ASCII, so code units sort like bytes. */
async function sortedNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: 1024 })) {
      if (!isSegment(entry.name)) continue;
      if (entry.isFile()) names.push(entry.name);
      else if (entry.isDirectory()) names.push(`${entry.name}/`);
    }
  } catch (error) {
    if (!NO_FOLDER.has(codeOf(error) ?? '')) throw error;
  }
  return names.sort();
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
