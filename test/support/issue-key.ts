import { readConfig } from '../../src/config/read-config.js';
import { hashApiKey, ROLES, type Role } from '../../src/domain/api-key.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createApiKey, revokeApiKey } from '../../src/operations/auth/api-keys.js';
import { openObjectStore } from '../../src/server/backends.js';

export type KeyOptions = { owner?: string; roles?: Role[]; plan?: string; label?: string; expires?: string };

/** A new key, of a new unmetered owner with all roles unless said otherwise, in the place that `env` leads to. */
export function issueKey(env: Record<string, string>, options: KeyOptions = {}): Promise<string> {
  const { owner = `o${randomBase62(10)}`, roles = [...ROLES], plan = 'unmetered' } = options;
  const { label = null, expires = null } = options;
  return withRecords(env, async (records) => {
    await records.writePlan(owner, plan);
    return (await createApiKey(records, { owner, roles, label, expires })).key;
  });
}

/** As `quire keys revoke` does. A service that knows the key may take it for up to five more seconds. */
export async function revokeKey(env: Record<string, string>, key: string): Promise<void> {
  await withRecords(env, async (records) => {
    const record = await records.read(hashApiKey(key));
    if (!record) throw new Error('there is no such key');
    await revokeApiKey(records, record.id);
  });
}

/** As no command does it. A service that knows the key may use the former label for up to five more seconds. */
export async function labelKey(env: Record<string, string>, key: string, label: string): Promise<void> {
  await withRecords(env, async (records) => {
    const record = await records.read(hashApiKey(key));
    if (!record) throw new Error('there is no such key');
    await records.write(hashApiKey(key), { ...record, label });
  });
}

async function withRecords<T>(env: Record<string, string>, work: (records: ApiKeyRecords) => Promise<T>): Promise<T> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    return await work(new ApiKeyRecords(store));
  } finally {
    await store.close();
  }
}
