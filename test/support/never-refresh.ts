import { readConfig } from '../../src/config/read-config.js';
import type { TestStorage } from './modes.js';
import { makeClient } from './opensearch-client.js';

/** Otherwise OpenSearch could show a write that nobody has refreshed, and no rule would be needed. */
export async function neverRefreshByItself({ env }: TestStorage): Promise<void> {
  const { storage } = readConfig(env);
  if (storage.mode !== 'cluster') return;
  const client = makeClient(storage.openSearch);
  await client.indices.putSettings({ index: String(env['INDEX_PREFIX']), body: { 'index.refresh_interval': '-1' } });
  await client.close();
}
