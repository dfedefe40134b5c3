import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import { randomBase62 } from '../../src/domain/base62.js';
import type { IndexAdminFixture } from './index-admin-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

export async function openSearchRebuildOf(shards: number): Promise<IndexAdminFixture> {
  const parts = openSearchUnderTest({ shards });
  const index = parts.open();
  await index.install(randomBase62(12).toLowerCase());
  const rebuild = new OpenSearchIndexAdmin(parts.options);
  return {
    rebuild,
    index,
    reopen: async () => parts.open(),
    lose: async () => {
      await parts.client.indices.delete({ index: (await rebuild.current())?.name ?? '' });
    },
    dispose: async () => {
      await rebuild.close();
      await parts.dispose();
    },
  };
}
