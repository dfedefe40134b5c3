import { expect } from 'chai';
import { openBackends, type Backends } from '../../src/server/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import { createService, type Service } from '../../src/server/service.js';
import { altering } from '../support/intercept-calls.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { until } from '../support/until.js';
import { watchResponses } from '../support/watch-responses.js';
import { Client } from './client.js';
import { PortFaults } from './faults.js';
import { content, create, read } from './making.js';
import { RawConnection } from './raw-connection.js';
import { WrittenLog } from './written-log.js';

type Port = 'store' | 'index' | 'counters';

describe('http: the shutdown of a service', () => {
  const faults = new PortFaults();
  /** What happens after a backend is closed. */
  const closings = new Map<Port, () => Promise<void>>();
  const closed: Port[] = [];
  let log: WrittenLog;
  let storage: TestStorage;
  let service: Service;
  let key: string;
  let url: string;
  beforeEach(async () => {
    log = new WrittenLog();
    storage = await embeddedStorage();
    await start();
    key = await issueKey(storage.env, {});
  });
  afterEach(async () => {
    faults.clear();
    closings.clear();
    await service.close();
    await storage.dispose();
    closed.length = 0;
  });

  async function start(): Promise<void> {
    const config = readConfig({ ...storage.env, METRICS_PORT: 'off', PORT: '0' });
    const backends = watchClosings(faults.wrap(await openBackends(config.storage, { limiterMode: () => undefined })));
    service = await createService(config, { backends, logger: log.logger() });
    const started = await service.start();
    url = started.url;
    await started.prepared;
  }

  function watchClosings(backends: Backends): Backends {
    const watch = <P extends Port>(port: P): Backends[P] =>
      altering(backends[port], 'close', async (real) => {
        await real();
        closed.push(port);
        return closings.get(port)?.();
      });
    return { ...backends, store: watch('store'), index: watch('index'), counters: watch('counters') };
  }

  const client = () => new Client(url, { 'X-API-Key': key });
  const cuts = () => log.lines.filter(({ msg }) => msg === 'shutdown phase cut');

  it('names the parts that hang or fail, closes all others, and loses nothing acknowledged', async () => {
    const { id, title } = await create(client());
    closings.set('index', () => new Promise(() => undefined));
    closings.set('counters', async () => {
      throw new TypeError('the reason');
    });
    expect(await service.close()).to.deep.equal(['index', 'counters']);
    expect(cuts()).to.have.length(2);
    expect(cuts()[0]).to.deep.include({ level: 40, phase: 'index', limitMs: 2_000 });
    expect(cuts()[1])
      .to.deep.include({ level: 40, phase: 'counters' })
      .and.have.property('cause')
      .match(/the reason/);
    closings.clear();
    await start();
    expect((await read(client(), id)).title).to.equal(title);
  });

  it('waits for the write of a client that has left before it closes the backends', async () => {
    let letGo = (): void => undefined;
    faults.set('index.writeHead', () => new Promise<void>((resolve) => (letGo = resolve)));
    const responses = watchResponses();
    const leaving = new RawConnection(url);
    const body = JSON.stringify(content({ title: 'left' }));
    const sent = [`X-API-Key: ${key}`, 'X-Request-Id: left', `Content-Length: ${body.length}`];
    leaving.write(['POST /v1/documents HTTP/1.1', 'Host: x', ...sent, '', body].join('\r\n'));
    await until(async () => faults.count('index.writeHead') > 0);
    leaving.close();
    await until(async () => responses.hasClosed('left'));
    responses.end();
    const closing = service.close();
    await until(async () => (await fetch(url).catch(() => undefined)) === undefined);
    expect(closed).to.deep.equal([]);
    letGo();
    expect(await closing).to.deep.equal([]);
    expect(closed).to.deep.equal(['index', 'store', 'counters']);
    expect(await log.ofRequest('left')).to.include({ status: 499, version: 1 });
    await start();
    expect((await client().get<{ count: number }>('/v1/documents/search?q=left')).body.count).to.equal(1);
  });
});
