import { expect } from 'chai';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { backUp } from '../../src/adapters/sqlite/log/back-up.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { NO_PROGRESS } from '../maintenance/reindex-harness.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('a backup of an embedded log', function () {
  this.timeout(60_000);

  it('is of the moment of its beginning, though another connection writes at every step', async () => {
    const folder = temporaryFolder();
    const store = SqliteObjectStore.of(folder);
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => store.create(`o/${n}`, Buffer.alloc(20_000, 'x'))));
    const { connection } = openFile(join(folder, 'log.db'), { busyMs: 5_000 });
    let steps = 0;
    const advance = () => {
      steps++;
      connection.exec(`INSERT INTO objects (key, sum, body) VALUES ('step/${steps}', 0, zeroblob(1))`);
    };
    const progress = { ...NO_PROGRESS, advance };
    const stop = AbortSignal.timeout(30_000);
    const { objects, damaged, fault } = await backUp(folder, join(folder, 'b.db'), { progress, stop });
    connection.close();
    await store.close();
    expect({ objects, damaged, fault }).to.deep.equal({ objects: 1_000, damaged: [], fault: undefined });
    expect(steps).to.be.greaterThan(3);
  });
});
