import { expect } from 'chai';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { expectNoLoss } from '../../src/adapters/sqlite/files/log-file.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { DamagedObjectError, UnavailableError } from '../../src/domain/errors.js';
import { routingOfKey, slotKey } from '../../src/log/object-keys.js';
import { runScript, runScriptUntil } from '../support/child-script.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { objectsOf } from '../support/log-objects.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULES = { SqliteObjectStore: new URL('../../src/adapters/sqlite/log/sqlite-object-store.js', import.meta.url) };
const body = Buffer.from('body');

describe('an embedded log on its file', function () {
  this.timeout(120_000);
  let folder: string;
  const opened: SqliteObjectStore[] = [];

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  function open(path = folder): SqliteObjectStore {
    const store = SqliteObjectStore.of(path);
    opened.push(store);
    return store;
  }

  /** Runs SQL as another program would. */
  function run(sql: string): void {
    const { connection } = openFile(join(folder, 'log.db'), { busyMs: 1_000 });
    connection.exec(sql);
    connection.close();
  }

  it('makes a folder and files into which no other user can look, and leaves a folder that is there as it is', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    const inner = join(folder, 'shared', 'new', 'data');
    await mkdir(join(folder, 'shared'));
    await chmod(join(folder, 'shared'), 0o750);
    await open(inner).create('a', body);
    expect(await modeOf(join(folder, 'shared'))).to.equal(0o750);
    for (const path of [join(inner, '..'), inner]) expect(await modeOf(path), path).to.equal(0o700);
    for (const name of ['log.db', 'log.db-wal', 'log.db-shm'])
      expect(await modeOf(join(inner, name)), name).to.equal(0o600);
  });

  it('is made once by several makers, and nothing else is left', async () => {
    const stores = Array.from({ length: 4 }, () => open());
    const outcomes = await Promise.all(stores.map((store) => store.create('a', body)));
    expect(outcomes.sort()).to.deep.equal(['created', 'exists', 'exists', 'exists']);
    for (const store of opened.splice(0)) await store.close();
    expect(await readdir(folder)).to.deep.equal(['log.db']);
  });

  it('is not lost where another process makes it while one looks', async () => {
    await open().create('a', body);
    expect(await readdir(folder)).to.include.members(['log.db', 'log.db-wal']);
    expect(() => expectNoLoss(folder)).not.to.throw();
  });

  it('is refused where it is empty, is none, or is missing beside an index', async () => {
    await writeFile(join(folder, 'log.db'), '');
    await expectUnavailable(open().read('a'), /log\.db is empty/);
    await writeFile(join(folder, 'log.db'), 'x'.repeat(10_000));
    await expectUnavailable(open().read('a'), /the log is damaged .*log\.db: file is not a database.*restore-backup/);
    for (const name of ['index-1.db', 'log.db-wal', 'replaced-x.db']) {
      const other = join(folder, `without ${name}`);
      await mkdir(other);
      await writeFile(join(other, name), '');
      expect(() => open(other).open(), name).to.throw(`log.db is missing, and ${name} beside it`);
    }
  });

  it('applies unawaited changes of one object in the order of the calls, and creates only where none is', async () => {
    const store = open();
    await Promise.all([store.put('a', body), store.remove('a'), store.put('a', Buffer.from('last'))]);
    await Promise.all([store.put('b', body), store.put('b', body), store.remove('b')]);
    const create = () => store.create('c', body);
    expect(await Promise.all([create(), create(), create()])).to.deep.equal(['created', 'exists', 'exists']);
    expect(await Promise.all([store.remove('c'), create(), create()])).to.deep.equal([undefined, 'created', 'exists']);
    await Promise.all([store.put('d', body), store.remove('d')]);
    expect(await Promise.all([store.put('d', body), store.create('d', body)])).to.deep.equal([undefined, 'exists']);
    const objects = await objectsOf(store);
    await store.close();
    expect(objects).to.include({ a: 'last', c: 'body', d: 'body' });
    expect(objects).not.to.have.property('b');
    expect(await objectsOf(open())).to.deep.equal(objects);
  });

  it('writes what was asked for before it was closed, and refuses the rest', async () => {
    const store = open();
    await store.create('a', body);
    const before = [store.remove('a'), store.create('b', body)];
    const waiting = store.create('a', Buffer.from('again')).catch((error: Error) => error.message);
    await Promise.all([...before, store.close()]);
    const objects = await objectsOf(open());
    expect([await waiting, objects]).to.deep.equal(['created', { a: 'again', b: 'body' }]);
    expect(await store.put('c', body).catch((error: Error) => error.name)).to.equal('UnavailableError');
  });

  it('reads an object of any size, and says its size first', async () => {
    const store = open();
    for (const bytes of [0, 1, 256 * 1024, 256 * 1024 + 1, 20_000_000]) {
      const written = Buffer.alloc(bytes, String(bytes));
      await store.put('large', written);
      const sizes: number[] = [];
      const found = await store.read('large', (size) => sizes.push(size));
      expect([sizes, Buffer.compare(found as Uint8Array, written)]).to.deep.equal([[bytes], 0]);
    }
    const refused = new UnavailableError('too large');
    const refuse = () => {
      throw refused;
    };
    expect(await store.read('large', refuse).catch((error: unknown) => error)).to.equal(refused);
  });

  it('lists pages of any length in the order of bytes', async () => {
    const store = open();
    const keys = Array.from({ length: 2_500 }, (_, n) => `a/${'-._09AZaz'.charAt(n % 9)}${n}`);
    await Promise.all([...keys, 'a', 'a-', 'a.', 'a0', 'b'].map((key) => store.create(key, body)));
    expect(Object.keys(await objectsOf(store, 'a/'))).to.deep.equal(keys.sort());
  });

  it('gives no object whose key, sum or body is not what was written, and gives the others', async () => {
    const store = open();
    const large = Buffer.alloc(300_000, 'x');
    for (const key of ['a', 'b', 'c', 'd']) await store.create(key, body);
    for (const key of ['e', 'f']) await store.create(key, large);
    run(`UPDATE objects SET key = 'moved' WHERE key = 'a'`);
    run(`UPDATE objects SET sum = sum + 1 WHERE key = 'b'`);
    run(`UPDATE objects SET body = CAST('bodx' AS BLOB) WHERE key = 'c'`);
    run(`UPDATE objects SET body = zeroblob(300000) WHERE key = 'e'`);
    for (const key of ['moved', 'b', 'c', 'e']) {
      const error: unknown = await store.read(key).catch((reason: unknown) => reason);
      expect(error, key).to.be.instanceOf(DamagedObjectError);
      expect(String(error)).to.include(join(folder, 'log.db')).and.to.include(key);
    }
    expect(String(await store.read('d'))).to.equal('body');
    expect(await store.read('f')).to.have.length(300_000);
  });

  it('has a turn of the owner of each document, folder and key', () => {
    const id = `${'a'.repeat(22)}7Z`;
    for (const key of [slotKey(id, 1), `by-key/${id}/0000000001.json`, `folders/${id}.json`])
      expect(routingOfKey(key)).to.equal('7Z');
    for (const key of ['keys/x.json', 'index-generation.json']) expect(routingOfKey(key)).to.equal('');
  });

  it('says that it is unavailable when the disk is full, loses nothing, and goes on when it is not', async () => {
    await open().put('kept', body);
    for (const store of opened.splice(0)) await store.close();
    const [{ created, failed, listed, kept }] = (await runScript({
      modules: MODULES,
      arguments: [folder],
      fileBytes: 2 * 1024 * 1024,
      script: `
        const store = SqliteObjectStore.of(process.argv[1]);
        let [created, failed] = [[], []];
        for (let n = 0; failed.length === 0; n += 20) {
          await Promise.all(Array.from({ length: 20 }, (_, i) => store.create('n/' + (n + i), Buffer.alloc(20_000, 'x')).then(
            () => created.push('n/' + (n + i)), (error) => failed.push(error.name))));
        }
        const listed = [];
        for await (const key of store.list('n/')) listed.push(key);
        print(JSON.stringify({ created, failed, listed, kept: String(await store.read('kept')) }));`,
    })) as [{ created: string[]; failed: string[]; listed: string[]; kept: string }];
    expect([new Set(failed), kept]).to.deep.equal([new Set(['UnavailableError']), 'body']);
    expect(created.sort()).to.deep.equal(listed.sort());
    const next = open();
    expect(Object.keys(await objectsOf(next, 'n/')).sort()).to.deep.equal(created);
    expect(await next.create('n/more', Buffer.alloc(100_000))).to.equal('created');
  });

  it('has every object that was answered for, and no torn one, after its process was killed', async () => {
    const answered = await runScriptUntil(100, {
      modules: MODULES,
      arguments: [folder],
      script: `
        const store = SqliteObjectStore.of(process.argv[1]);
        const write = async (lane) => {
          for (let i = 0; ; i++) {
            const key = 'documents/' + lane + '-' + i + '/versions/1.json';
            await store.create(key, Buffer.alloc(50_000, String(lane)));
            print(key);
          }
        };
        for (let lane = 0; lane < 8; lane++) write(lane);`,
    });
    const objects = await objectsOf(open(), 'documents/');
    expect(Object.keys(objects)).to.include.members(answered);
    for (const [key, text] of Object.entries(objects)) {
      const lane = key.slice('documents/'.length).split('-')[0] ?? '';
      expect(text === lane.repeat(50_000), key).to.equal(true);
    }
  });
});
