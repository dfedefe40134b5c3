// Slow: starts services and commands as processes, and kills some.
import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { createKey, quire, quireJson, startQuire } from './quire.js';

type Report = { documents: number; index: string };
const DOCUMENTS = 40;

describe('cli: a command on an embedded folder', function () {
  this.timeout(60_000);
  let storage: TestStorage;
  let service: ServiceProcess;
  let key: string;

  before(async () => {
    storage = await embeddedStorage();
    ({ key } = await createKey(storage.env, '--owner', 'o', '--roles', 'documents:read,documents:write'));
  });
  beforeEach(async () => {
    service = await startServiceProcess(storage.env);
  });
  afterEach(() => service.kill());
  after(() => storage.dispose());

  async function create(title: string): Promise<void> {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ title, blocks: [] });
    expect((await fetch(`${service.url}/v1/documents`, { method: 'POST', headers, body })).status).to.equal(201);
  }

  async function found(title: string): Promise<number> {
    const answer = await fetch(`${service.url}/v1/documents/search?limit=50&q=${title}`, {
      headers: { 'X-API-Key': key },
    });
    return ((await answer.json()) as { count: number }).count;
  }

  async function indexFiles(): Promise<string[]> {
    return (await readdir(String(storage.env['DATA_DIR']))).filter((name) => /^index-.*\.db$/.test(name));
  }

  it('works beside the service, which goes on with the new index', async () => {
    await create('first');
    const [before] = await quireJson<{ index: string }>(storage.env, 'doctor');
    const [report] = await quireJson<Report>(storage.env, 'reindex');
    await create('first');
    const [after] = await quireJson<{ index: string; left: number }>(storage.env, 'doctor');
    expect(after).to.include({ index: report?.index, left: 0 });
    expect(before?.index).not.to.equal(after?.index);
    expect(await found('first')).to.equal(2);
    await until(async () => service.lines.some((line) => line.includes('"msg":"index replaced"')));
    expect(await service.stop()).to.equal(0);
  });

  it('works without a service', async () => {
    expect(await service.stop()).to.equal(0);
    const [report] = await quireJson<{ left: number; counts: { documents: number } }>(storage.env, 'doctor');
    expect(report).to.deep.include({ left: 0 });
    expect(report?.counts.documents).to.equal(2);
  });

  it('that is killed while it rebuilds leaves the service as it was, and the next one finishes', async () => {
    await Promise.all(Array.from({ length: DOCUMENTS }, () => create('killed')));
    const before = await indexFiles();
    const command = startQuire(storage.env, 'reindex');
    await until(async () => (await indexFiles()).some((name) => !before.includes(name)));
    command.kill('SIGKILL');
    expect((await command.ended).code).to.equal(null);
    await create('killed');
    expect(await found('killed')).to.equal(DOCUMENTS + 1);
    const { code, stderr } = await quire(storage.env, 'reindex');
    expect(code, stderr).to.equal(0);
    expect(await found('killed')).to.equal(DOCUMENTS + 1);
  });
});
