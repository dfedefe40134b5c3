// Slow: makes an index in OpenSearch for each of its tests; with one shard they run in `npm test`.
import { describeCluster } from '../support/backends.js';
import { indexAdminContract } from './index-admin-contract.js';
import { openSearchRebuildOf } from './opensearch-admin-fixture.js';

/** The same again, with a position for each of several shards. */
describeCluster('index rebuild in OpenSearch', () => {
  indexAdminContract('OpenSearchIndexAdmin, shards: 3', () => openSearchRebuildOf(3));
});
