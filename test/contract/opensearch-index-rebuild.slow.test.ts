import { describeCluster } from '../support/parts.js';
import { indexRebuildContract } from './index-rebuild-contract.js';
import { openSearchRebuildOf } from './opensearch-rebuild-fixture.js';

/** The same again, with a position for each of several shards. */
describeCluster('index rebuild in OpenSearch', () => {
  indexRebuildContract('OpenSearchIndexRebuild, shards: 3', () => openSearchRebuildOf(3));
});
