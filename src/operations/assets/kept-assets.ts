import { LRUCache } from 'lru-cache';
import type { Assets } from '../../domain/content/assets.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import type { AssetLog, KeptEntry } from '../../log/asset-log.js';
import type { AssetName } from '../../log/object-keys.js';
import { mapConcurrently } from '../../platform/concurrently.js';
import type { OnSize } from '../../ports/object-store.js';

/** gc ends an asset only if its entry was twice as old when gc began (rule freshBeforeUse). */
export const FRESH_MS = 12 * 3_600_000;

const CACHED = 20_000;
const AT_ONCE = 16;
/** Each lost claim is another's entry, which serves as well. */
const ATTEMPTS = 10;

/** What writes ask of it. */
export type AssetPorts = { assets: Pick<KeptAssets, 'expect' | 'use'> };

type KeptAssetsOptions = { log: AssetLog; now(): Date };
type Kept = Pick<KeptEntry, 'life' | 'at'>;

/**
 * The assets of all owners. An asset exists while its newest entry is `kept`. A writer that relies on it checks that
 * this entry is fresh, or renews it. Entries never move back. So one that was fresh when it was read is not read again
 * while it is fresh.
 */
export class KeptAssets {
  readonly #options: KeptAssetsOptions;
  readonly #fresh = new LRUCache<string, Kept>({ max: CACHED });

  constructor(options: KeptAssetsOptions) {
    this.#options = options;
  }

  /** Undefined: it does not exist, also for another owner. */
  async find(name: AssetName): Promise<Kept | undefined> {
    const known = this.#known(name);
    if (known) return known;
    const newest = await this.#options.log.newest(name);
    return newest?.kind === 'kept' ? this.#keep(name, newest) : undefined;
  }

  /**
   * The bytes. Most assets have one life, so that one is tried before the entries. Raises `ASSET_NOT_FOUND`, and what
   * `onSize` raises.
   */
  async read(name: AssetName, onSize?: OnSize): Promise<Buffer> {
    const { log } = this.#options;
    const life = this.#fresh.peek(cacheKey(name))?.life ?? 1;
    let bytes = await log.readBytes(name, life, onSize);
    const newest = bytes ? undefined : await log.newest(name);
    if (newest?.kind === 'kept' && newest.life !== life) bytes = await log.readBytes(name, newest.life, onSize);
    if (!bytes) throw assetNotFound([name.sha256]);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Makes the asset exist. False: it does already; then only bytes that were lost are written. */
  async add(name: AssetName, bytes: Uint8Array): Promise<boolean> {
    return (await this.#hold(name, bytes))?.isNew === true;
  }

  /** Which do not exist. Renews the others. */
  async missing(owner: string, hashes: Iterable<string>): Promise<string[]> {
    const wanted = [...new Set(hashes)];
    const found = await mapConcurrently(wanted, AT_ONCE, (sha256) => this.#freshen({ owner, sha256 }));
    return wanted.filter((_, i) => found[i] === undefined);
  }

  /** Raises `ASSET_NOT_FOUND`. */
  async expect(owner: string, hashes: Iterable<string>): Promise<void> {
    const missing = await this.missing(owner, hashes);
    if (missing.length > 0) throw assetNotFound(missing);
  }

  /**
   * Before a slot of the document is claimed that names what `before` does not (rule useBeforeClaim). Raises
   * `ASSET_NOT_FOUND`, and then leaves no use behind. At most a list, a read and two creates for each asset.
   */
  async use(document: { id: string; owner: string }, assets: Assets, before: Assets): Promise<void> {
    const { id: documentId, owner } = document;
    const used = new Set(before.values());
    const added = [...new Set(assets.values())].filter((sha256) => !used.has(sha256));
    await this.expect(owner, added);
    await mapConcurrently(added, AT_ONCE, async (sha256) => {
      const kept = await this.#freshen({ owner, sha256 });
      if (!kept) throw assetNotFound([sha256]);
      await this.#options.log.use({ owner, sha256 }, { life: kept.life, documentId, at: this.#now() });
    });
  }

  async #freshen(name: AssetName): Promise<Kept | undefined> {
    return this.#known(name) ?? (await this.#hold(name));
  }

  /**
   * Sees to a fresh entry. `bytes`: for one that does not exist. Order: bytes, entry (rule bytesBeforeEntry).
   * Undefined: it does not exist.
   */
  async #hold(name: AssetName, bytes?: Uint8Array): Promise<(Kept & { isNew: boolean }) | undefined> {
    const { log } = this.#options;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const newest = await log.newest(name);
      const kept = newest?.kind === 'kept' ? newest : undefined;
      if (!kept && !bytes) return undefined;
      const number = (newest?.number ?? 0) + 1;
      const entry: KeptEntry = { number, kind: 'kept', life: kept?.life ?? number, at: this.#now() };
      if (bytes) await log.createBytes(name, entry.life, bytes);
      const isFresh = kept !== undefined && this.#isFresh(kept);
      if (isFresh || (await log.claim(name, entry))) {
        return { ...this.#keep(name, isFresh ? kept : entry), isNew: !kept };
      }
    }
    throw new UnavailableError('others claim the entries of an asset');
  }

  #known(name: AssetName): Kept | undefined {
    const known = this.#fresh.get(cacheKey(name));
    return known && this.#isFresh(known) ? known : undefined;
  }

  #keep(name: AssetName, { life, at }: Kept): Kept {
    this.#fresh.set(cacheKey(name), { life, at });
    return { life, at };
  }

  #isFresh({ at }: Kept): boolean {
    return this.#options.now().getTime() - Date.parse(at) < FRESH_MS;
  }

  #now(): string {
    return this.#options.now().toISOString();
  }
}

export function assetNotFound(missing: readonly string[]): QuireError {
  return new QuireError('ASSET_NOT_FOUND', { missing });
}

function cacheKey({ owner, sha256 }: AssetName): string {
  return `${owner} ${sha256}`;
}
