// Slow: fills a disk again and again under load, and starts a service process for each test.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { join } from 'node:path';
import { randomBase62 } from '../../src/domain/base62.js';
import type { Answer, Client } from '../http/client.js';
import { expectError, expectStatus } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  read,
  readVersion,
  restore,
  restoreOf,
  search,
  unique,
  versionsOf,
  type Created,
} from '../http/making.js';
import { atOnce, callerAt, eventually, searchAll } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { objectsOf } from '../support/log-objects.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { withObjects } from '../support/with-objects.js';
import { mountDisk, type Disk } from './embedded-disk.js';

describe('an embedded service whose disk is full', function () {
  this.timeout(120_000);
  let disk: Disk;
  let env: Record<string, string>;
  let service: ServiceProcess | undefined;
  let client: Client;

  before(async function () {
    const mounted = await mountDisk(64);
    if (!mounted) return this.skip();
    disk = mounted;
  });
  beforeEach(() => {
    env = {
      MODE: 'embedded',
      DATA_DIR: join(disk.path, unique()),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: 'off',
      PUBLIC_URL: 'https://docs.example',
    };
  });
  afterEach(async () => {
    await service?.kill();
    await disk.free();
  });
  after(() => disk?.unmount());

  async function start(): Promise<void> {
    service = await startServiceProcess(env);
  }

  /** Running, with a caller. */
  async function started(): Promise<void> {
    await start();
    client = callerAt(service!, await issueKey(env));
  }

  async function stop(): Promise<void> {
    expect(await service!.stop()).to.equal(0);
  }

  it('refuses every write with 503, answers every read as before, and takes writes again when there is room', async () => {
    await started();
    const made = await madeBefore();
    const before = await everyAnswer(made);
    await disk.fill();
    await expectEveryWriteRefused(made);
    expect(await everyAnswer(made)).to.deep.equal(before);
    expectStatus(await client.get('/health/ready'), 200);
    await expectWhole();
    await disk.free();
    await expectEveryWriteTaken(made);
  });

  it('starts, answers every read as before, and takes writes again when there is room', async () => {
    await started();
    const made = await madeBefore();
    const before = await everyAnswer(made);
    await stop();
    await disk.fill();
    await start();
    client = callerAt(service!, String(client.headers['X-API-Key']));
    expect(await everyAnswer(made)).to.deep.equal(before);
    await expectEveryWriteRefused(made);
    await disk.free();
    await expectEveryWriteTaken(made);
  });

  it('starts with nothing, and sets up when there is room', async () => {
    await disk.fill();
    await start();
    const stranger = callerAt(service!, '');
    expectStatus(await stranger.get('/health/live'), 200);
    expectStatus(await stranger.get('/health/ready'), 503);
    await disk.free();
    await eventually('it is ready', async () => (await stranger.get('/health/ready')).status === 200);
    await eventually('it tells the first key', async () =>
      service!.lines.some((line) => line.trim().startsWith('dk_')),
    );
  });

  it('loses nothing that it acknowledged, and doubles nothing, when it becomes full again and again under load', async () => {
    await started();
    const load = startLoad(client);
    for (let time = 0; time < 4; time++) {
      await load.acknowledges(30);
      await disk.fill();
      await load.isRefused(30);
      await disk.free();
    }
    await load.acknowledges(30);
    const { acknowledged, sent, statuses } = await load.stop();
    expect(statuses).to.have.all.keys('201', '503');
    const found = await searchAll(client, { tag: load.tag });
    const ids = new Set(found.map(({ id }) => id));
    expect(ids.size).to.equal(found.length);
    for (const { id, title } of acknowledged) {
      expect(ids.has(id), `${id} is found`).to.equal(true);
      const document = await read(client, id);
      expect(document.title).to.equal(title);
      expect(document.blocks.map((block) => block.content)).to.deep.equal([sent.get(title)]);
    }
    expect(new Set(found.map(({ title }) => title)).size, 'one of each title').to.equal(found.length);
    await expectWhole();
  });

  it('refuses uploads of assets with 503, keeps nothing of them, and takes them when there is room', async () => {
    await started();
    const bytes = randomBytes(200_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const put = () => client.send('PUT', `/v1/assets/${sha256}`, { body: bytes, headers: {} });
    const begin = '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(begin), bytes, Buffer.from('\r\n--xyz--\r\n')]);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz' };
    await disk.fill();
    for (const answer of [await put(), await client.send('POST', '/v1/assets', { body, headers })]) {
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
    }
    expectError(await client.get(`/v1/assets/${sha256}`), 'ASSET_NOT_FOUND');
    await disk.free();
    await eventually('an upload is taken', async () => (await put()).status === 201);
    const { id } = await create(client, { assets: { a: sha256 } });
    expect((await client.get(`/v1/documents/${id}/assets/${sha256}`)).bytes.equals(bytes)).to.equal(true);
  });

  type Made = { document: Created; folderId: string; title: string };

  async function madeBefore(): Promise<Made> {
    const title = unique();
    const folder = await createFolder(client);
    const document = await create(client, large({ title, folder_id: folder.id, metadata: { tags: [title] } }));
    await push(client, document.id, { title });
    await push(client, document.id, { title });
    for (let n = 0; n < 20; n++) await create(client, { title: `${title} ${n}` });
    return { document, folderId: folder.id, title };
  }

  async function everyAnswer({ document: { id }, title }: Made): Promise<unknown[]> {
    return [
      await read(client, id),
      await readVersion(client, id, 1),
      await listVersions(client, id),
      await search(client, { q: title, limit: 50 }),
      await listFolders(client),
    ];
  }

  /** More than the room that is left in the last block of a file. */
  function large(fields: object = {}): object {
    return content({ blocks: [{ type: 'paragraph', content: 'x'.repeat(8_192) }], ...fields });
  }

  /** But for those that are small enough for the last block: they are made or refused. */
  function everyWrite({ document: { id }, folderId }: Made): Promise<Answer>[] {
    return [
      client.post('/v1/documents', large()),
      client.post('/v1/documents', large({ folder_id: folderId }), { 'Idempotency-Key': unique() }),
      client.post(versionsOf(id), large()),
      client.post(versionsOf(id), large(), { 'Idempotency-Key': unique() }),
      client.post(restoreOf(id, 1)),
    ];
  }

  async function expectEveryWriteRefused(made: Made): Promise<void> {
    for (const answer of await Promise.all(everyWrite(made))) {
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
    }
  }

  async function expectEveryWriteTaken({ document: { id }, title }: Made): Promise<void> {
    await eventually(
      'a write is taken',
      async () => (await client.post('/v1/folders', { name: unique() })).status === 201,
    );
    const next = await push(client, id, { title });
    expect(next.version).to.equal(4);
    expect((await restore(client, id, 1)).version).to.equal(5);
    const { id: added } = await create(client, { title });
    expect((await search(client, { q: title, limit: 50 })).results.map((result) => result.id)).to.include(added);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    expectStatus(await client.get(`/v1/documents/${id}`), 404);
    await expectWhole();
  }

  /** No object is torn. */
  async function expectWhole(): Promise<void> {
    await withObjects(env, async (store) => {
      for (const text of Object.values(await objectsOf(store))) JSON.parse(text);
    });
  }
});

/** Writers that create documents of very different sizes without a pause, until they are stopped. */
function startLoad(client: Client) {
  const tag = unique();
  const [acknowledged, sent] = [[] as { id: string; title: string }[], new Map<string, string>()];
  const statuses: Record<string, number> = {};
  let stopped = false;
  const write = async (n: number) => {
    for (let turn = 0; !stopped; turn++) {
      const [title, words] = [unique(), randomBase62(20 + ((turn * 7 + n) % 9) * 4_000)];
      sent.set(title, words);
      const answer = await client.post<{ id: string }>('/v1/documents', {
        title,
        metadata: { tags: [tag] },
        blocks: [{ type: 'paragraph', content: words }],
      });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status === 201) acknowledged.push({ id: answer.body.id, title });
    }
  };
  const writers = atOnce(8, write);
  const more = async (status: string, count: number) => {
    const goal = (statuses[status] ?? 0) + count;
    await eventually(`${count} more answers are ${status}`, async () => (statuses[status] ?? 0) >= goal);
  };
  return {
    tag,
    acknowledges: (count: number) => more('201', count),
    isRefused: (count: number) => more('503', count),
    stop: async () => {
      stopped = true;
      await writers;
      return { acknowledged, sent, statuses };
    },
  };
}
