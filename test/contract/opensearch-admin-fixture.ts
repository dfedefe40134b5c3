import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import { randomBase62 } from '../../src/domain/base62.js';
import type { IndexAdminFixture } from './index-admin-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

export async function openSearchRebuildOf(shards: number): Promise<IndexAdminFixture> {
  const backends = openSearchUnderTest({ shards });
  const index = backends.open();
  await index.install(randomBase62(12).toLowerCase());
  const admin = new OpenSearchIndexAdmin(backends.options);
  return {
    admin,
    index,
    reopen: async () => backends.open(),
    lose: async () => {
      await backends.client.indices.delete({ index: (await admin.current())?.name ?? '' });
    },
    dispose: async () => {
      await admin.close();
      await backends.dispose();
    },
  };
}
