import { hash as hashOf } from 'node:crypto';
import { join } from 'node:path';
import { ApiError } from '../../client/client.js';
import { chunksOf } from '../../platform/chunks.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import { readPlain } from '../../platform/plain-file.js';
import type { LocalAsset, LocalAssets } from '../files/local-assets.js';
import type { RemoteScope } from '../remote-documents.js';

/** Of one request. */
const MOST_IDS = 1_000;
/** Each has a file in memory. */
const SENT_AT_ONCE = 4;
/** Of a file that the service does not take. Others end the push. */
const FAULTS_OF_FILES = [400, 413];

/** `root`: of the directory. */
type SendScope = Omit<RemoteScope, 'keys'> & { root: string };

/** Sends the files that documents are about to name, if the service lacks them. */
export class AssetSender {
  readonly #scope: SendScope;
  readonly #local: Pick<LocalAssets, 'forget'>;
  /** Hashes. The service keeps what it was asked for until the push is over. */
  readonly #there = new Set<string>();
  readonly sent = { files: 0, bytes: 0 };

  constructor(scope: SendScope, local: Pick<LocalAssets, 'forget'>) {
    this.#scope = scope;
    this.#local = local;
  }

  /** Those that the service lacks, each once. */
  async missing(assets: Iterable<LocalAsset>): Promise<LocalAsset[]> {
    const { client, signal } = this.#scope;
    const unknown = new Map([...assets].map((asset) => [asset.sha256, asset]));
    for (const id of this.#there) unknown.delete(id);
    for (const ids of chunksOf([...unknown.keys()], MOST_IDS)) {
      const missing = new Set(await client.missingAssets(ids, { signal }));
      for (const id of ids.filter((each) => !missing.has(each))) {
        this.#there.add(id);
        unknown.delete(id);
      }
    }
    return [...unknown.values()];
  }

  async send(assets: Iterable<LocalAsset>): Promise<void> {
    await this.upload(await this.missing(assets));
  }

  /** `advance`: after each file. What cannot be sent, the write of its document finds missing. */
  async upload(missing: readonly LocalAsset[], advance?: () => void): Promise<void> {
    const { signal } = this.#scope;
    await forEachConcurrently(missing.values(), { width: SENT_AT_ONCE, signal }, async (asset) => {
      await this.#put(asset);
      advance?.();
    });
  }

  /** The service has removed some of them meanwhile, or a file has changed. */
  forget(assets: Iterable<LocalAsset>): void {
    for (const { sha256, path } of assets) {
      this.#there.delete(sha256);
      this.#local.forget(path);
    }
  }

  async #put({ path, name, sha256, bytes }: LocalAsset): Promise<void> {
    const { client, signal, root } = this.#scope;
    const content = await readPlain(join(root, name), bytes).catch(() => undefined);
    if (content === undefined || hashOf('sha256', content, 'hex') !== sha256) return this.#local.forget(path);
    try {
      await client.putAsset(sha256, content, { signal });
    } catch (error) {
      if (error instanceof ApiError && FAULTS_OF_FILES.includes(error.status)) return;
      throw error;
    }
    this.#there.add(sha256);
    this.sent.files += 1;
    this.sent.bytes += content.length;
  }
}
