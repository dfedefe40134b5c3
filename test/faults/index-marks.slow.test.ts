// Slow: starts a process for each mark.
import { expect } from 'chai';
import { pino } from 'pino';
import { readConfig } from '../../src/config/read-config.js';
import { INDEX_MARKS_PREFIX } from '../../src/log/object-keys.js';
import { openObjectStore, type Backends } from '../../src/server/backends.js';
import { MaintenanceHarness } from '../maintenance/maintenance-harness.js';
import { Client, expectError, expectStatus } from '../http/client.js';
import { content, create, push, unique, type Created } from '../http/making.js';
import { startApi, startPrepared, type OwnService } from '../http/suite.js';
import { atOnce, eventually, keyed } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { altered, objectsOf } from '../support/log-objects.js';
import { describeModes, type TestStorage } from '../support/modes.js';

const EVERY_MS = 10_000;

describeModes('faults: marks of acknowledged writes', (makeStorage) => {
  let storage: TestStorage;
  let kept: TestStorage;
  beforeEach(async () => {
    storage = await makeStorage();
    kept = { ...storage, dispose: async () => undefined };
  });
  afterEach(() => storage.dispose());

  async function marks(): Promise<Record<string, string>> {
    const store = await openObjectStore(readConfig(storage.env).storage);
    return objectsOf(store, INDEX_MARKS_PREFIX).finally(() => store.close());
  }

  it('are few, and written seldom, whatever is written', async () => {
    const puts: number[] = [];
    const wrap = (backends: Backends): Backends => ({
      ...backends,
      store: altered(backends.store, {
        put: (key, body) => {
          if (key.startsWith(INDEX_MARKS_PREFIX)) puts.push(performance.now());
          return backends.store.put(key, body);
        },
      }),
    });
    const since = performance.now();
    const api = await startApi(kept, { wrap } satisfies OwnService);
    await api.prepared;
    const caller = await api.caller();
    expect(await marks()).to.deep.equal({});
    const { id } = await create(caller);
    await eventually('a mark is written', async () => puts.length === 1);
    await atOnce(40, () => create(caller));
    expect((await push(caller, id)).version).to.equal(2);
    const most = 1 + Math.floor((performance.now() - since) / EVERY_MS);
    expect(puts.length).to.be.at.most(most);
    await api.close();
    expect(puts.length).to.be.at.most(most + 1);
    const [text = '', ...others] = Object.values(await marks());
    expect(others).to.have.length(0);
    expect(JSON.parse(text).marks).to.have.length(1);
    expect(JSON.parse(text).marks[0]).to.include({ id, version: 2 });
  });

  it('are of new writes: a repeat of an old one says nothing of the age of the index', async () => {
    const api = await startPrepared(kept);
    const caller = await api.caller();
    const [key, body] = [unique(), content()];
    const first = expectStatus(await caller.post<Created>('/v1/documents', body, keyed(key)), 201);
    const { id } = await create(caller);
    const repeat = expectStatus(await caller.post<Created>('/v1/documents', body, keyed(key)), 201);
    expect(repeat.id).to.equal(first.id);
    await api.close();
    const [text = ''] = Object.values(await marks());
    expect(JSON.parse(text).marks[0]).to.include({ id, version: 1 });
  });

  it('are of each process that wrote, in four objects at most', async function () {
    this.timeout(60_000);
    for (let process = 0; process < 10; process++) {
      const api = await startPrepared(kept);
      await create(await api.caller());
      await api.close();
    }
    const objects = Object.values(await marks()).map((text) => JSON.parse(text) as { marks: object[] });
    expect(objects).to.have.length.within(1, 4);
    for (const object of objects) expect(object.marks).to.have.length.within(1, 8);
    const all = objects.reduce((sum, object) => sum + object.marks.length, 0);
    expect(all).to.be.within(8, 10);
  });

  it('raise no alarm when their document was deleted and collected', async function () {
    this.timeout(60_000);
    const key = await issueKey(storage.env);
    const harness = await MaintenanceHarness.open(kept);
    const client = new Client(harness.reindexHarness.service.url, { 'X-API-Key': key });
    const { id } = await create(client);
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    await harness.gcAndFree();
    expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    await harness.close();
    expect(Object.values(await marks()).join()).to.match(new RegExp(`"${id}","version":3`));

    const lines: string[] = [];
    const logger = () =>
      pino(
        { level: 'info' },
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      );
    const api = await startApi(kept, { logger });
    await api.prepared;
    const later = new Client(api.url, { 'X-API-Key': key });
    expectError(await later.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    expect(expectStatus(await api.stranger.get('/health/ready'), 200)).to.deep.equal({ status: 'ready', missing: [] });
    await api.close();
    expect(lines.filter((line) => /older than the log|"level":50/.test(line))).to.deep.equal([]);
  });
});
