import { hash as hashOf } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { assetName } from '../../domain/content/link-target.js';
import { ASSET_NAME_BYTES, ASSET_NAMES } from '../../domain/limits.js';
import type { Target } from '../../markdown/targets.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError, readPlain } from '../../platform/plain-file.js';
import { contentTypeOf } from './file-kinds.js';
import { isHidden, type PathFilter } from './path-filter.js';
import type { Scan } from './scan-files.js';

/** A file beside the documents that one of them shows or leads to. `file`: where the disk has it. */
export type LocalAsset = { path: string; file: string; sha256: string; bytes: number };

/** By name, as in `assets` of a document. `lost`: why a name has no file that can be sent. */
export type OwnAssets = { assets: ReadonlyMap<string, LocalAsset>; lost: ReadonlyMap<string, string> };

/** Smaller files need no look at what the service takes. */
const SURELY_TAKEN = 1024 * 1024;

export type AssetPlace = Pick<Scan, 'folders'> & {
  root: string;
  filter: Pick<PathFilter, 'takesAsset'>;
  /** Of one asset, as the service takes it. */
  mostBytes(): Promise<number>;
};

/**
 * Where a name in the document at `path` leads, in the composed spelling. Undefined: out of the directory.
 */
export function pathOfName(name: string, path: string): string | undefined {
  const whole = name.startsWith('/') ? join('.', name) : join(dirname(path), name);
  return whole === '..' || whole.startsWith('../') ? undefined : whole.normalize();
}

/** The files that documents refer to. Each is read once. Links are not followed. */
export class LocalAssets {
  readonly #place: AssetPlace;
  readonly #found = new Map<string, Promise<LocalAsset | string>>();
  readonly #entries = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(place: AssetPlace) {
    this.#place = place;
  }

  async of(path: string, targets: readonly Target[]): Promise<OwnAssets> {
    const assets = new Map<string, LocalAsset>();
    const lost = new Map<string, string>();
    for (const name of new Set(targets.map(({ target }) => assetName(target)))) {
      if (name === undefined) continue;
      const at = pathOfName(name, path);
      if (at === undefined || contentTypeOf(at) !== undefined) continue;
      const found = await this.#find(at);
      const fault = typeof found === 'string' ? found : faultOfName(name, assets.size);
      if (fault !== undefined) lost.set(name, fault);
      else assets.set(name, found as LocalAsset);
    }
    return { assets, lost };
  }

  /** The file may have changed, or was written. */
  forget(path: string): void {
    this.#found.delete(path);
    this.#entries.delete(dirname(path));
  }

  #find(path: string): Promise<LocalAsset | string> {
    const found = this.#found.get(path) ?? this.#read(path).catch(reasonOf);
    this.#found.set(path, found);
    return found;
  }

  async #read(path: string): Promise<LocalAsset | string> {
    const { root, filter, mostBytes } = this.#place;
    if (isHidden(path)) return 'hidden files are not sent';
    const name = await this.#nameOf(path);
    if (name === undefined) return 'no such file';
    if (!filter.takesAsset(path)) return 'a pattern leaves the file out';
    const file = join(root, name);
    const content = (await readPlain(file, SURELY_TAKEN)) ?? (await readPlain(file, await mostBytes()));
    if (content === undefined) return `the file is larger than ${await mostBytes()} bytes`;
    return { path, file, sha256: hashOf('sha256', content, 'hex'), bytes: content.length };
  }

  /** Exactly so, also where the file system ignores case. */
  async #nameOf(path: string): Promise<string | undefined> {
    const folder = dirname(path);
    const name = folder === '.' ? '' : this.#place.folders.get(folder);
    if (name === undefined) return undefined;
    const entries = this.#entries.get(folder) ?? filesOf(join(this.#place.root, name));
    this.#entries.set(folder, entries);
    const found = (await entries).get(path.slice(folder === '.' ? 0 : folder.length + 1));
    return found === undefined ? undefined : join(name, found);
  }
}

/** By their composed names. Of two spellings the composed one is taken. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const composed = names.filter((name) => name === name.normalize());
  return new Map([...names, ...composed].map((name) => [name.normalize(), name]));
}

function faultOfName(name: string, others: number): string | undefined {
  if (others >= ASSET_NAMES) return `the document has ${ASSET_NAMES} files already`;
  return Buffer.byteLength(name) > ASSET_NAME_BYTES ? `its name is longer than ${ASSET_NAME_BYTES} bytes` : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof NotPlainError) return `it is ${error.message}`;
  if (error instanceof Error && 'syscall' in error) return `the file cannot be read: ${errorCode(error)}`;
  throw error;
}
