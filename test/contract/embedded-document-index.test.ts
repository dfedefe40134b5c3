import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { documentIndexContract } from './document-index-contract.js';

documentIndexContract('lmdb', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
  const index = openLmdbIndex(join(folder, 'new', 'index'));
  await index.install('generation-1');
  return {
    index,
    dispose: async () => {
      await index.close();
      await rm(folder, { recursive: true });
    },
  };
});
