import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderObjectStore } from '../../src/adapters/filesystem/folder-object-store.js';
import { objectStoreContract } from './object-store-contract.js';

objectStoreContract('folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-objects-'));
  const root = join(folder, 'new', 'objects');
  return {
    store: new FolderObjectStore(root),
    another: async () => new FolderObjectStore(root),
    dispose: () => rm(folder, { recursive: true }),
  };
});
