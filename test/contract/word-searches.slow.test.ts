// Slow: many searches.
import { randomBase62 } from '../../src/domain/base62.js';
import { VersionLog } from '../../src/log/version-log.js';
import { openBackends, type Backends } from '../../src/server/backends.js';
import { describeCluster } from '../support/backends.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { openSearchUnderTest } from './opensearch-index.js';
import { wordSearchFacts } from './word-searches.js';

describe('an embedded index', () => {
  let backends: Backends;
  before(async () => {
    const storage = { mode: 'embedded', fullText: true, dataDir: temporaryFolder(), settleMs: 0 } as const;
    backends = await openBackends(storage, { limiterMode: () => undefined });
    await backends.index.install('words');
  });
  after(async () => {
    await backends.index.close();
    await backends.store.close();
    await backends.release();
  });
  wordSearchFacts(() => ({
    index: backends.index,
    keep: async (slot) => {
      await new VersionLog(backends.store).claim(slot);
    },
  }));
});

describeCluster('an index in OpenSearch', () => {
  let index: DocumentIndex;
  let dispose: () => Promise<void>;
  before(async () => {
    // The owners meet in one shard.
    const backends = openSearchUnderTest({ shards: 1 });
    dispose = () => backends.dispose();
    index = backends.open();
    await index.install(randomBase62(12).toLowerCase());
  });
  after(() => dispose());
  wordSearchFacts(() => ({ index, keep: async () => undefined }));
});
