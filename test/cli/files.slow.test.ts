// Slow: runs services and commands as processes.
import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import type { Client } from '../http/client.js';
import { keyPath } from '../http/making.js';
import { callerAt } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { quire } from './quire.js';

const TEXT = '\ufeff---\r\ntags: [a] # why\r\n---\r\n\r\n[//]: # (note)\r\n* text';
const AS_FILE = { Accept: 'text/markdown' };

describe('cli: files that documents were made of', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let other: TestStorage;
  let backup: string;
  let key: string;
  before(async () => {
    [storage, other] = [await embeddedStorage(), await embeddedStorage()];
    backup = `${folderOf(storage)}-backup.db`;
    key = await issueKey(storage.env);
    await atService(storage, async (client) => {
      for (const body of [TEXT, `${TEXT}.`]) {
        await client.send('PUT', keyPath('a.md'), { body, headers: { 'Content-Type': 'text/markdown' } });
      }
    });
  });
  after(async () => {
    await Promise.all([storage.dispose(), other.dispose(), rm(backup, { force: true })]);
  });

  const folderOf = ({ env }: TestStorage) => String(env['DATA_DIR']);

  async function atService(at: TestStorage, work: (client: Client) => Promise<void>): Promise<void> {
    const service = await startServiceProcess(at.env);
    try {
      await work(callerAt(service, key));
    } finally {
      await service.stop();
    }
  }

  async function expectFiles(at: TestStorage): Promise<void> {
    await atService(at, async (client) => {
      const { id } = (await client.get<{ id: string }>(keyPath('a.md'))).body;
      expect((await client.get(keyPath('a.md'), AS_FILE)).bytes.toString()).to.equal(`${TEXT}.`);
      expect((await client.get(`/v1/documents/${id}/versions/1`, AS_FILE)).bytes.toString()).to.equal(TEXT);
    });
  }

  async function run(env: Record<string, string>, ...args: string[]): Promise<void> {
    const { code, stderr } = await quire(env, ...args);
    expect(code, stderr).to.equal(0);
  }

  it('come with a log that is synced and indexed elsewhere', async () => {
    await run({}, 'sync', '--from', folderOf(storage), '--to', folderOf(other), '--verify');
    await run(other.env, 'reindex');
    await expectFiles(other);
  });

  it('come back with a backup', async () => {
    await run(storage.env, 'backup', backup);
    await rm(folderOf(storage), { recursive: true });
    await run(storage.env, 'restore-backup', backup);
    await expectFiles(storage);
  });
});
