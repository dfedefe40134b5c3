// Slow: runs every command as a process.
import { expect } from 'chai';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { Client } from '../http/client.js';
import { create, push, read, readVersion, search, unique } from '../http/making.js';
import { atOnce, callerAt } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { overwrite } from '../support/index-files.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { quire, quireFault, quireJson, startQuire } from './quire.js';

type Done = { objects: number; bytes: number; damaged: string[]; fault: string | null };

describe('cli: a backup of the embedded mode', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let folder: string;
  let file: string;
  let key: string;
  let service: ServiceProcess | undefined;
  let client: Client;

  beforeEach(async () => {
    storage = await embeddedStorage();
    folder = String(storage.env['DATA_DIR']);
    file = `${folder}-backup.db`;
    key = await issueKey(storage.env);
    await start();
  });
  afterEach(async () => {
    await service?.kill();
    await storage.dispose();
    await rm(file, { force: true });
  });

  async function start(): Promise<void> {
    service = await startServiceProcess(storage.env);
    client = callerAt(service, key);
  }

  /** Returns what it prints for programs. */
  const backUp = async () => (await quireJson<Done>(storage.env, 'backup', file, '--json'))[0] as Done;

  const names = async () => (await readdir(folder)).sort();

  it('has every version from before it was begun, beside a service that is written to', async () => {
    const title = unique();
    const { id } = await create(client, { title });
    await push(client, id, { title });
    let isOver = false;
    const writing = atOnce(4, async () => {
      while (!isOver) await create(client, { title: unique() });
    });
    const done = await backUp();
    isOver = true;
    await writing;
    expect(done).to.deep.include({ damaged: [], fault: null });
    expect((await stat(file)).size).to.equal(done.bytes);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    await service!.stop();
    for (const name of await names()) await rm(join(folder, name));

    const restored = await quire(storage.env, 'restore-backup', file);
    expect(restored.code, restored.stderr).to.equal(0);
    expect(restored.stdout).to.match(/objects were checked, all are sound.\n[^]*is in use/);
    await start();
    expect((await readVersion(client, id, 2)).version).to.equal(2);
    expect((await search(client, { q: title, limit: 50 })).results.map((result) => result.id)).to.deep.equal([id]);
    await create(client);
  });

  it('takes the place of a log, which is kept, and of its index', async () => {
    const { id } = await create(client);
    await backUp();
    const later = await create(client);
    await service!.stop();
    const { code, stdout } = await quire(storage.env, 'restore-backup', file);
    const replaced = /The log before is (\S+\.db)\./.exec(stdout)?.[1] ?? '';
    expect(code).to.equal(0);
    expect((await readFile(replaced)).includes(later.id)).to.equal(true);
    await start();
    await read(client, id);
    expect((await client.get(`/v1/documents/${later.id}`)).status).to.equal(404);
  });

  it('overwrites nothing, and leaves nothing where it fails', async () => {
    await writeFile(file, 'mine');
    expect(await quireFault(storage.env, 'backup', file)).to.equal(`quire: ${file} exists already\n`);
    expect(await readFile(file, 'utf8')).to.equal('mine');
    const inNone = join(folder, 'none', 'b.db');
    expect(await quireFault(storage.env, 'backup', inNone)).to.include(`there is no folder ${join(folder, 'none')}`);
    const before = await names();
    await mkdir(join(folder, 'target'));
    expect(await quireFault(storage.env, 'backup', join(folder, 'target'))).to.include('exists already');
    expect(await names()).to.deep.equal([...before, 'target'].sort());
  });

  it('is not restored beside a service, nor where the file is none or is damaged', async () => {
    await backUp();
    expect(await quireFault(storage.env, 'restore-backup', file)).to.match(/Another process owns the folder/);
    await service!.stop();
    const before = await names();
    expect(await quireFault(storage.env, 'restore-backup', `${file}x`)).to.include('there is no file');
    await writeFile(file, 'x'.repeat(10_000));
    expect(await quireFault(storage.env, 'restore-backup', file)).to.match(/file is not a database/);
    await writeFile(file, '');
    expect(await quireFault(storage.env, 'restore-backup', file)).to.include('is no backup of Quire');
    expect(await names()).to.deep.equal(before);
  });

  it('of a log with a damaged object says which, and so does its restoration', async () => {
    const { id } = await create(client);
    await service!.stop();
    const log = join(folder, 'log.db');
    const at = (await readFile(log)).lastIndexOf('"title":');
    await overwrite(log, at, Buffer.from('"tItle":'));
    const { code, stdout } = await quire(storage.env, 'backup', file);
    expect(code).to.equal(2);
    expect(stdout).to.include(`1 objects are damaged: documents/${id}`);
    const restored = await quire(storage.env, 'restore-backup', file);
    expect(restored.stdout).to.include(`1 objects are damaged: documents/${id}`);
  });

  it('is restored again where the first time was cut off, and nothing of the log before gets into it', async () => {
    const { id } = await create(client);
    const { objects } = await backUp();
    await create(client);
    await service!.kill();
    await rename(join(folder, 'log.db'), join(folder, 'replaced-before.db'));
    await writeFile(join(folder, 'log.db.abc.new'), 'x');
    expect((await stat(join(folder, 'log.db-wal'))).size).to.be.greaterThan(0);
    for (const args of [['serve'], ['keys', 'list'], ['reindex']]) {
      expect(await quireFault(storage.env, ...args)).to.match(/log\.db is missing, and \S+ beside it is of a log/);
    }
    const { code, stdout } = await quire(storage.env, 'restore-backup', file);
    expect([code, stdout.includes(`${objects} objects were checked, all are sound`)]).to.deep.equal([0, true]);
    expect((await names()).filter((name) => /^log\.db.+|new$/.test(name))).to.deep.equal([]);
    await rm(file);
    expect((await backUp()).damaged).to.deep.equal([]);
    await start();
    await read(client, id);
  });

  it('is replaced by the log before, even where its service was killed', async () => {
    await backUp();
    const { id } = await create(client);
    await service!.kill();
    const { stdout } = await quire(storage.env, 'restore-backup', file);
    const replaced = /The log before is (\S+\.db)\./.exec(stdout)?.[1] ?? '';
    const back = await quire(storage.env, 'restore-backup', replaced);
    expect(back.code, back.stderr).to.equal(0);
    expect(back.stderr).not.to.include('damaged');
    await start();
    await read(client, id);
  });

  it('is not restored into a folder of somebody else', async () => {
    await backUp();
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'notes.txt'), '');
    const said = await quireFault({ ...storage.env, DATA_DIR: other }, 'restore-backup', file);
    expect(said).to.include('is no data folder of Quire');
    expect(await readdir(other)).to.deep.equal(['notes.txt']);
  });

  it('is not restored while a command uses the log', async () => {
    await backUp();
    await service!.stop();
    const { connection } = openFile(join(folder, 'log.db'), { busyMs: 1_000 });
    try {
      connection.exec('SELECT count(*) FROM objects');
      expect(await quireFault(storage.env, 'restore-backup', file)).to.match(
        /a command uses \S+log\.db: let it end first/,
      );
    } finally {
      connection.close();
    }
  });

  it('may be read-only or open to all: the log that it becomes is for its owner', async () => {
    await backUp();
    await service!.stop();
    for (const mode of [0o444, 0o644]) {
      await chmod(file, mode);
      expect((await quire(storage.env, 'restore-backup', file)).code).to.equal(0);
      expect((await stat(join(folder, 'log.db'))).mode & 0o777).to.equal(0o600);
    }
  });

  it('finds a key that stands in the table and not in its index', async () => {
    const { id } = await create(client);
    await service!.stop();
    const log = join(folder, 'log.db');
    const key = `documents/${id}/versions/`;
    const bytes = await readFile(log);
    // In the table the body follows the key.
    const places = [bytes.indexOf(key), bytes.lastIndexOf(key)];
    const inIndex = places.find((at) => !bytes.subarray(at, at + 80).includes('{"format"')) ?? -1;
    expect(inIndex).to.be.greaterThan(0);
    await overwrite(log, inIndex, Buffer.from('documentz'));
    const { code, stdout } = await quire(storage.env, 'backup', file);
    expect([code, /the file is damaged: .*missing from index/.test(stdout)], stdout).to.deep.equal([2, true]);
  });

  it('is stopped by a signal, and leaves nothing', async () => {
    await service!.stop();
    const store = SqliteObjectStore.of(folder);
    await Promise.all(Array.from({ length: 60 }, (_, n) => store.create(`o/${n}`, Buffer.alloc(2_000_000))));
    await store.close();
    const running = startQuire(storage.env, 'backup', file);
    await until(async () => (await siblings()).length > 0);
    running.kill('SIGINT');
    expect((await running.ended).code).to.equal(130);
    expect(await siblings()).to.deep.equal([]);
  });

  /** What is beside the backup, or it. */
  async function siblings(): Promise<string[]> {
    return (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
  }

  it('is for the embedded mode', async () => {
    const cluster = {
      MODE: 'cluster',
      OPENSEARCH_URL: 'http://127.0.0.1:1',
      S3_BUCKET: 'b',
      REDIS_URL: 'redis://127.0.0.1:1',
    };
    expect(await quireFault(cluster, 'backup', file)).to.match(/for the embedded mode/);
  });
});
