import { S3ObjectStore } from '../../src/adapters/s3/s3-object-store.js';
import { EnvReader } from '../../src/config/env-reader.js';
import { readStorage } from '../../src/config/read-storage.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { proveCreateIfAbsent } from '../../src/log/prove-create-if-absent.js';
import { clusterBackends, describeCluster } from '../support/backends.js';
import { objectStoreContract } from './object-store-contract.js';

describeCluster('object store in S3', () => {
  const prefix = `test-${randomBase62(12)}`;

  objectStoreContract('S3ObjectStore', async () => {
    const store = openStore(prefix);
    return {
      store,
      another: async () => openStore(prefix),
      async dispose() {
        await removeAll(store);
        await store.close();
      },
    };
  });

  it('is proven to honour create-if-absent, and the proof leaves nothing behind', async () => {
    const store = openStore(`${prefix}-proof`);
    await proveCreateIfAbsent(store);
    for await (const key of store.list('')) throw new Error(`${key} is left`);
    await store.close();
  }).timeout(60_000);
});

/** By the variables that the service itself reads; the SDK finds the credentials in the environment. */
function openStore(prefix: string): S3ObjectStore {
  const env = clusterBackends()?.env ?? {};
  for (const [name, value] of Object.entries(env)) if (name.startsWith('AWS_')) process.env[name] = value;
  const storage = readStorage(new EnvReader({ ...env, MODE: 'cluster', S3_PREFIX: prefix }));
  if (storage.mode !== 'cluster') throw new Error('the backends have no S3_BUCKET');
  return new S3ObjectStore({ ...storage.s3, timeoutMs: 30_000 });
}

async function removeAll(store: S3ObjectStore): Promise<void> {
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  const rest = keys.values();
  const worker = async (): Promise<void> => {
    for (const key of rest) await store.remove(key);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
