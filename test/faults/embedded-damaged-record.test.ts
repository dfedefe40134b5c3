import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { quire } from '../cli/quire.js';
import { expectStatus, type Client } from '../http/client.js';
import { content, keyPath, put, readByKey, unique } from '../http/making.js';
import { callerAt } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

describe('an embedded log with a damaged record', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let service: ServiceProcess;
  let client: Client;
  let id: string;
  before(async () => {
    storage = await embeddedStorage();
    const key = await issueKey(storage.env, {});
    service = await startServiceProcess(storage.env);
    client = callerAt(service, key);
    await put(client, 'sound', content());
    ({ id } = await put(client, 'damaged', content({ title: unique() })));
    await service.stop();
    await damage(id);
    service = await startServiceProcess(storage.env);
    client = callerAt(service, key);
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  /** One byte in the body of the version's record. */
  async function damage(documentId: string): Promise<void> {
    const path = join(String(storage.env['DATA_DIR']), 'log.db');
    const key = `documents/${documentId}/versions/0000000001.json`;
    const bytes = await readFile(path);
    // The key stands in an index of the table, too.
    for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
      const body = bytes.indexOf('{"format"', at);
      if (body === -1 || body > at + key.length + 10) continue;
      bytes.writeUInt8(bytes.readUInt8(body + 20) ^ 1, body + 20);
      await writeFile(path, bytes);
      return;
    }
    throw new Error('there is no such record');
  }

  const object = () => `documents/${id}/versions/0000000001.json`;

  it('refuses that document alone, and its log line names file and key', async () => {
    expectStatus(await client.get(keyPath('damaged')), 503);
    await readByKey(client, 'sound');
    expect(service.lines.join('\n')).to.match(/\S+log\.db: the object documents\S+ is damaged: its sum is wrong/);
  });

  it('is checked by doctor, which ends and names the document', async () => {
    const { code, stdout, stderr } = await quire(storage.env, 'doctor');
    expect(code, stderr).to.equal(2);
    expect(stdout).to.include(id).and.include('not readable');
  });

  it('is copied by sync, but for that object, which it names with the fault', async () => {
    const to = await embeddedStorage();
    const from = String(storage.env['DATA_DIR']);
    const { code, stdout, stderr } = await quire(
      storage.env,
      'sync',
      '--from',
      from,
      '--to',
      String(to.env['DATA_DIR']),
    );
    expect(code).to.equal(1);
    expect(stdout + stderr)
      .to.include(object())
      .and.match(/is damaged/);
    await to.dispose();
  });

  it('is rebuilt without that document where the operator accepts it, and a PUT makes its next version', async () => {
    const refused = await quire(storage.env, 'reindex');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('--accept-unreadable');
    const { code, stdout, stderr } = await quire(storage.env, 'reindex', '--accept-unreadable');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include(object());
    expectStatus(await client.get(keyPath('damaged')), 503);
    await readByKey(client, 'sound');
    expect(await put(client, 'damaged', content({ title: 'again' }))).to.deep.include({
      version: 2,
      result: 'updated',
    });
    expect((await readByKey(client, 'damaged')).title).to.equal('again');
  });
});
