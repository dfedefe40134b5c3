import { readConfig } from '../../../src/config/read-config.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import { ROLES } from '../../../src/domain/api-key.js';
import { ApiKeyRecords } from '../../../src/log/api-key-records.js';
import { createApiKey } from '../../../src/operations/auth/api-keys.js';
import { openObjectStore } from '../../../src/server/backends.js';

const AT_ONCE = 16;

/** A key of each owner, with all roles, in the place that `env` leads to. */
export async function issueKeys(
  env: Readonly<Record<string, string>>,
  owners: readonly string[],
): Promise<Map<string, string>> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    const records = new ApiKeyRecords(store);
    const keys = await mapConcurrently(owners, AT_ONCE, async (owner): Promise<[string, string]> => {
      const { key } = await createApiKey(records, { owner, roles: [...ROLES], label: 'bench', expires: null });
      return [owner, key];
    });
    return new Map(keys);
  } finally {
    await store.close();
  }
}
