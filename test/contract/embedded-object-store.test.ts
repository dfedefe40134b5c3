import { join } from 'node:path';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { objectStoreContract } from './object-store-contract.js';

objectStoreContract('an embedded log', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const store = SqliteObjectStore.of(folder);
  return { store, another: async () => SqliteObjectStore.of(folder), dispose: () => store.close() };
});
