import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { listenForMetrics } from '../../src/http/server.js';

describe('the port of metrics', () => {
  let taken: Server;
  let metricsPort: number;
  beforeEach(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    metricsPort = (taken.address() as AddressInfo).port;
  });
  afterEach(() => taken.close());

  const place = (mayMoveMetrics: boolean) => ({ metricsHost: '127.0.0.1', metricsPort, mayMoveMetrics });

  it('is a free one where the default is taken, and its address is told', async () => {
    const server = createServer((_request, response) => response.end('here'));
    const url = await listenForMetrics(server, place(true));
    expect(url)
      .to.match(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      .and.not.include(`:${metricsPort}/`);
    expect(await (await fetch(url ?? '')).text()).to.equal('here');
    server.close();
  });

  it('that is set and taken is an error that names it', async () => {
    const failure = await listenForMetrics(createServer(), place(false)).catch(String);
    expect(failure).to.match(new RegExp(`port ${metricsPort} \\(METRICS_HOST, METRICS_PORT\\).*EADDRINUSE`));
  });

  it('on an address that is not of this machine is an error in any case', async () => {
    const elsewhere = { ...place(true), metricsHost: '192.0.2.1' };
    expect(await listenForMetrics(createServer(), elsewhere).catch(String)).to.include('EADDRNOTAVAIL');
  });

  it('that is off has no address', async () => {
    const off = { ...place(true), metricsPort: undefined };
    expect(await listenForMetrics(createServer(), off)).to.equal(undefined);
  });
});
