// Slow: starts services on file systems of their own.
import { expect } from 'chai';
import { join } from 'node:path';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteIndexAdmin } from '../../src/adapters/sqlite/index/sqlite-index-admin.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  read,
  readVersion,
  restoreOf,
  search,
  unique,
  versionsOf,
} from '../http/making.js';
import { callerAt, eventually } from '../races/support.js';
import { livingHead } from '../support/factories.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { fillIndex } from '../support/index-files.js';
import { issueKey } from '../support/issue-key.js';
import { quire, quireJson } from '../cli/quire.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { mountDisk, type Disk } from './embedded-disk.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

describe('an embedded service whose disk is read-only', function () {
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
    await disk.setReadOnly(false);
  });
  after(() => disk?.unmount());

  async function start(key?: string): Promise<void> {
    service = await startServiceProcess(env);
    client = callerAt(service, key ?? (await issueKey(env)));
  }

  it('starts, answers every read as before, refuses every write with 503, and takes them when it is writable again', async () => {
    await start();
    const title = unique();
    await createFolder(client);
    const { id } = await create(client, { title });
    await push(client, id, { title });
    const before = await everyAnswer(id, title);
    expect(await service!.stop()).to.equal(0);
    await disk.setReadOnly(true);

    await start(String(client.headers['X-API-Key']));
    expect(await everyAnswer(id, title)).to.deep.equal(before);
    expectStatus(await client.get('/health/ready'), 200);
    const writes = [
      client.post('/v1/documents', content()),
      client.post(versionsOf(id), content()),
      client.post(restoreOf(id, 1)),
      client.post('/v1/documents', content(), { 'Idempotency-Key': unique() }),
      client.delete(`/v1/documents/${id}`),
      client.post('/v1/folders', { name: unique() }),
    ];
    for (const answer of await Promise.all(writes)) expectError(answer, 'UNAVAILABLE');
    expect(await everyAnswer(id, title)).to.deep.equal(before);

    await disk.setReadOnly(false);
    await eventually(
      'writes are taken',
      async () => (await client.post('/v1/folders', { name: unique() })).status === 201,
    );
    expect((await push(client, id, { title })).version).to.equal(3);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    await read(client, (await create(client)).id);
  });

  it('is owned by one process as soon as it can be', async () => {
    await start();
    await create(client);
    expect(await service!.stop()).to.equal(0);
    await disk.setReadOnly(true);
    await start(String(client.headers['X-API-Key']));
    await disk.setReadOnly(false);
    await eventually('a write is taken', async () => (await client.post('/v1/documents', content())).status === 201);
    expect(await quireJson(env, 'keys', 'list'), 'keys, by way of the service').to.have.length(2);
    const said = await startServiceProcess(env).then(
      () => 'listens',
      (error: Error) => error.message,
    );
    expect(said).to.include('Another process owns the folder');
  });

  it('is compared by doctor where no service runs', async () => {
    await start();
    await create(client);
    expect(await service!.stop()).to.equal(0);
    await disk.setReadOnly(true);
    const [report] = await quireJson<{ left: number; counts: { documents: number } }>(env, 'doctor');
    expect([report?.left, report?.counts.documents]).to.deep.equal([0, 1]);
  });

  it('says why nothing can be written', async () => {
    await start();
    await create(client);
    expect(await service!.stop()).to.equal(0);
    await disk.setReadOnly(true);
    const { code, stderr } = await quire(env, 'owners', 'set-plan', 'me', 'unmetered');
    expect([code, stderr.split('\n').length]).to.deep.equal([1, 2]);
    expect(stderr).to.match(/^quire: the disk of \S+log\.db takes no writes/);
  });

  async function everyAnswer(id: string, title: string): Promise<unknown[]> {
    return [
      await read(client, id),
      await readVersion(client, id, 1),
      await listVersions(client, id),
      await search(client, { q: title, limit: 50 }),
      await listFolders(client),
    ];
  }

  it('has its index read, not written or rebuilt, and both when the disk is writable again', async () => {
    const folder = join(disk.path, 'index');
    const heads = await fillIndex(folder, 100);
    await disk.setReadOnly(true);
    const [index, admin] = [SqliteDocumentIndex.of(folder), new SqliteIndexAdmin(folder)];
    try {
      expect((await readExisting(index, heads[3]!.id)).head).to.deep.equal(heads[3]);
      expect(await searchHeads(index, query(heads[0]!.owner))).to.have.length(50);
      const write = { head: livingHead(), expected: 'absent', summaries: [] } as const;
      await expectUnavailable(index.writeHead(write), /takes no writes/);
      expect(await admin.current()).to.include({ generation: 'generation-1' });
      await expectUnavailable(admin.create('generation-2'), /readonly database/);
      await disk.setReadOnly(false);
      await eventually('writes are taken', async () =>
        addHeads(index, [livingHead()]).then(
          () => true,
          () => false,
        ),
      );
      expect((await readExisting(index, heads[3]!.id)).head).to.deep.equal(heads[3]);
    } finally {
      await Promise.all([index.close(), admin.close()]);
    }
  });
});
