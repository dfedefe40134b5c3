import { LRUCache } from 'lru-cache';
import { QuireError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import type { OnSize } from '../../ports/object-store.js';
import { readSizedVersion, type VersionReads } from '../read-version.js';
import type { KeptAssets } from './kept-assets.js';

export type AssetReads = VersionReads & { assets: KeptAssets; namedAssets: NamedAssets };

/** Hashes of all versions that are kept. A hash takes about 150 bytes. */
const KEPT_HASHES = 100_000;

/** `admit`: called before a version is read. */
type WantedAsset = { version: number; sha256: string; admit?: () => Promise<void>; onSize?: OnSize | undefined };

/** What versions name. Versions never change, and none is asked for before its head was read. */
export class NamedAssets {
  readonly #kept = new LRUCache<string, ReadonlySet<string>>({ maxSize: KEPT_HASHES });

  /** Raises what `admit` and `onSize` raise, where the version has to be read. */
  async of(
    ports: VersionReads,
    head: LivingHead,
    { version, admit, onSize }: Omit<WantedAsset, 'sha256'>,
  ): Promise<ReadonlySet<string>> {
    const isNewest = version === head.currentVersion;
    if (isNewest && head.assets === null) return new Set();
    // An identifier may be used again, once gc has removed all of its document.
    const name = `${head.id} ${head.createdAt} ${version}`;
    const known = this.#kept.get(name);
    if (known) return known;
    await admit?.();
    const read = await readSizedVersion(ports, { documentId: head.id, version }, onSize);
    const hashes = new Set(read.version.assets.values());
    this.#kept.set(name, hashes, { size: 1 + hashes.size });
    return hashes;
  }
}

/** Of one version that names it. Raises `ASSET_NOT_FOUND`, for a version that has none of that hash too. */
export async function expectNamed(
  ports: AssetReads,
  head: LivingHead,
  { sha256, ...wanted }: WantedAsset,
): Promise<void> {
  const named = await ports.namedAssets.of(ports, head, wanted);
  if (!named.has(sha256)) throw new QuireError('ASSET_NOT_FOUND', { missing: [sha256] });
}

/** Raises `ASSET_NOT_FOUND`, and what `onSize` raises. */
export async function readAsset(
  { assets }: Pick<AssetReads, 'assets'>,
  name: { owner: string; sha256: string },
  onSize?: OnSize,
): Promise<Buffer> {
  const bytes = await assets.read(name, onSize);
  if (!bytes) throw new QuireError('ASSET_NOT_FOUND', { missing: [name.sha256] });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
