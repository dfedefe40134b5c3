import { openObjectStore } from '../../src/server/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

/** The objects of a service that may be running. */
export async function withObjects<T>(
  env: Record<string, string>,
  work: (store: ObjectStore) => Promise<T>,
): Promise<T> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
