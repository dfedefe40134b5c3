import { OpenSearchIndexRebuild } from '../../src/adapters/opensearch/opensearch-index-rebuild.js';
import { randomBase62 } from '../../src/domain/base62.js';
import { describeCluster } from '../support/parts.js';
import { indexRebuildContract, type IndexRebuildFixture } from './index-rebuild-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

async function fixtureOf(shards: number): Promise<IndexRebuildFixture> {
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

describeCluster('index rebuild in OpenSearch', () => {
  for (const shards of [1, 3]) {
    indexRebuildContract(`OpenSearchIndexRebuild, shards: ${shards}`, () => fixtureOf(shards));
  }
});
