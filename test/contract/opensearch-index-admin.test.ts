import { describeCluster } from '../support/backends.js';
import { indexAdminContract } from './index-admin-contract.js';
import { openSearchRebuildOf } from './opensearch-admin-fixture.js';

describeCluster('index rebuild in OpenSearch', () => {
  indexAdminContract('OpenSearchIndexAdmin, shards: 1', () => openSearchRebuildOf(1));
});
