import { readConfig } from '../../src/config/read-config.js';
import { hashApiKey, ROLES, type Role } from '../../src/domain/api-key.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createApiKey } from '../../src/operations/auth/api-keys.js';
import { openObjectStore } from '../../src/backends.js';

export type KeyWish = { owner?: string; roles?: Role[]; plan?: string; expires?: string };

/** A new key, of a new unmetered owner with all roles unless said otherwise, in the place that `env` leads to. */
export async function issueKey(env: Record<string, string>, wish: KeyWish = {}): Promise<string> {
  const { owner = `o${randomBase62(10)}`, roles = [...ROLES], plan = 'unmetered', expires = null } = wish;
  const store = await openObjectStore(readConfig(env).storage);
  try {
    const records = new ApiKeyRecords(store);
    await records.writePlan(owner, plan);
    return (await createApiKey(records, { owner, roles, label: null, expires })).key;
  } finally {
    await store.close();
  }
}

/** As `quire keys revoke` does. A service may use the key for up to five more seconds. */
export async function revokeKey(env: Record<string, string>, key: string): Promise<void> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    await new ApiKeyRecords(store).revoke(hashApiKey(key), new Date().toISOString());
  } finally {
    await store.close();
  }
}
