import { expect } from 'chai';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { acquireFolderLock } from '../../src/adapters/filesystem/folder-lock.js';
import { openObjectStore } from '../../src/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { embeddedPlace, type Place } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { startQuire, quire, quireFault, quireJson, createKey } from './quire.js';

type Report = { documents: number; index: string };

describe('cli: a command that opens the index of an embedded folder', () => {
  let place: Place;
  let folder: string;
  let service: ServiceProcess | undefined;
  let key: string;

  before(async () => {
    place = await embeddedPlace();
    folder = place.env['DATA_DIR'] as string;
    ({ key } = await createKey(place.env, '--owner', 'o', '--roles', 'documents:read,documents:write'));
  });
  afterEach(() => service?.kill());
  after(() => place.dispose());

  async function start(): Promise<ServiceProcess> {
    service = await startServiceProcess(place.env);
    return service;
  }

  async function create({ url }: ServiceProcess, title: string): Promise<void> {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ title, blocks: [] });
    expect((await fetch(`${url}/v1/documents`, { method: 'POST', headers, body })).status).to.equal(201);
  }

  async function found({ url }: ServiceProcess, title: string): Promise<number> {
    const answer = await fetch(`${url}/v1/documents/search?q=${title}`, { headers: { 'X-API-Key': key } });
    return ((await answer.json()) as { count: number }).count;
  }

  it('runs in the service where there is one, which goes on with the new index', async () => {
    const running = await start();
    await create(running, 'first');
    const [before] = await quireJson<{ index: string }>(place.env, 'doctor');
    const [report] = await quireJson<Report>(place.env, 'reindex');
    const [after] = await quireJson<{ index: string; left: number }>(place.env, 'doctor');
    expect(after).to.include({ index: report?.index, left: 0 });
    expect(before?.index).not.to.equal(after?.index);
    await create(running, 'first');
    expect(await found(running, 'first')).to.equal(2);
    await until(async () => running.lines.some((line) => line.includes('"msg":"index replaced"')));
    expect(await running.stop()).to.equal(0);
  });

  it('owns the folder itself where there is none', async () => {
    const [report] = await quireJson<{ left: number; counts: { documents: number } }>(place.env, 'doctor');
    expect(report).to.deep.include({ left: 0 });
    expect(report?.counts.documents).to.equal(2);
  });

  it('is refused in one line while another command owns the folder', async () => {
    const lock = await acquireFolderLock(folder);
    try {
      expect(await quireFault(place.env, 'gc')).to.match(
        /^quire: Another process owns the folder .+ and takes no commands.+\n$/,
      );
    } finally {
      await lock.release();
    }
  });

  it('ends with 1 and says so when the service is killed meanwhile, and the next one succeeds', async function () {
    this.timeout(60_000);
    await start();
    const release = await holdLease();
    const command = startQuire(place.env, 'reindex');
    // The command watches the holder of the lease for ten seconds.
    await command.says(/has not ended/);
    await service?.kill();
    const { code, stderr } = await command.ended;
    expect([code, stderr.split('\n').at(-2)]).to.deep.equal([1, 'quire: the service ended before the command did']);
    await start();
    await release();
    const { code: next, stderr: said } = await quire(place.env, 'reindex');
    expect(next, said).to.equal(0);
  });

  it('is taken from the owner of the service alone', async () => {
    await start();
    expect((await stat(join(folder, 'commands.sock'))).mode & 0o777).to.equal(0o600);
  });

  for (const [what, line] of Object.entries({
    'no JSON': 'reindex',
    'another value': '[1]',
    'arguments that are no text': '{"args":[1],"user":"u"}',
    'more bytes than any command has': 'x'.repeat(100_000),
  })) {
    it(`closes the connection on ${what}, and serves the next caller`, async () => {
      const running = await start();
      expect(await sent(`${line}\n`)).to.equal('');
      const [report] = await quireJson<{ left: number }>(place.env, 'doctor');
      expect(report).to.include({ left: 0 });
      expect((await fetch(`${running.url}/health/live`)).status).to.equal(200);
    });
  }

  it('does not keep the service from ending while its caller is silent', async () => {
    const running = await start();
    const socket = connect(join(folder, 'commands.sock'));
    await once(socket, 'connect');
    try {
      expect(await running.stop()).to.equal(0);
    } finally {
      socket.destroy();
    }
  });

  it('runs only what needs the index', async () => {
    await start();
    expect(await sent('{"args":["serve"],"user":"u"}\n')).to.equal(
      '{"end":{"kind":"failed","reason":"no such command"}}\n',
    );
  });

  /** A lease whose holder has died, until it is released. */
  async function holdLease(): Promise<() => Promise<void>> {
    const store = await openObjectStore(readConfig(place.env).storage);
    const records = new LeaseRecords(store);
    const now = new Date().toISOString();
    const record = { maintenance: 'reindex', holder: 'h', startedAt: now, beat: 1, beatAt: now } as const;
    const number = ((await records.newest())?.number ?? 0) + 1;
    expect(await records.claim({ number, record: { ...record, releasedAt: null, progress: {} } })).to.equal(true);
    return async () => {
      await records.rewrite({ number, record: { ...record, releasedAt: now, progress: {} } });
      await store.close();
    };
  }

  async function sent(line: string): Promise<string> {
    const socket = connect(join(folder, 'commands.sock'));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(line);
    return text(socket).catch(() => '');
  }
});
