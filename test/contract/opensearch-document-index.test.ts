import { randomBase62 } from '../../src/domain/base62.js';
import { describeCluster } from '../support/backends.js';
import { documentIndexContract } from './document-index-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

describeCluster('document index in OpenSearch', () => {
  documentIndexContract('OpenSearchDocumentIndex', async () => {
    const backends = openSearchUnderTest();
    const index = backends.open();
    await index.install(randomBase62(12).toLowerCase());
    return { index, dispose: () => backends.dispose() };
  });
});
