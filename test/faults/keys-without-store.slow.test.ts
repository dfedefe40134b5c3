// Slow: waits for the seconds that keys are believed without their store.
/** A key that is revoked while one process cannot reach the object store. */
import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { quireJson } from '../cli/quire.js';
import { exchange } from '../http/exchange.js';
import { clusterStorage } from '../support/modes.js';
import { clusterBackends, describeCluster } from '../support/backends.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { TcpGate } from '../support/tcp-gate.js';
import { until } from '../support/until.js';

const TEST_MS = 60_000;
/** Short, so that the end of it can be waited for. */
const BELIEVED_MS = 8_000;
/** The last answer that believes it may serve for a moment more. */
const SLACK_MS = 5_000;

describeCluster('faults: keys, in a process that cannot reach the object store', () => {
  let env: Record<string, string>;
  let gate: TcpGate;
  let services: ServiceProcess[];
  let metricsUrl: string;
  before(async function () {
    this.timeout(TEST_MS);
    const [metricsPort] = await freePorts(1);
    metricsUrl = `http://127.0.0.1:${metricsPort}`;
    const store = new URL(String(clusterBackends()?.env['S3_ENDPOINT']));
    gate = await TcpGate.start({ host: store.hostname, port: Number(store.port) });
    env = { ...(await clusterStorage()).env, KEYS_WITHOUT_STORE_MS: String(BELIEVED_MS), S3_TIMEOUT_MS: '1000' };
    const cutOff = { ...env, S3_ENDPOINT: `http://127.0.0.1:${gate.port}`, METRICS_PORT: String(metricsPort) };
    services = [await startServiceProcess(env), await startServiceProcess(cutOff)];
  });
  after(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await gate.close();
  });

  it('are believed for a while, and it says so; then they are unavailable, and end when the store answers', async function () {
    this.timeout(TEST_MS);
    const [made] = await quireJson<{ key: string; id: string }>(
      env,
      'keys',
      'create',
      '--owner',
      'ann',
      '--roles',
      'folders:read',
      '--plan',
      'unmetered',
    );
    const [one, two] = services as [ServiceProcess, ServiceProcess];
    const status = async ({ url }: ServiceProcess) =>
      (await exchange(url, { method: 'GET', path: '/v1/folders', headers: { 'X-API-Key': String(made?.key) } })).status;
    const isStale = async () => /^quire_credentials_stale (\d)$/m.exec(await metrics())?.[1] === '1';
    expect([await status(one), await status(two), await isStale()]).to.deep.equal([200, 200, false]);
    gate.freeze();
    const cutAt = performance.now();
    await Promise.all([
      quireJson(env, 'keys', 'revoke', String(made?.id)),
      until(async () => (await status(two)) === 200 && (await isStale())),
    ]);
    await until(async () => (await status(one)) === 401);
    await said(two, 'object store unavailable: serving cached credentials');
    await until(async () => {
      const isLate = performance.now() - cutAt > BELIEVED_MS + SLACK_MS;
      const code = await status(two);
      expect(isLate && code === 200, 'still believed').to.equal(false);
      return code === 503;
    });
    gate.thaw();
    await until(async () => (await status(two)) === 401);
    await until(async () => !(await isStale()));
    await said(two, 'object store available again: credentials are current');
  });

  /** A line of a log arrives after the answers of its process. */
  async function said({ lines }: ServiceProcess, words: string): Promise<void> {
    await until(async () => lines.some((line) => line.includes(words)));
  }

  async function metrics(): Promise<string> {
    return (await exchange(metricsUrl, { method: 'GET', path: '/metrics', headers: {} })).text;
  }
});
