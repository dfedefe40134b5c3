import { expect } from 'chai';
import { chmod, lutimes, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDurably } from '../../src/adapters/filesystem/make-durably.js';
import { FolderObjectStore } from '../../src/adapters/filesystem/folder-object-store.js';
import { runScript, runScriptUntil } from '../support/child-script.js';
import { expectUnavailable } from './expect-unavailable.js';

const MODULES = { FolderObjectStore: new URL('../../src/adapters/filesystem/folder-object-store.js', import.meta.url) };
const body = Buffer.from('body');
const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 3600 * 1000);

describe('folder object store on its files', function () {
  this.timeout(60_000);
  let root: string;
  let store: FolderObjectStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-objects-'));
    store = new FolderObjectStore(root);
  });
  afterEach(() => rm(root, { recursive: true }));

  const listed = async (prefix = '') => {
    const keys: string[] = [];
    for await (const key of store.list(prefix)) keys.push(key);
    return keys;
  };
  const temporaries = () => readdir(join(root, '+temporary'));
  const seconds = () => readdir(join(root, '+recent'));

  it('keeps an object under its key, as a plain file', async () => {
    await store.create('documents/abc/versions/0000000001.json', body);
    expect((await stat(join(root, 'documents/abc/versions/0000000001.json'))).size).to.equal(4);
    expect(await temporaries()).to.deep.equal([]);
  });

  it('lists nothing and reads nothing before the folder is there', async () => {
    const absent = new FolderObjectStore(join(root, 'absent'));
    expect(await absent.read('a')).to.equal(undefined);
    expect(await absent.list('')[Symbol.asyncIterator]().next()).to.include({ done: true });
    expect(await readdir(root)).to.deep.equal([]);
  });

  it('leaves out what is no object: foreign names, its own temporary files, empty folders', async () => {
    await store.create('a/b', body);
    await writeFile(join(root, 'a', 'name with spaces'), 'x');
    await writeFile(join(root, 'ümlaut'), 'x');
    await writeFile(join(root, '+temporary', 'young'), 'x');
    await mkdir(join(root, 'empty'));
    expect(await listed()).to.deep.equal(['a/b']);
    expect(await listed('empty/')).to.deep.equal([]);
  });

  it('says that it is unavailable when a folder is where the object should be, and reads none there', async () => {
    await mkdir(join(root, 'a/b'), { recursive: true });
    await expectUnavailable(store.create('a/b', body));
    await expectUnavailable(store.put('a/b', body));
    expect(await store.read('a/b')).to.equal(undefined);
    await store.remove('a/b');
    expect((await stat(join(root, 'a/b'))).isDirectory()).to.equal(true);
  });

  it('says that it is unavailable when a file is where a folder should be, and reads none below', async () => {
    await writeFile(join(root, 'a'), 'x');
    await expectUnavailable(store.create('a/b', body));
    await expectUnavailable(store.put('a/b', body));
    expect(await store.read('a/b')).to.equal(undefined);
    await store.remove('a/b');
    expect(await listed('a/')).to.deep.equal([]);
    expect(await temporaries()).to.deep.equal([]);
  });

  it('refuses keys that would name a file outside', async () => {
    for (const key of ['../a', 'a/../b', '/a', 'a//b', 'a/', '', '.', 'a/.', 'ä', 'a b', 'a\\b', '+temporary/x']) {
      expect(() => store.read(key), key).to.throw(TypeError);
      expect(() => store.create(key, body), key).to.throw(TypeError);
    }
    expect(await store.create('...', body)).to.equal('created');
  });

  it('gives up second names when the folders of the objects are durable, though some could not be made', async () => {
    await writeFile(join(root, 'file'), 'x');
    await expectUnavailable(store.create('file/below/object', body));
    await store.create('a/b/object', body);
    expect(await seconds()).to.have.length(1);
    await store.close();
    expect(await seconds()).to.deep.equal([]);
    expect(String(await store.read('a/b/object'))).to.equal('body');
  });

  it('gives an object its name again of which only the second one is left, and none to one that was removed', async () => {
    const [own, other] = ['a/removed', 'a/removed-by-another'] as const;
    const another = new FolderObjectStore(root);
    expect(await another.read(other)).to.equal(undefined);
    for (const key of ['a/taken', own, other]) await store.create(key, body);
    await store.remove(own);
    await another.remove(other);
    await rm(join(root, 'a'), { recursive: true });
    const next = new FolderObjectStore(root);
    expect(String(await next.read('a/taken'))).to.equal('body');
    for (const key of [own, other]) expect(await next.read(key)).to.equal(undefined);
    await next.close();
    expect(await seconds()).to.deep.equal([]);
  });

  it('removes temporary files that a crash left behind more than a day ago, and no younger ones', async () => {
    await store.create('a', body);
    const [old, young] = ['o'.repeat(22), 'y'.repeat(22)] as const;
    for (const name of [old, young]) await writeFile(join(root, '+temporary', name), 'x');
    await utimes(join(root, '+temporary', old), TWO_DAYS_AGO, TWO_DAYS_AGO);
    await new FolderObjectStore(root).create('b', body);
    expect(await temporaries()).to.deep.equal([young]);
  });

  it('removes nothing among them that it cannot have made: other names, folders, links, and what these lead to', async () => {
    await store.create('a', body);
    const [link, folder] = ['l'.repeat(22), 'f'.repeat(22)] as const;
    const foreign = [folder, link, 'notes.txt', 'x'.repeat(21), `${'x'.repeat(21)}-`, 'x'.repeat(23)];
    for (const name of foreign.slice(2)) await writeFile(join(root, '+temporary', name), 'x');
    await mkdir(join(root, '+temporary', folder));
    await symlink(join(root, 'a'), join(root, '+temporary', link));
    for (const name of foreign) await lutimes(join(root, '+temporary', name), TWO_DAYS_AGO, TWO_DAYS_AGO);
    await utimes(join(root, 'a'), TWO_DAYS_AGO, TWO_DAYS_AGO);
    await new FolderObjectStore(root).create('b', body);
    expect(await temporaries()).to.have.members(foreign);
    expect(String(await store.read('a'))).to.equal('body');
  });

  it('removes nothing behind a link in the place of their folder', async () => {
    const elsewhere = join(root, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'o'.repeat(22)), 'x');
    await utimes(join(elsewhere, 'o'.repeat(22)), TWO_DAYS_AGO, TWO_DAYS_AGO);
    await symlink(elsewhere, join(root, '+temporary'));
    await store.create('a', body);
    expect(await readdir(elsewhere)).to.deep.equal(['o'.repeat(22)]);
  });

  it('makes folders into which no other user can look, and leaves those that are there as they are', async () => {
    const modeOf = async (path: string) => (await stat(join(root, path))).mode & 0o777;
    await mkdir(join(root, 'shared'));
    await chmod(join(root, 'shared'), 0o750);
    await store.create('shared/b/object', body);
    await store.create('a/b/object', body);
    for (const path of ['a', 'a/b', 'shared/b', '+temporary', '+recent'])
      expect(await modeOf(path), path).to.equal(0o700);
    expect(await modeOf('shared')).to.equal(0o750);
    makeDurably(join(root, 'data/index'));
    for (const path of ['data', 'data/index']) expect(await modeOf(path), path).to.equal(0o700);
  });

  it('leaves nothing at the key, and no temporary file, when the disk is full; and goes on when it is not', async () => {
    await store.put('kept', body);
    const [outcome] = await runScript({
      modules: MODULES,
      arguments: [root],
      fileBytes: 64 * 1024,
      script: `
        const store = new FolderObjectStore(process.argv[1]);
        const nameOf = (promise) => promise.then(String, (error) => error.name + ' ' + error.cause?.code);
        console.log(JSON.stringify([
          await nameOf(store.create('new/big', Buffer.alloc(100_000))),
          await nameOf(store.put('kept', Buffer.alloc(100_000))),
          await nameOf(store.create('new/small', Buffer.alloc(1000))),
        ]));`,
    });
    expect(outcome).to.deep.equal(['UnavailableError EFBIG', 'UnavailableError EFBIG', 'created']);
    expect(await listed()).to.deep.equal(['kept', 'new/small']);
    expect(String(await store.read('kept'))).to.equal('body');
    expect(await temporaries()).to.deep.equal([]);
  });

  it('has every object that was answered for, and no torn one, after its process was killed', async () => {
    const answered = await runScriptUntil(100, {
      modules: MODULES,
      arguments: [root],
      script: `
        const store = new FolderObjectStore(process.argv[1]);
        const write = async (lane) => {
          for (let i = 0; ; i++) {
            const key = 'documents/' + lane + '-' + i + '/versions/1.json';
            await store.create(key, Buffer.alloc(50_000, lane));
            console.log(key);
          }
        };
        for (let lane = 0; lane < 8; lane++) write(lane);`,
    });
    const keys = await listed('documents/');
    expect(keys).to.include.members(answered);
    for (const key of keys) {
      const lane = Number(key.slice('documents/'.length).split('-')[0]);
      expect(Buffer.alloc(50_000, lane).equals((await store.read(key)) ?? Buffer.alloc(0)), key).to.equal(true);
    }
  });
});
