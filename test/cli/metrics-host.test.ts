import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { describeModes, embeddedStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { quireFault } from './quire.js';

/** A port of this address that nobody else can listen on. */
async function taken(host: string): Promise<Server> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  return server;
}

describe('cli: a second service of a machine', () => {
  it('starts, takes a free port for its metrics, and names it', async () => {
    // The default. Where somebody else has it, it is taken already.
    const first = createServer().listen(9_464, '127.0.0.1');
    await Promise.race([once(first, 'listening'), new Promise((resolve) => first.once('error', resolve))]);
    const { env, dispose } = await embeddedStorage();
    const service = await startServiceProcess({ ...env, METRICS_PORT: '' });
    try {
      await until(async () => service.lines.some((line) => line.includes('the metrics')));
      const shown = /(http:\S+\/metrics)$/.exec(service.lines.find((line) => line.includes('the metrics')) ?? '')?.[1];
      expect(await (await fetch(shown ?? '')).text()).to.include('quire_');
      const line = service.lines.find((each) => each.includes('"listening"')) ?? '';
      expect((JSON.parse(line) as { metrics: string }).metrics).to.equal(shown);
      expect(shown).not.to.include(':9464');
    } finally {
      await service.stop();
      first.close();
      await dispose();
    }
  });
});

describeModes('cli: the listener of metrics', (makeStorage) => {
  const CASES: [string, Record<string, string>, string][] = [
    ['this machine alone, whatever HOST is', {}, '127.0.0.1'],
    ['METRICS_HOST', { METRICS_HOST: '0.0.0.0' }, '0.0.0.0'],
  ];
  for (const [what, settings, host] of CASES) {
    it(`is for ${what}`, async () => {
      const { mode, env, dispose } = await makeStorage();
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
