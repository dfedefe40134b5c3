import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openTables } from '../../src/adapters/lmdb/index-tables.js';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { openLmdbAdmin } from '../../src/adapters/lmdb/open-lmdb-admin.js';
import { eventually } from '../races/support.js';
import { livingHead } from '../support/factories.js';
import { loseIndex } from '../support/index-files.js';
import { currentName, headEntry, makeNew, swap } from '../support/rebuild-helpers.js';
import { takingTurns } from '../support/intercept-calls.js';
import { indexAdminContract } from './index-admin-contract.js';

indexAdminContract('lmdb', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
  let index = openLmdbIndex(folder);
  await index.install('generation-1');
  const admin = openLmdbAdmin(folder);
  return {
    admin,
    index: takingTurns(index),
    reopen: async () => {
      await index.close();
      index = openLmdbIndex(folder);
      return index;
    },
    lose: () => loseIndex(folder),
    dispose: async () => {
      await admin.close();
      await index.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('a refresh of an embedded index', () => {
  it('waits for those who still read in a snapshot from before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    const index = openLmdbIndex(folder);
    await index.install('generation-1');
    const admin = openLmdbAdmin(folder);
    const current = await currentName(admin);
    const { root, heads } = openTables(folder, { readOnly: true });
    const transaction = root.useReadTransaction();
    heads.get(Buffer.from('x'), { transaction });
    await admin.writeIfHigher(current, [headEntry(livingHead())]);
    let isOver = false;
    const refreshing = admin.refresh(current).then(() => {
      isOver = true;
    });
    // Durable writes one after another: time enough for a refresh that waits for nothing.
    for (let write = 0; write < 5; write++) await admin.writeIfHigher(current, [headEntry(livingHead())]);
    expect(isOver).to.equal(false);
    transaction.done();
    await refreshing;
    await Promise.all([root.close(), admin.close(), index.close()]);
    await rm(folder, { recursive: true });
  });
});

describe('a swap of an embedded index', () => {
  it('newBlockedUntilAcked: waits for those who still read in a snapshot from before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-index-'));
    const index = openLmdbIndex(folder);
    await index.install('generation-1');
    const admin = openLmdbAdmin(folder);
    const [from, to] = [await currentName(admin), await makeNew(admin)];
    const { root, heads } = openTables(folder, { readOnly: true });
    const transaction = root.useReadTransaction();
    heads.get(Buffer.from('x'), { transaction });
    let isOver = false;
    const swapping = swap(admin, from, to).then(() => {
      isOver = true;
    });
    await eventually('requests go to the new index', async () => (await currentName(admin)) === to);
    // One more durable write: time enough for a swap that waits for nothing.
    await admin.writeIfHigher(to, [headEntry(livingHead())]);
    expect(isOver).to.equal(false);
    transaction.done();
    await swapping;
    await Promise.all([root.close(), admin.close(), index.close()]);
    await rm(folder, { recursive: true });
  });
});
