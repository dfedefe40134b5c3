import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { expectStatus } from './client.js';
import { PortFaults } from './faults.js';
import { create, listFolders, unique } from './making.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeOwnHttp, startApi } from './suite.js';

const READY = { status: 'ready', missing: [] };

const faults = new PortFaults();
const down = () => {
  throw new UnavailableError('down at db.internal');
};

describeOwnHttp('readiness', { wrap: faults.wrap }, (api) => {
  afterEach(() => faults.clear());

  const readiness = async () => {
    const { status, body } = await api.stranger.get('/health/ready');
    return { status, body };
  };

  for (const [name, call] of [
    ['index', 'index.readGeneration'],
    ['object store', 'store.read'],
  ] as const) {
    it(`is 503 and names what is missing while the ${name} cannot be asked, and life goes on`, async () => {
      await until(async () => (await readiness()).status === 200);
      faults.set(call, down);
      await until(async () => (await readiness()).status === 503);
      expect((await readiness()).body).to.deep.equal({ status: 'not ready', missing: [name] });
      expectStatus(await api.stranger.get('/health/live'), 200);
      faults.clear();
      await until(async () => (await readiness()).status === 200);
    });
  }

  it('does not depend on the counters', async () => {
    for (const call of ['admit', 'admitAddress', 'bumpEpoch', 'readQuota'] as const)
      faults.set(`counters.${call}`, down);
    const asked = faults.count('store.read');
    await until(async () => {
      expect(await readiness()).to.deep.equal({ status: 200, body: READY });
      return faults.count('store.read') > asked;
    });
  });
});

const HEAD_OF_PROBE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describeModes('http: a service that ends', (makeStorage) => {
  it('is not ready any more', async () => {
    const api = await startApi(await makeStorage());
    const connection = new RawConnection(api.url);
    // One write: when the first answer is there, the beginning of the second request has been read too.
    connection.write(`${HEAD_OF_PROBE}GET /health/ready HTTP/1.1\r\nHost: x\r\n`);
    await connection.until(/alive/);
    const closing = api.close();
    connection.write('\r\n');
    const received = await connection.ended();
    expect(lastAnswer(received)).to.deep.equal({ status: 503, body: { status: 'not ready', missing: ['draining'] } });
    await closing;
  });

  it('finishes requests in flight, takes no others, and does not wait for kept connections', async () => {
    const api = await startApi(await makeStorage());
    const alice = await api.caller();
    await create(alice);
    const body = JSON.stringify({ title: unique(), blocks: [] });
    const [connection, idle] = [new RawConnection(api.url), new RawConnection(api.url)];
    idle.write(HEAD_OF_PROBE);
    await idle.until(/alive/);
    const headers = [`X-API-Key: ${String(alice.headers['X-API-Key'])}`, `Content-Length: ${body.length}`, 'Host: x'];
    connection.write(
      `${HEAD_OF_PROBE}POST /v1/documents HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`,
    );
    await connection.until(/alive/);
    const closing = api.close();
    expect(await listFolders(alice).catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ECONNREFUSED');
    await idle.ended();
    connection.write(body.slice(9));
    const received = await connection.ended();
    expect(lastAnswer(received).status).to.equal(201);
    expect(received).to.match(/^connection: close\r$/im);
    await closing;
  });
});
