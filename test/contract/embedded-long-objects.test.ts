import { expect } from 'chai';
import { join } from 'node:path';
import { openLog } from '../../src/adapters/sqlite/files/log-file.js';
import { checkLog } from '../../src/adapters/sqlite/log/check-log.js';
import { LONGEST_WHOLE_BYTES, PART_BYTES, removeLeftParts } from '../../src/adapters/sqlite/log/object-parts.js';
import { ObjectWriter } from '../../src/adapters/sqlite/log/object-writer.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { Connection } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { DamagedObjectError } from '../../src/domain/errors.js';
import { folderKey } from '../../src/log/object-keys.js';
import { NO_PROGRESS } from '../maintenance/reindex-harness.js';
import { runScript } from '../support/child-script.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULES = { SqliteObjectStore: new URL('../../src/adapters/sqlite/log/sqlite-object-store.js', import.meta.url) };
const PARTS = 5;
const LENGTH = (PARTS - 1) * PART_BYTES + 7;

/** No two parts are alike. */
function long(seed: number, length = LENGTH): Buffer {
  const body = Buffer.alloc(length, seed);
  for (let at = 0; at < length; at += 4_096) body.writeUInt8((seed + at / 4_096) % 251, at);
  return body;
}

describe('a long object of an embedded log', function () {
  this.timeout(120_000);
  let folder: string;
  const opened: SqliteObjectStore[] = [];

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  function open(): SqliteObjectStore {
    const store = SqliteObjectStore.of(folder);
    opened.push(store);
    return store;
  }

  /** Works on the file as another process would. */
  function beside<T>(work: (connection: Connection) => T): T {
    const { connection } = openLog(folder, { busyMs: 5_000 });
    try {
      return work(connection);
    } finally {
      connection.close();
    }
  }

  function partsOf(key: string): number {
    const count = 'SELECT count(*) AS count FROM parts WHERE key = ?';
    return beside((connection) => (connection.prepare(count).get(key) as { count: number }).count);
  }

  async function expectBody(store: SqliteObjectStore, key: string, body: Buffer): Promise<void> {
    const sizes: number[] = [];
    const found = await store.read(key, (size) => sizes.push(size));
    expect([sizes, found && body.equals(found)]).to.deep.equal([[body.length], true]);
  }

  it('is in parts, is read whole, and takes them with it', async () => {
    const store = open();
    for (const [length, parts] of [
      [LONGEST_WHOLE_BYTES, 0],
      [LONGEST_WHOLE_BYTES + 1, 3],
      [3 * PART_BYTES, 3],
      [LENGTH, PARTS],
    ] as const) {
      const [first, second] = [long(1, length), long(2, length)];
      expect(await store.create('a', first)).to.equal('created');
      expect(await store.create('a', second)).to.equal('exists');
      await expectBody(store, 'a', first);
      await store.put('a', second);
      await expectBody(store, 'a', second);
      expect(partsOf('a'), `of ${length} bytes`).to.equal(parts);
      await store.put('a', Buffer.from('short'));
      await expectBody(store, 'a', Buffer.from('short'));
      expect(partsOf('a')).to.equal(0);
      await store.put('a', first);
      await store.remove('a');
      expect([await store.read('a'), partsOf('a')]).to.deep.equal([undefined, 0]);
    }
  });

  it('lets the writes of others pass, and none of its own owner', async () => {
    const store = open();
    const ended: string[] = [];
    const create = async (key: string, body: Buffer) => {
      await store.create(key, body);
      ended.push(key);
    };
    const [own, later, other] = [`${'a'.repeat(22)}7Z`, `${'b'.repeat(22)}7Z`, `${'c'.repeat(22)}8Z`].map(folderKey);
    const short = Buffer.from('x');
    await Promise.all([create(own!, long(1)), create(later!, short), create(other!, short)]);
    expect(ended).to.deep.equal([other, own, later]);
  });

  it('is made once by two processes, and is whole', async () => {
    const script = `
      const store = SqliteObjectStore.of(process.argv[1]);
      const won = [];
      for (let n = 0; n < 5; n++) {
        if ((await store.create('o/' + n, Buffer.alloc(${LENGTH}, process.argv[2]))) === 'created') won.push(n);
      }
      await store.close();
      print(JSON.stringify(won));`;
    await open().put('before', Buffer.from('x'));
    const won = (await Promise.all(
      ['a', 'b'].map((name) => runScript({ modules: MODULES, arguments: [folder, name], script })),
    )) as [number[]][];
    expect(won.flat(2).sort()).to.deep.equal([0, 1, 2, 3, 4]);
    for (const [name, [numbers]] of [['a', won[0]!] as const, ['b', won[1]!] as const]) {
      for (const n of numbers) await expectBody(opened[0]!, `o/${n}`, Buffer.alloc(LENGTH, name));
    }
    for (let n = 0; n < 5; n++) expect(partsOf(`o/${n}`)).to.equal(PARTS);
  });

  it('is absent where its process ended half-way; what that left is removed by the next, or an hour later', async () => {
    const store = open();
    await store.create('whole', long(1));
    beside((connection) => {
      for (const key of ['again', 'never']) {
        const writer = new ObjectWriter(connection);
        const job = { kind: 'create', key, body: long(2) } as const;
        expect([writer.run(job), writer.run(job)]).to.deep.equal(['unfinished', 'unfinished']);
      }
    });
    expect([await store.read('again'), partsOf('again'), partsOf('never')]).to.deep.equal([undefined, 2, 2]);
    expect(await store.create('again', long(3))).to.equal('created');
    await expectBody(store, 'again', long(3));
    expect(partsOf('again')).to.equal(PARTS);
    expect(beside((connection) => removeLeftParts(connection, new Date(Date.now() - 60_000)))).to.equal(0);
    expect(beside((connection) => removeLeftParts(connection, new Date(Date.now() + 60_000)))).to.equal(1);
    expect([partsOf('never'), partsOf('again'), partsOf('whole')]).to.deep.equal([0, PARTS, PARTS]);
    await expectBody(store, 'whole', long(1));
  });

  it('is what was created where the same job is run or discarded once more', () => {
    beside((connection) => {
      const writer = new ObjectWriter(connection);
      const job = { kind: 'create', key: 'a', body: long(1) } as const;
      const results = Array.from({ length: PARTS + 2 }, () => writer.run(job));
      expect(results.slice(-2)).to.deep.equal(['created', 'exists']);
      writer.discard(job);
    });
    return expectBody(open(), 'a', long(1));
  });

  it('begins anew where its parts were removed meanwhile', () => {
    beside((connection) => {
      const writer = new ObjectWriter(connection);
      const job = { kind: 'create', key: 'a', body: long(1) } as const;
      writer.run(job);
      removeLeftParts(connection, new Date(Date.now() + 60_000));
      const results = Array.from({ length: PARTS + 1 }, () => writer.run(job));
      expect(results).to.deep.equal([...Array.from({ length: PARTS }, () => 'unfinished'), 'created']);
    });
    return expectBody(open(), 'a', long(1));
  });

  it('is refused where a part or what names them is damaged, and others are given', async () => {
    const store = open();
    const damage = {
      changed: `UPDATE parts SET body = zeroblob(${PART_BYTES}) WHERE number = 2`,
      missing: 'DELETE FROM parts WHERE number = 2',
      last: `DELETE FROM parts WHERE number = ${PARTS - 1}`,
      row: `UPDATE objects SET body = CAST('x' AS BLOB)`,
      size: `UPDATE objects SET body = CAST(replace(CAST(body AS TEXT), ' ', ' x') AS BLOB), sum = sum + 1`,
      longer: `UPDATE parts SET body = zeroblob(${2 * PART_BYTES}) WHERE number = 0`,
    };
    for (const key of [...Object.keys(damage), 'sound']) await store.create(key, long(1));
    beside((connection) => {
      for (const [key, sql] of Object.entries(damage)) {
        connection.exec(`${sql} ${sql.includes('WHERE') ? 'AND' : 'WHERE'} key = '${key}'`);
      }
    });
    for (const key of Object.keys(damage)) {
      const error: unknown = await store.read(key).catch((reason: unknown) => reason);
      expect(error, key).to.be.instanceOf(DamagedObjectError);
      expect(String(error)).to.include(join(folder, 'log.db')).and.to.include(key);
    }
    await expectBody(store, 'sound', long(1));
    const log = openLog(folder, { busyMs: 5_000 });
    const check = await checkLog(log, { progress: NO_PROGRESS, stop: new AbortController().signal });
    log.connection.close();
    expect(check).to.deep.equal({ objects: 7, damaged: Object.keys(damage), fault: undefined });
  });

  it('leaves no parts where the disk is full, and short ones still find room', async () => {
    const [outcome] = (await runScript({
      modules: MODULES,
      arguments: [folder],
      fileBytes: 4 * 1024 * 1024,
      script: `
        const store = SqliteObjectStore.of(process.argv[1]);
        const long = await store.create('long', Buffer.alloc(${8 * PART_BYTES})).catch((error) => error.name);
        const short = await store.create('short', Buffer.alloc(1_000));
        await store.close();
        print(JSON.stringify({ long, short }));`,
    })) as [object];
    expect(outcome).to.deep.equal({ long: 'UnavailableError', short: 'created' });
    expect(partsOf('long')).to.equal(0);
  });
});
