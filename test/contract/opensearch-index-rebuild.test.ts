import { describeCluster } from '../support/parts.js';
import { indexRebuildContract } from './index-rebuild-contract.js';
import { openSearchRebuildOf } from './opensearch-rebuild-fixture.js';

describeCluster('index rebuild in OpenSearch', () => {
  indexRebuildContract('OpenSearchIndexRebuild, shards: 1', () => openSearchRebuildOf(1));
});
