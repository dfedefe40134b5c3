// Slow: starts a service for each kind of file.
import { expect } from 'chai';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GENERATION_KEY, slotKey } from '../../src/log/object-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { quire } from '../cli/quire.js';
import { expectError, expectStatus, header, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  readVersion,
  restore,
  search,
  unique,
  versionsOf,
} from '../http/making.js';
import { callerAt, eventually } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { withObjects } from '../support/with-objects.js';

describe('an embedded service in whose folder there are foreign and torn files', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let service: ServiceProcess;
  let client: Client;

  before(async () => {
    storage = await embeddedStorage();
    await start();
    client = callerAt(service, await issueKey(storage.env));
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  const start = async () => {
    service = await startServiceProcess({ ...storage.env, PUBLIC_URL: 'https://docs.example' });
  };
  const at = (...names: string[]) => join(String(storage.env['DATA_DIR']), ...names);
  const objects = <T>(work: (store: ObjectStore) => Promise<T>) => withObjects(storage.env, work);
  const replace = (key: string, body: string | Uint8Array) => objects((store) => store.put(key, Buffer.from(body)));

  async function drop(path: string, text = 'dropped by an editor'): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** The number of the version that is read. */
  async function countOf(id: string): Promise<number> {
    const answer = await client.get(`/v1/documents/${id}`);
    expectStatus(answer, 200);
    return Number(header(answer, 'etag').slice(1, -1));
  }

  /** Everything that the interface offers, with documents of its own. */
  async function expectEverything(): Promise<void> {
    const title = unique();
    const folder = await createFolder(client);
    const { id } = await create(client, { title, folder_id: folder.id });
    await push(client, id, { title });
    expect((await restore(client, id, 1)).version).to.equal(3);
    expect((await listVersions(client, id)).versions).to.have.length(3);
    expect((await readVersion(client, id, 2)).version).to.equal(2);
    expect((await search(client, { q: title })).results).to.have.length(1);
    expect((await listFolders(client)).map((each) => each.id)).to.include(folder.id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    expectStatus(await client.get(`/v1/documents/${id}`), 404);
  }

  it('goes on, and starts, with what editors, systems and people drop anywhere', async () => {
    const { id } = await create(client);
    await push(client, id);
    for (const folder of ['', 'log', 'index', 'objects']) {
      for (const name of ['.DS_Store', 'Thumbs.db', '.0000000001.segment.swp', '0000000002.segment~', 'x y ü']) {
        await drop(at(folder, name));
      }
      await mkdir(at(folder, 'a folder'), { recursive: true });
      await mkdir(at(folder, 'empty.segment'), { recursive: true });
      await symlink('/nowhere', at(folder, 'broken-link.segment'));
    }
    await expectEverything();
    expect(await countOf(id)).to.equal(2);
    const { code, stdout } = await quire(storage.env, 'keys', 'list', '--json');
    expect(code).to.equal(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { owner: string }).owner),
    ).to.have.length(2);

    expect(await service.stop()).to.equal(0);
    await start();
    client = callerAt(service, String(client.headers['X-API-Key']));
    await expectEverything();
    expect((await push(client, id)).version).to.equal(3);
  });

  for (const [name, text] of [
    ['torn', '{"format":3,"write_id":"'],
    ['empty', ''],
    ['foreign', 'hello'],
    ['null', 'null'],
  ] as const) {
    it(`is unavailable where an object is ${name}, and nowhere else`, async () => {
      const { id } = await create(client);
      await push(client, id);
      await push(client, id);
      const whole = await objects((store) => store.read(slotKey(id, 2)));
      await replace(slotKey(id, 2), text);
      expectError(await client.get(`${versionsOf(id)}/2`), 'UNAVAILABLE');
      expect((await readVersion(client, id, 1)).version).to.equal(1);
      expect(await countOf(id)).to.equal(3);
      expect((await push(client, id)).version).to.equal(4);
      await replace(slotKey(id, 2), whole ?? '');
      expect((await readVersion(client, id, 2)).version).to.equal(2);
      await expectEverything();
    });
  }

  it('refuses to push where the next number is taken by rubbish, until that is gone', async () => {
    const { id } = await create(client);
    await replace(slotKey(id, 2), 'hello');
    expectError(await client.post(versionsOf(id), content()), 'UNAVAILABLE');
    expect(await countOf(id)).to.equal(1);
    await objects((store) => store.remove(slotKey(id, 2)));
    expect((await push(client, id)).version).to.equal(2);
    await expectEverything();
  });

  it('starts with a torn record of the generation, is not ready and names it, until the record is back', async () => {
    const { id } = await create(client);
    expect(await service.stop()).to.equal(0);
    const whole = await objects((store) => store.read(GENERATION_KEY));
    await replace(GENERATION_KEY, whole?.subarray(0, 5) ?? '');
    await start();
    client = callerAt(service, String(client.headers['X-API-Key']));
    expectError(await client.get(`/v1/documents/${id}`), 'UNAVAILABLE');
    expectError(await client.post(versionsOf(id), content()), 'UNAVAILABLE');
    const ready = await client.get<{ missing: string[] }>('/health/ready');
    expect(expectStatus(ready, 503).missing).to.deep.equal(['index']);
    expect(service.lines.join('\n')).to.include('index-generation.json is not readable');
    await replace(GENERATION_KEY, whole ?? '');
    await eventually('a push is taken', async () => (await client.post(versionsOf(id), content())).status === 201);
    await expectEverything();
  });
});
