import { expect } from 'chai';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { giveBackRoom } from '../../src/adapters/sqlite/log/give-back-room.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { NO_PROGRESS } from '../maintenance/reindex-harness.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MEGABYTE = 1024 * 1024;

describe('the room of an embedded log', function () {
  this.timeout(60_000);
  let folder: string;
  let store: SqliteObjectStore;
  before(async () => {
    folder = temporaryFolder();
    store = SqliteObjectStore.of(folder);
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => store.create(`o/${n}`, Buffer.alloc(10_000, `${n} `))));
    for (let n = 0; n < 900; n++) await store.remove(`o/${n}`);
  });
  after(() => store.close());

  /** Of the file itself, with all writes in it. */
  function bytes(): number {
    const { connection } = openFile(join(folder, 'log.db'), { busyMs: 5_000 });
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    return statSync(join(folder, 'log.db')).size;
  }

  it('is given back to the file system beside a writer, and every object is as it was', async () => {
    expect(bytes()).to.be.greaterThan(9 * MEGABYTE);
    let isOver = false;
    let written = 0;
    const writing = (async () => {
      while (!isOver) await store.create(`new/${written++}`, Buffer.from('x'));
    })();
    const given = await giveBackRoom(folder, NO_PROGRESS, new AbortController().signal);
    isOver = true;
    await writing;
    expect(given).to.be.greaterThan(8 * MEGABYTE);
    expect(bytes()).to.be.lessThan(2 * MEGABYTE);
    expect(written).to.be.greaterThan(0);
    for (let n = 900; n < 1_000; n++) {
      expect(Buffer.alloc(10_000, `${n} `).equals((await store.read(`o/${n}`)) as Buffer)).to.equal(true);
    }
  });

  it('is nothing where nothing was removed', async () => {
    expect(await giveBackRoom(folder, NO_PROGRESS, new AbortController().signal)).to.equal(0);
  });
});
