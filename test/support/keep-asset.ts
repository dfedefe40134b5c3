import { createHash } from 'node:crypto';
import { readConfig } from '../../src/config/read-config.js';
import { AssetLog } from '../../src/log/asset-log.js';
import { KeptAssets } from '../../src/operations/assets/kept-assets.js';
import { openObjectStore } from '../../src/server/backends.js';

/** Without a request. Returns the hash. */
export async function keepAsset(env: Record<string, string>, owner: string, text: string): Promise<string> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const assets = new KeptAssets({ log: new AssetLog(store), now: () => new Date() });
    await assets.add({ owner, sha256 }, Buffer.from(text));
    return sha256;
  } finally {
    await store.close();
  }
}
