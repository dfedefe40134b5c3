// Slow: many documents.
import { randomBase62 } from '../../src/domain/base62.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { describeCluster } from '../support/backends.js';
import { rounds } from '../support/rounds.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { orderFacts } from './document-index-orders.js';
import { openSearchUnderTest } from './opensearch-index.js';

const DOCUMENTS = rounds(5_000, 20_000);

describe('many documents in an embedded index', () => {
  let index: DocumentIndex;
  before(async () => {
    index = SqliteDocumentIndex.of(temporaryFolder());
    await index.install('many');
  });
  after(() => index.close());
  orderFacts(() => index, DOCUMENTS);
});

describeCluster('many documents in OpenSearch', () => {
  let index: DocumentIndex;
  let dispose: () => Promise<void>;
  before(async () => {
    const backends = openSearchUnderTest();
    dispose = () => backends.dispose();
    index = backends.open();
    await index.install(randomBase62(12).toLowerCase());
  });
  after(() => dispose());
  orderFacts(() => index, DOCUMENTS);
});
