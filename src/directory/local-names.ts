import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { basename, dirname } from 'node:path/posix';

/** The names that a directory has for paths, which are as in `Scan`. Reads each folder once. */
export class LocalNames {
  readonly #root: string;
  /** By folder: its names, by their composed spelling. */
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, string[]>>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** A path with slashes. What is not there is named as in `path`. */
  async nameOf(path: string): Promise<string> {
    if (path === '.') return path;
    const [found] = await this.namesOf(path);
    return found ?? join(await this.nameOf(dirname(path)), basename(path));
  }

  /** All that is there, of any kind, the composed spelling first. */
  async namesOf(path: string): Promise<string[]> {
    if (path === '.') return [path];
    const folders = await this.namesOf(dirname(path));
    const lists = await Promise.all(folders.map((folder) => this.#namesIn(folder)));
    const found = lists.map((names) => names.get(basename(path)) ?? []);
    return folders.flatMap((folder, n) => (found[n] ?? []).map((name) => join(folder, name)));
  }

  #namesIn(folder: string): Promise<ReadonlyMap<string, string[]>> {
    const known = this.#folders.get(folder);
    if (known) return known;
    const names = readNames(join(this.#root, folder));
    this.#folders.set(folder, names);
    return names;
  }
}

/** Empty for what cannot be read. */
async function readNames(folder: string): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string[]>();
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const composed = name.normalize();
    const others = names.get(composed) ?? [];
    names.set(composed, name === composed ? [name, ...others] : [...others, name]);
  }
  return names;
}
