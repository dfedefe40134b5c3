import { randomBase62 } from '../../src/domain/base62.js';
import { describeCluster } from '../support/parts.js';
import { documentIndexContract } from './document-index-contract.js';
import { openSearchUnderTest } from './opensearch-index.js';

describeCluster('document index in OpenSearch', () => {
  documentIndexContract('OpenSearchDocumentIndex', async () => {
    const parts = openSearchUnderTest();
    const index = parts.open();
    await index.install(randomBase62(12).toLowerCase());
    return { index, dispose: () => parts.dispose() };
  });
});
