// Slow: starts a service for each kind of damage.
import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import type { LivingHead } from '../../src/domain/head.js';
import { encodeObject } from '../../src/log/json-objects.js';
import { GENERATION_KEY } from '../../src/log/object-keys.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, create, push, read, readVersion, restoreOf, search, unique, versionsOf } from '../http/making.js';
import { callerAt, eventually } from '../races/support.js';
import { query, searchHeads } from '../support/index-helpers.js';
import { overwrite, rebuildIndex } from '../support/index-files.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { withObjects } from '../support/with-objects.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

const OWNER = 'somebody';

describe('an embedded service whose index is damaged', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let folder: string;
  let service: ServiceProcess;
  let client: Client;
  let id: string;
  let title: string;
  let before: unknown[];
  let heads: LivingHead[];

  beforeEach(async () => {
    storage = await embeddedStorage();
    folder = String(storage.env['DATA_DIR']);
    const key = await issueKey(storage.env, { owner: OWNER });
    await start(key);
    title = unique();
    ({ id } = await create(client, { title }));
    await push(client, id, { title });
    await create(client, { title: `${title} too` });
    before = await everyAnswer();
    expect(await service.stop()).to.equal(0);
    heads = await headsOf();
  });
  afterEach(async () => {
    await service.kill();
    await storage.dispose();
  });

  async function start(key = String(client.headers['X-API-Key'])): Promise<void> {
    service = await startServiceProcess({ ...storage.env, PUBLIC_URL: 'https://docs.example' });
    client = callerAt(service, key);
  }

  it('starts, answers 503 and nothing else, says what helps, and goes on when it was rebuilt', async () => {
    await overwrite(join(folder, 'index-1.db'), 0, Buffer.alloc(3_000, 'x'));
    await start();
    await expectUnavailable();
    expect(service.lines.join('\n')).to.match(/the index is damaged \(.+\): run `quire reindex`/);
    await rebuild();
    await expectSound();
  });

  it('answers 503 where the file of its index was removed, and goes on when it was rebuilt', async () => {
    await rm(join(folder, 'index-1.db'));
    await start();
    await expectUnavailable();
    await rebuild();
    await expectSound();
  });

  async function everyAnswer(): Promise<unknown[]> {
    return [await read(client, id), await readVersion(client, id, 1), await search(client, { q: title, limit: 50 })];
  }

  async function expectUnavailable(): Promise<void> {
    const requests = [
      client.get(`/v1/documents/${id}`),
      client.get(`${versionsOf(id)}/1`),
      client.get(versionsOf(id)),
      client.get(`/v1/documents/search?q=${title}`),
      client.get('/v1/folders'),
      client.post(versionsOf(id), content()),
      client.post(restoreOf(id, 1)),
      client.delete(`/v1/documents/${id}`),
      client.post('/v1/folders', { name: unique() }),
    ];
    for (const answer of await Promise.all(requests)) expectError(answer, 'UNAVAILABLE');
    for (const headers of [{}, { 'Idempotency-Key': unique() }]) expect(await statusOfCreate(headers)).to.equal(503);
    expectStatus(await client.get('/health/live'), 200);
    expect(expectStatus(await client.get('/health/ready'), 503)).to.deep.equal({
      status: 'not ready',
      missing: ['index'],
    });
  }

  /** Without a look at its headers: nobody can tell how much of the quota is used. */
  async function statusOfCreate(headers: Record<string, string>): Promise<number> {
    const { status } = await fetch(`${service.url}/v1/documents`, {
      method: 'POST',
      body: JSON.stringify(content()),
      headers: { ...headers, 'X-API-Key': String(client.headers['X-API-Key']), 'Content-Type': 'application/json' },
    });
    return status;
  }

  /** A second process beside the service, as `quire reindex` is. */
  async function rebuild(): Promise<void> {
    await rebuildIndex(folder, { generation: 'rebuilt', heads });
    await withObjects(storage.env, (store) => store.put(GENERATION_KEY, encodeObject({ generation: 'rebuilt' })));
  }

  async function expectSound(): Promise<void> {
    await eventually('it is ready', async () => (await client.get('/health/ready')).status === 200);
    expect(await everyAnswer()).to.deep.equal(before);
    await eventually('a push is taken', async () => (await client.post(versionsOf(id), content())).status === 201);
    await create(client);
  }

  async function headsOf(): Promise<LivingHead[]> {
    const index = SqliteDocumentIndex.of(folder);
    try {
      return await searchHeads(index, query(OWNER));
    } finally {
      await index.close();
    }
  }
});
