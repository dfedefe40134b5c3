// Slow: makes an index in OpenSearch for each of its tests.
import { describeCluster } from '../support/backends.js';
import { isThorough } from '../support/rounds.js';
import { indexAdminContract } from './index-admin-contract.js';
import { feedFacts } from './index-admin-feed.js';
import { openSearchRebuildOf } from './opensearch-admin-fixture.js';

describeCluster('index rebuild in OpenSearch', () => {
  indexAdminContract('OpenSearchIndexAdmin, shards: 1', () => openSearchRebuildOf(1));
  // With a position for each of several shards: the feed alone counts in positions.
  indexAdminContract(
    'OpenSearchIndexAdmin, shards: 3',
    () => openSearchRebuildOf(3),
    isThorough ? undefined : [feedFacts],
  );
});
