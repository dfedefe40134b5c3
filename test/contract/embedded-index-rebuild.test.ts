import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbIndex } from '../../src/adapters/embedded/open-lmdb-index.js';
import { openLmdbRebuild } from '../../src/adapters/embedded/open-lmdb-rebuild.js';
import { loseIndex } from '../support/index-files.js';
import { takingTurns } from '../support/taking-turns.js';
import { indexRebuildContract } from './index-rebuild-contract.js';

indexRebuildContract('lmdb', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
  let index = openLmdbIndex(folder);
  await index.install('generation-1');
  const rebuild = openLmdbRebuild(folder);
  return {
    rebuild,
    index: takingTurns(index),
    reopen: async () => {
      await index.close();
      index = openLmdbIndex(folder);
      return index;
    },
    lose: () => loseIndex(folder),
    dispose: async () => {
      await rebuild.close();
      await index.close();
      await rm(folder, { recursive: true });
    },
  };
});
