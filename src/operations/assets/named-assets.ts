import { LRUCache } from 'lru-cache';
import type { LivingHead } from '../../domain/head.js';
import type { OnSize } from '../../ports/object-store.js';
import { readSizedVersion, type VersionReads } from '../read-version.js';
import { assetNotFound, type KeptAssets } from './kept-assets.js';

export type AssetReads = VersionReads & { assets: KeptAssets; namedAssets: NamedAssets };

/** Hashes of all versions that are kept. A hash takes about 150 bytes. */
const KEPT_HASHES = 100_000;

/** `admit`: called before a version is read. */
type WantedAsset = { version: number; sha256: string; admit?: () => Promise<void>; onSize?: OnSize | undefined };

/** What versions name. Versions never change, and none is asked for before its head was read. */
export class NamedAssets {
  readonly #kept = new LRUCache<string, ReadonlySet<string>>({ maxSize: KEPT_HASHES });

  /**
   * Raises `ASSET_NOT_FOUND` for a version that does not name it, and what `admit` and `onSize` raise, where the
   * version has to be read.
   */
  async expect(ports: VersionReads, head: LivingHead, wanted: WantedAsset): Promise<void> {
    const { version, sha256, admit, onSize } = wanted;
    const hasNone = version === head.currentVersion && head.assets === null;
    // An identifier may be used again, once gc has removed all of its document.
    const name = `${head.id} ${head.createdAt} ${version}`;
    let hashes = hasNone ? undefined : this.#kept.get(name);
    if (!hasNone && !hashes) {
      await admit?.();
      const read = await readSizedVersion(ports, { documentId: head.id, version }, onSize);
      hashes = new Set(read.version.assets.values());
      this.#kept.set(name, hashes, { size: 1 + hashes.size });
    }
    if (!hashes?.has(sha256)) throw assetNotFound([sha256]);
  }
}
