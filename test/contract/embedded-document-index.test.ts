import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { documentIndexContract } from './document-index-contract.js';

documentIndexContract('sqlite', async () => {
  const index = SqliteDocumentIndex.of(join(temporaryFolder(), 'new', 'data'));
  await index.install('generation-1');
  return { index, dispose: () => index.close() };
});
