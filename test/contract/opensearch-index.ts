import { makeClient } from '../support/opensearch-client.js';
import type { OpenSearchConfig } from '../../src/config/config.js';
import { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { EnvReader } from '../../src/config/env-reader.js';
import { readStorage } from '../../src/config/read-storage.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { clusterBackends } from '../support/backends.js';
import { until } from '../support/until.js';

/** A connection to the stack's OpenSearch, and an index prefix that nobody else uses. */
export type OpenSearchUnderTest = {
  options: OpenSearchConfig;
  client: ReturnType<typeof makeClient>;
  open(overrides?: Partial<OpenSearchConfig>): OpenSearchDocumentIndex;
  /** Closes what was opened and removes indices and templates of the prefix. */
  dispose(): Promise<void>;
};

export function openSearchUnderTest(chosen: Partial<OpenSearchConfig> = {}): OpenSearchUnderTest {
  const indexPrefix = `test-${randomBase62(12).toLowerCase()}`;
  const storage = readStorage(
    new EnvReader({
      ...clusterBackends()?.env,
      MODE: 'cluster',
      INDEX_PREFIX: indexPrefix,
      INDEX_SHARDS: '2',
      INDEX_REPLICAS: '0',
    }),
  );
  if (storage.mode !== 'cluster') throw new Error('the backends have no OPENSEARCH_URL');
  const options = { ...storage.openSearch, timeoutMs: 30_000, ...chosen };
  const client = makeClient(options);
  const opened: OpenSearchDocumentIndex[] = [];

  function open(overrides: Partial<OpenSearchConfig> = {}): OpenSearchDocumentIndex {
    const index = new OpenSearchDocumentIndex({ ...options, ...overrides });
    opened.push(index);
    return index;
  }

  async function dispose(): Promise<void> {
    await Promise.all(opened.map((index) => index.close()));
    const indices = await client.indices.get({ index: `${indexPrefix}-*` });
    for (const index of Object.keys(indices.body)) {
      // A block whose request was given up can still be put after it was lifted.
      await until(async () => {
        await client.indices.putSettings({ index, body: { 'index.blocks.read_only': null } });
        const { statusCode } = await client.indices.delete({ index }, { ignore: [403] });
        return statusCode !== 403;
      });
    }
    for (const name of [indexPrefix, `${indexPrefix}-words`]) {
      await client.indices.deleteIndexTemplate({ name }, { ignore: [404] });
    }
    await client.close();
  }

  return { options, client, open, dispose };
}
