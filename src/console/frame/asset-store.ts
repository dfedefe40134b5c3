import type { Client } from '../../client/client.js';
import { assetTypeOf } from '../../domain/content/asset-type.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import type { MinuteWindow } from '../rate-window.js';
import { untilRoom } from '../until-room.js';

/** Images that are loaded at once. */
const AT_ONCE = 4;
/** What an owner has at most in memory, beside what pages show. */
const MOST_KEPT = 100;

type Assets = { assetClient: Pick<Client, 'getAsset'>; window: MinuteWindow };

/** Addresses of assets in this tab, which a page needs: its own addresses want the key. The same bytes are got once. */
export class AssetStore {
  readonly #session: Assets;
  readonly #ended = new AbortController();
  readonly #addresses = new Map<string, Promise<string>>();

  constructor(session: Assets) {
    this.#session = session;
  }

  /** Shows the images of a page, one after the other. One that cannot be had stays its description. */
  async show(page: Document, signal: AbortSignal): Promise<void> {
    const images = [...page.querySelectorAll<HTMLImageElement>('img[data-asset]')];
    await forEachConcurrently(images, { width: AT_ONCE, signal }, async (image) => {
      const address = await this.addressOf(image.dataset['asset'] ?? '').catch(() => '');
      if (address !== '' && !signal.aborted) image.src = address;
    }).catch(() => undefined);
  }

  async addressOf(sha256: string): Promise<string> {
    const kept = this.#addresses.get(sha256);
    if (kept) return kept;
    const got = this.#get(sha256);
    this.#addresses.set(sha256, got);
    got.catch(() => this.#addresses.delete(sha256));
    for (const oldest of this.#addresses.keys()) {
      if (this.#addresses.size <= MOST_KEPT) break;
      this.#remove(oldest);
    }
    return got;
  }

  /** What comes after this is not kept. */
  close(): void {
    this.#ended.abort();
    for (const sha256 of this.#addresses.keys()) this.#remove(sha256);
  }

  async #get(sha256: string): Promise<string> {
    const { signal } = this.#ended;
    await untilRoom(this.#session.window, signal, () => undefined);
    const bytes = await this.#session.assetClient.getAsset(sha256, { signal });
    return URL.createObjectURL(new Blob([bytes], { type: assetTypeOf(bytes).type }));
  }

  #remove(sha256: string): void {
    this.#addresses.get(sha256)?.then(URL.revokeObjectURL, () => undefined);
    this.#addresses.delete(sha256);
  }
}
