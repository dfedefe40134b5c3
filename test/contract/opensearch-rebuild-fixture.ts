import { OpenSearchIndexRebuild } from '../../src/adapters/opensearch/admin/opensearch-index-rebuild.js';
import { randomBase62 } from '../../src/domain/base62.js';
import type { IndexRebuildFixture } from './index-rebuild-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

export async function openSearchRebuildOf(shards: number): Promise<IndexRebuildFixture> {
  const parts = openSearchUnderTest({ shards });
  const index = parts.open();
  await index.install(randomBase62(12).toLowerCase());
  const rebuild = new OpenSearchIndexRebuild(parts.options);
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
