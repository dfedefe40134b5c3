import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Limits of the service on `metadata.tags`. */
const MOST_TAGS = 1_000;
const LONGEST_TAG = 1_024;

export interface PackageInfo {
  /** With its scope, as in `@scope/name`. */
  readonly name: string;
  readonly version: string | null;
  readonly keywords: readonly string[];
}

/** Finds the package that a file belongs to: the nearest folder upwards with a named `package.json`. */
export class Packages {
  readonly #dir: string;
  readonly #known = new Map<string, Promise<PackageInfo>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** `path`: relative to the folder that is searched, with `/`. */
  of(path: string): Promise<PackageInfo> {
    return this.#inFolder(dirname(path));
  }

  #inFolder(folder: string): Promise<PackageInfo> {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const info = this.#read(folder);
    this.#known.set(folder, info);
    return info;
  }

  async #read(folder: string): Promise<PackageInfo> {
    const manifest = await readManifest(join(this.#dir, folder, 'package.json'));
    if (manifest !== undefined) return manifest;
    if (folder !== '.') return this.#inFolder(dirname(folder));
    return { name: basename(resolve(this.#dir)) || 'files', version: null, keywords: [] };
  }
}

async function readManifest(path: string): Promise<PackageInfo | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { name, version, keywords } = parseObject(text);
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    name: name.toWellFormed(),
    version: typeof version === 'string' ? version.toWellFormed() : null,
    keywords: tagsOf(keywords),
  };
}

/** Packages carry fixtures too: what is no JSON object says nothing. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function tagsOf(keywords: unknown): string[] {
  const words: readonly unknown[] = Array.isArray(keywords) ? keywords : [];
  const tags = words
    .filter((word) => typeof word === 'string')
    .map((word) => word.toWellFormed())
    .filter((tag) => tag !== '' && tag.length <= LONGEST_TAG);
  return [...new Set(tags)].slice(0, MOST_TAGS);
}
