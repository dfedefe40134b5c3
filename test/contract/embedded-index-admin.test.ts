import { expect } from 'chai';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteIndexAdmin } from '../../src/adapters/sqlite/index/sqlite-index-admin.js';
import type { Connection } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { startAskedChild } from '../faults/embedded-asked-child.js';
import { livingHead } from '../support/factories.js';
import { takingTurns } from '../support/intercept-calls.js';
import { currentName } from '../support/rebuild-helpers.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/until.js';
import { indexAdminContract } from './index-admin-contract.js';

indexAdminContract('sqlite', async () => {
  const folder = temporaryFolder();
  let index = SqliteDocumentIndex.of(folder);
  await index.install('generation-1');
  const admin = new SqliteIndexAdmin(folder);
  return {
    admin,
    index: takingTurns(index),
    reopen: async () => {
      await index.close();
      index = SqliteDocumentIndex.of(folder);
      return index;
    },
    lose: async () => {
      const { connection: catalog } = openFile(join(folder, 'log.db'), { busyMs: 1_000 });
      catalog.exec('DELETE FROM current');
      catalog.close();
    },
    dispose: async () => {
      await admin.close();
      await index.close();
    },
  };
});

describe('a block of an embedded index', () => {
  let folder: string;
  let index: SqliteDocumentIndex;
  let admin: SqliteIndexAdmin;
  let name: string;
  let writer: Connection;

  /** Another process is in the middle of a write. */
  beforeEach(async () => {
    folder = temporaryFolder();
    index = SqliteDocumentIndex.of(folder);
    await index.install('generation-1');
    admin = new SqliteIndexAdmin(folder);
    name = await currentName(admin);
    writer = openFile(join(folder, 'index-1.db'), { busyMs: 1_000 }).connection;
    writer.exec('BEGIN IMMEDIATE');
  });
  afterEach(async () => {
    writer.close();
    await Promise.all([index.close(), admin.close()]);
  });

  it('drain: waits for a write that began before it', async () => {
    const { index: _, token } = await admin.takeToken(name, 1);
    const blocking = startAskedChild({
      modules: { SqliteIndexAdmin: new URL('../../src/adapters/sqlite/index/sqlite-index-admin.js', import.meta.url) },
      arguments: [folder, name, token],
      script: `
        const [folder, index, token] = process.argv.slice(1);
        const admin = new SqliteIndexAdmin(folder);
        const answer = () => admin.block({ index, token });
        const finish = () => admin.close();`,
    });
    let isOver = false;
    const blocked = blocking.ask().then(() => (isOver = true));
    await until(() => admin.isBlocked(name));
    // Durable writes one after another: time enough for a block that waits for nothing.
    for (let n = 0; n < 5; n++) await admin.create(`other-${n}`);
    expect(isOver).to.equal(false);
    writer.exec('COMMIT');
    await blocked;
    expect(await blocking.end()).to.equal(0);
  });

  it('is no part of a swap: a write that has waited for the lock since before it goes to the new index', async () => {
    const head = livingHead();
    const outcome = index.writeHead({ head, expected: 'absent', summaries: [] });
    // Durable writes one after another: time enough for the write to be waiting.
    for (let n = 0; n < 5; n++) await nextTurn().then(() => admin.create(`other-${n}`));
    const made = await admin.create('other-0');
    await admin.swap(name, await admin.takeToken(made, 1));
    writer.exec('COMMIT');
    expect(await outcome).to.equal('written');
    expect((await admin.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
  });

  it('drain: refuses a write that has waited for the lock since before it', async () => {
    const outcome = index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] });
    // Durable writes one after another: time enough for the write to be waiting.
    for (let n = 0; n < 5; n++) await nextTurn().then(() => admin.create(`other-${n}`));
    const catalog = openFile(join(folder, 'log.db'), { busyMs: 1_000 }).connection;
    catalog.exec(`UPDATE indices SET state = 'blocked' WHERE number = 1`);
    catalog.close();
    writer.exec('COMMIT');
    expect(await outcome).to.equal('refused');
  });
});
