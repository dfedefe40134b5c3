import { hash as hashOf } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import type { Client } from '../../client/client.js';
import { assetName } from '../../domain/content/link-target.js';
import { ASSET_NAME_BYTES, ASSET_NAMES } from '../../domain/limits.js';
import type { Target } from '../../markdown/targets.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError, readPlain } from '../../platform/plain-file.js';
import { FileError } from './file-error.js';
import { contentTypeOf } from './file-kinds.js';
import { isHidden } from './path-filter.js';
import { checkTarget } from './write-file.js';

/** A file that documents show or lead to. `name`: in the directory, as the disk spells it. */
export type LocalAsset = { path: string; name: string; sha256: string; bytes: number };

/** By name, as in `assets` of a document. `lost`: why a name has no file that can be sent. */
export type OwnAssets = { assets: ReadonlyMap<string, LocalAsset>; lost: ReadonlyMap<string, string> };

/** Smaller files need no look at what the service takes. */
const SURELY_TAKEN = 1024 * 1024;

/** In the place of a file. Any other text says why the file cannot be taken. */
export const NO_FILE = 'no such file';

export type AssetPlace = {
  root: string;
  /** As the disk spells it; undefined: nothing of it is taken. */
  folderNamed(path: string): string | undefined;
  takes(path: string): boolean;
  /** Of one asset, as the service takes it. */
  mostBytes(): Promise<number>;
};

/** Asks once, and only if a file is large. */
export function mostAssetBytes({ client, signal }: { client: Client; signal: AbortSignal }): () => Promise<number> {
  let asked: Promise<number> | undefined;
  return () => (asked ??= client.getLimits({ signal }).then((limits) => limits.max_asset_bytes));
}

/** Where a name in the document at `path` leads, in the composed spelling. Undefined: out of the directory. */
export function pathOfName(name: string, path: string): string | undefined {
  const whole = name.startsWith('/') ? join('.', name) : join(dirname(path), name);
  return whole === '..' || whole.startsWith('../') ? undefined : whole.normalize();
}

/** The files that documents refer to. Each is read once. Links are not followed. */
export class LocalAssets {
  /** Paths of the files that some document has. */
  readonly named = new Set<string>();
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
      const found = await this.find(at);
      const fault = typeof found === 'string' ? found : faultOfName(name, assets.size);
      if (fault !== undefined) lost.set(name, fault);
      else assets.set(name, found as LocalAsset);
    }
    for (const asset of assets.values()) this.named.add(asset.path);
    return { assets, lost };
  }

  /** The file may have changed, or was written. */
  forget(path: string): void {
    this.#found.delete(path);
    this.#entries.delete(dirname(path));
  }

  /** A text: why there is none. */
  find(path: string): Promise<LocalAsset | string> {
    const found = this.#found.get(path) ?? this.#read(path).catch(reasonOf);
    this.#found.set(path, found);
    return found;
  }

  async #read(path: string): Promise<LocalAsset | string> {
    const { root, takes, mostBytes } = this.#place;
    if (isHidden(path)) return 'hidden files are not sent';
    const name = await this.#nameOf(path);
    if (name === undefined) return NO_FILE;
    if (!takes(path)) return 'a pattern leaves the file out';
    await checkTarget(root, name);
    const file = join(root, name);
    const content = (await readPlain(file, SURELY_TAKEN)) ?? (await readPlain(file, await mostBytes()));
    if (content === undefined) return `the file is larger than ${await mostBytes()} bytes`;
    return { path, name, sha256: hashOf('sha256', content, 'hex'), bytes: content.length };
  }

  /** Exactly so, also where the file system ignores case. */
  async #nameOf(path: string): Promise<string | undefined> {
    const folder = dirname(path);
    const name = folder === '.' ? '' : this.#place.folderNamed(folder);
    if (name === undefined) return undefined;
    const entries = this.#entries.get(folder) ?? filesOf(join(this.#place.root, name));
    this.#entries.set(folder, entries);
    const found = (await entries).get(path.slice(folder === '.' ? 0 : folder.length + 1));
    return found === undefined ? undefined : join(name, found);
  }
}

/** By their composed names. Of two spellings the composed one is taken. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { withFileTypes: true }).catch(noneIfAbsent);
  const names = found.filter((entry) => entry.isFile()).map(({ name }) => name);
  const composed = names.filter((name) => name === name.normalize());
  return new Map([...names, ...composed].map((name) => [name.normalize(), name]));
}

function noneIfAbsent(error: unknown): Dirent[] {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
  throw error;
}

function faultOfName(name: string, others: number): string | undefined {
  if (others >= ASSET_NAMES) return `the document has ${ASSET_NAMES} files already`;
  return Buffer.byteLength(name) > ASSET_NAME_BYTES ? `its name is longer than ${ASSET_NAME_BYTES} bytes` : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof FileError) return error.message;
  if (error instanceof NotPlainError) return `it is ${error.message}`;
  if (error instanceof Error && 'syscall' in error) return `the file cannot be read: ${errorCode(error)}`;
  throw error;
}
