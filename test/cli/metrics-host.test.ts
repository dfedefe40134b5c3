import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { quireFault } from './quire.js';

/** A port of this address that nobody else can listen on. */
async function taken(host: string): Promise<Server> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  return server;
}

describeModes('cli: the listener of metrics', (makePlace) => {
  const CASES: [string, Record<string, string>, string][] = [
    ['this machine alone, whatever HOST is', {}, '127.0.0.1'],
    ['METRICS_HOST', { METRICS_HOST: '0.0.0.0' }, '0.0.0.0'],
  ];
  for (const [what, settings, host] of CASES) {
    it(`is for ${what}`, async () => {
      const { mode, env, dispose } = await makePlace();
      const other = await taken(host);
      const { port } = other.address() as AddressInfo;
      // With several processes another one holds it than with one.
      const workers = mode === 'cluster' ? '2' : '1';
      try {
        const said = await quireFault(
          { ...env, HOST: '0.0.0.0', METRICS_PORT: String(port), WORKERS: workers, LOG_LEVEL: 'silent', ...settings },
          'serve',
        );
        expect(said).to.include(`cannot listen on ${host}, port ${port} (METRICS_HOST, METRICS_PORT)`);
      } finally {
        other.close();
        await dispose();
      }
    });
  }
});
