// Slow: starts a service for each copy of its folder.
import { expect } from 'chai';
import { copyFile, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { quire, quireFault } from '../cli/quire.js';
import type { Client } from '../http/client.js';
import { create, read, unique } from '../http/making.js';
import { callerAt } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

const COPY = /log\.db is a copy that was made while a service ran.*doctor --adopt/;

describe('a copy of an embedded data folder', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let service: ServiceProcess | undefined;
  let client: Client;
  let key: string;
  let folder: string;
  let copy: string;
  const env = (dataDir: string) => ({ ...storage.env, DATA_DIR: dataDir });

  beforeEach(async () => {
    storage = await embeddedStorage();
    folder = String(storage.env['DATA_DIR']);
    copy = `${folder}-copy`;
    key = await issueKey(storage.env);
    await start(folder);
  });
  afterEach(async () => {
    await service?.kill();
    await storage.dispose();
    await rm(copy, { recursive: true, force: true });
  });

  async function start(dataDir: string): Promise<void> {
    service = await startServiceProcess(env(dataDir));
    client = callerAt(service, key);
  }

  async function expectServed(dataDir: string, id: string): Promise<void> {
    await start(dataDir);
    await read(client, id);
    await create(client, { title: unique() });
  }

  it('that was made while the service ran is refused by services and commands, and nothing in it changes', async () => {
    await create(client);
    await cp(folder, copy, { recursive: true });
    const bytes = async () => (await readFile(join(copy, 'log.db'))).toString('latin1');
    const before = await bytes();
    const commands = [['serve'], ['keys', 'list'], ['reindex'], ['doctor'], ['backup', `${copy}.db`]];
    for (const args of commands) expect(await quireFault(env(copy), ...args), args.join(' ')).to.match(COPY);
    expect((await bytes()) === before).to.equal(true);
  });

  it('is served after doctor --adopt has checked it', async () => {
    const { id } = await create(client);
    await cp(folder, copy, { recursive: true });
    const { code, stderr } = await quire(env(copy), 'doctor', '--adopt');
    expect(code).to.equal(0);
    expect(stderr).to.match(/log\.db is in use again: \d+ objects were checked, all are sound/);
    await service!.stop();
    await expectServed(copy, id);
  });

  it('that lacks the write-ahead log is refused, and adopting it says so', async () => {
    await create(client);
    await mkdir(copy);
    await copyFile(join(folder, 'log.db'), join(copy, 'log.db'));
    expect(await quireFault(env(copy), 'keys', 'list')).to.match(COPY);
    const { stderr } = await quire(env(copy), 'doctor', '--adopt');
    expect(stderr).to.include('it has no write-ahead log: the last writes before the copy may be missing');
  });

  it('is refused where the service began in the middle of it', async () => {
    expect(await service!.stop()).to.equal(0);
    await mkdir(copy);
    await copyFile(join(folder, 'log.db'), join(copy, 'log.db'));
    await start(folder);
    await create(client);
    await copyFile(join(folder, 'log.db-wal'), join(copy, 'log.db-wal'));
    expect(await quireFault(env(copy), 'keys', 'list')).to.match(COPY);
  });

  it('is a folder of its own from its first use on', async () => {
    expect(await service!.stop()).to.equal(0);
    await cp(folder, copy, { recursive: true });
    const keys = ['keys', 'create', '--owner', 'me', '--roles', 'none'];
    const made = await Promise.all([1, 2, 3].map(() => quire(env(copy), ...keys)));
    expect(made.map(({ code, stderr }) => [code, COPY.test(stderr)])).to.deep.equal(Array(3).fill([0, false]));
  });

  it('hinders no service: one begins at once while a reader holds the log', async () => {
    expect(await service!.stop()).to.equal(0);
    const reader = openFile(join(folder, 'log.db'), { busyMs: 1_000 }).connection;
    try {
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM objects').get();
      await start(folder);
      await create(client);
    } finally {
      reader.close();
    }
  });

  it('is refused where a command had the log open when the service began', async () => {
    expect(await service!.stop()).to.equal(0);
    const command = openFile(join(folder, 'log.db'), { busyMs: 1_000 }).connection;
    try {
      await start(folder);
      await mkdir(copy);
      await copyFile(join(folder, 'log.db'), join(copy, 'log.db'));
      expect(await quireFault(env(copy), 'keys', 'list')).to.match(COPY);
    } finally {
      command.close();
    }
  });

  it('that was made after a proper end is served', async () => {
    const { id } = await create(client);
    expect(await service!.stop()).to.equal(0);
    await cp(folder, copy, { recursive: true });
    await expectServed(copy, id);
  });

  it('is no copy where the folder was renamed after a crash, or where the service is started again', async () => {
    const { id } = await create(client);
    await service!.kill();
    await expectServed(folder, id);
    await service!.kill();
    await rename(folder, copy);
    await expectServed(copy, id);
  });

  it('is nothing to adopt where it is no copy, and not while a service runs', async () => {
    expect(await quireFault(storage.env, 'doctor', '--adopt')).to.match(/Another process owns the folder/);
    await service!.stop();
    expect((await quire(storage.env, 'doctor', '--adopt')).stderr).to.include('there was nothing to adopt');
  });
});
