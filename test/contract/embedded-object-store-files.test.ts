import { expect } from 'chai';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { runScript, runScriptUntil } from '../support/child-script.js';
import { objectsOf, SegmentFolder } from '../support/segment-folder.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const MODULES = { SegmentObjectStore: new URL('../../src/adapters/segments/segment-object-store.js', import.meta.url) };
const body = Buffer.from('body');
const MEGABYTE = 1_000_000;

describe('embedded object store on its files', function () {
  this.timeout(120_000);
  let folder: SegmentFolder;

  beforeEach(async () => {
    folder = await SegmentFolder.make();
  });
  afterEach(() => folder.remove());

  it('lists nothing and reads nothing before the folder is there, and makes none for it', async () => {
    const absent = new SegmentObjectStore(join(folder.path, 'new', 'absent'));
    expect(await absent.read('a')).to.equal(undefined);
    await absent.remove('a');
    expect(await objectsOf(absent)).to.deep.equal({});
    await absent.close();
    expect(await readdir(folder.path)).to.deep.equal([]);
  });

  it('makes a folder and files into which no other user can look, and leaves a folder that is there as it is', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    const inner = join(folder.path, 'shared', 'new', 'objects');
    await mkdir(join(folder.path, 'shared'));
    await chmod(join(folder.path, 'shared'), 0o750);
    const store = new SegmentObjectStore(inner);
    await store.create('a', body);
    await store.close();
    expect(await modeOf(join(folder.path, 'shared'))).to.equal(0o750);
    for (const path of [join(inner, '..'), inner]) expect(await modeOf(path), path).to.equal(0o700);
    expect(await modeOf(join(inner, '0000000002.segment'))).to.equal(0o600);
  });

  it('refuses keys outside the grammar', async () => {
    const store = await folder.open();
    for (const key of ['../a', 'a/../b', '/a', 'a//b', 'a/', '', '.', 'a/.', 'ä', 'a b', 'a\\b', '+temporary/x']) {
      expect(() => store.read(key), key).to.throw(TypeError);
      expect(() => store.create(key, body), key).to.throw(TypeError);
      expect(() => store.put(key, body), key).to.throw(TypeError);
      expect(() => store.remove(key), key).to.throw(TypeError);
    }
    expect(await store.create('...', body)).to.equal('created');
  });

  it('leaves foreign files alone and takes none for an object', async () => {
    const foreign = ['1.segment', '0000000001.segment.bak', 'a', '00000000001.segment'];
    for (const name of foreign) await writeFile(join(folder.path, name), 'x');
    const store = await folder.open();
    await store.create('b', body);
    expect(await objectsOf(store)).to.deep.equal({ b: 'body' });
    expect(await folder.names()).to.deep.equal([...foreign, '0000000001.segment', '0000000002.segment'].sort());
  });

  it('applies unawaited changes of one object in the order of the calls, and creates only where none is', async () => {
    const store = await folder.open();
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
    expect(await objectsOf(await folder.open())).to.deep.equal(objects);
  });

  it('writes what was asked for before it was closed, and refuses the rest', async () => {
    const store = await folder.open();
    await store.create('a', body);
    const before = [store.remove('a'), store.create('b', body)];
    const waiting = store.create('a', Buffer.from('again')).catch((error: Error) => error.message);
    await Promise.all([...before, store.close()]);
    const objects = await objectsOf(await folder.open());
    expect([await waiting, objects]).to.deep.equal(['the log is closed', { b: 'body' }]);
    expect(await store.put('c', body).catch((error: Error) => error.name)).to.equal('UnavailableError');
  });

  it('leaves nothing at the key when the disk is full, and goes on when it is not', async () => {
    const store = await folder.open();
    await store.put('kept', body);
    await store.close();
    const [outcome] = await runScript({
      modules: MODULES,
      arguments: [folder.path],
      fileBytes: 64 * 1024,
      script: `
        const store = new SegmentObjectStore(process.argv[1]);
        const nameOf = (promise) => promise.then(String, (error) => error.name + ' ' + error.cause?.code);
        print(JSON.stringify([
          await nameOf(store.create('new/big', Buffer.alloc(100_000))),
          await nameOf(store.put('kept', Buffer.alloc(100_000))),
          await nameOf(store.read('kept')),
          await nameOf(store.create('new/small', Buffer.from('small'))),
          await nameOf(store.create('new/big', Buffer.alloc(100_000))),
        ]));`,
    });
    expect(outcome).to.deep.equal([
      'UnavailableError EFBIG',
      'UnavailableError EFBIG',
      'body',
      'created',
      'UnavailableError EFBIG',
    ]);
    const next = await folder.open();
    expect(await objectsOf(next)).to.deep.equal({ kept: 'body', 'new/small': 'small' });
    expect(await next.create('new/big', Buffer.alloc(100_000, 'b'))).to.equal('created');
    await next.close();
    expect(Object.keys(await objectsOf(await folder.open()))).to.deep.equal(['kept', 'new/big', 'new/small']);
  });

  it('has nothing of a failed write after a later one of the length of a part of it', async () => {
    const [outcomes] = await runScript({
      modules: MODULES,
      arguments: [folder.path],
      fileBytes: 64 * 1024,
      script: `
        const store = new SegmentObjectStore(process.argv[1]);
        const create = ([key, bytes]) => store.create(key, Buffer.alloc(bytes, 'x')).catch((error) => error.name);
        await create(['kept', 4]);
        const failed = await Promise.all([['failed/1', 1000], ['failed/2', 1000], ['failed/3', 100_000]].map(create));
        print(JSON.stringify([...failed, await create(['later/1', 1001])]));`,
    });
    expect(outcomes).to.deep.equal([...Array<string>(3).fill('UnavailableError'), 'created']);
    expect(Object.keys(await objectsOf(await folder.open()))).to.deep.equal(['kept', 'later/1']);
  });

  it('has every object that was answered for, and no torn one, after its process was killed', async () => {
    const answered = await runScriptUntil(100, {
      modules: MODULES,
      arguments: [folder.path],
      script: `
        const store = new SegmentObjectStore(process.argv[1]);
        const write = async (lane) => {
          for (let i = 0; ; i++) {
            const key = 'documents/' + lane + '-' + i + '/versions/1.json';
            await store.create(key, Buffer.alloc(50_000, String(lane)));
            print(key);
          }
        };
        for (let lane = 0; lane < 8; lane++) write(lane);`,
    });
    const objects = await objectsOf(await folder.open(), 'documents/');
    expect(Object.keys(objects)).to.include.members(answered);
    for (const [key, text] of Object.entries(objects)) {
      const lane = key.slice('documents/'.length).split('-')[0] ?? '';
      expect(text === lane.repeat(50_000), key).to.equal(true);
    }
  });

  it('fills a segment, goes on in the next, and gives back the room of the first', async () => {
    const bodyOf = (number: number) => Buffer.alloc(MEGABYTE, `${number} `);
    const store = await folder.open();
    await Promise.all(Array.from({ length: 70 }, (_, number) => store.create(`o/${number}`, bodyOf(number))));
    await store.close();
    expect(await folder.numbers()).to.deep.equal([1, 2, 3]);
    expect((await folder.bytesOf(2)).length).to.be.within(60 * MEGABYTE, 68 * MEGABYTE);
    const next = await folder.open({ lookAfterMs: 1 });
    const expectWhole = async (from: number) => {
      for (let number = from; number < 70; number++) {
        const found = Buffer.from((await next.read(`o/${number}`)) ?? []);
        expect(found.equals(bodyOf(number)), String(number)).to.equal(true);
      }
    };
    await expectWhole(0);
    for (let number = 0; number < 50; number++) await next.remove(`o/${number}`);
    await until(async () => !(await folder.numbers()).includes(2));
    await expectWhole(50);
  });

  it('is loaded anew when it can be written, where it could not be when it was opened', async () => {
    const folder = await SegmentFolder.make();
    let mayWrite = false;
    const late = await folder.open({
      mayWrite: async () => {
        if (!mayWrite) throw new UnavailableError('another process owns it');
      },
    });
    await expectUnavailable(late.create('a', body), /another process owns it/);
    const other = await folder.open();
    await other.create('a', body);
    await other.close();
    expect(await late.read('a')).to.equal(undefined);
    mayWrite = true;
    expect(await late.create('a', body)).to.equal('exists');
    expect(String(await late.read('a'))).to.equal('body');
    expect(await late.create('b', body)).to.equal('created');
    await folder.remove();
  });
});
