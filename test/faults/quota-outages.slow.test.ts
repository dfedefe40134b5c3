// Slow: waits for write deadlines of three seconds, and kills Redis and service processes.
/** The month's quota while Redis is away, and after it, also where a process died meanwhile. */
import { expect } from 'chai';
import { exchange } from '../http/exchange.js';
import { issueKey } from '../support/issue-key.js';
import { clusterStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { clockAhead, threeDaysApart } from '../support/shifted-clock.js';
import { until } from '../support/until.js';
import { describeOwnRedis } from './own-redis.js';

const TEST_MS = 90_000;
const LIMIT = 40;
/** Shorter than by default: a second count comes this time after the first one. */
const WRITE_DEADLINE_MS = 3_000;
const WITHIN_MS = 15_000;
const PLANS = JSON.stringify({ forty: { per_minute: 100_000, per_day: 1_000_000, documents_per_month: LIMIT } });
const MODE_LINE = '"msg":"rate-limiter mode changed"';

describeOwnRedis('faults: the quota, with a Redis of its own,', (redis) => {
  let env: Record<string, string>;
  let services: ServiceProcess[];
  let one: ServiceProcess;
  let two: ServiceProcess;
  let key: string;
  let made: number;

  beforeEach(async function () {
    this.timeout(TEST_MS);
    const settings = { REDIS_URL: redis().url, PLANS, WRITE_DEADLINE_MS: String(WRITE_DEADLINE_MS) };
    env = { ...(await clusterStorage()).env, ...settings };
    services = [];
    // No step may go by the clock of a process.
    [one, two] = [await start(), await start(clockAhead(threeDaysApart()))];
    key = await issueKey(env, { plan: 'forty' });
    made = 0;
    await create(one, 4);
    await create(two, 4);
    expect(await used(two)).to.equal(8);
  });
  afterEach(async function () {
    this.timeout(TEST_MS);
    await Promise.all(services.map((service) => service.kill()));
  });

  async function start(nodeOptions: readonly string[] = []): Promise<ServiceProcess> {
    const service = await startServiceProcess(env, { nodeOptions });
    services.push(service);
    return service;
  }

  const post = (service: ServiceProcess, body: string) =>
    exchange(service.url, {
      method: 'POST',
      path: '/v1/documents',
      body,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });

  /** At once, so many; 403 is an answer, too. */
  async function create(service: ServiceProcess, count: number): Promise<number> {
    const answers = await Promise.all(Array.from({ length: count }, () => post(service, '{"title":"x","blocks":[]}')));
    const accepted = answers.filter(({ status }) => status === 201).length;
    for (const { status, text } of answers) if (status !== 403) expect(status, text).to.equal(201);
    made += accepted;
    return accepted;
  }

  /** By a create that is no good, so that nothing is taken. */
  async function used(service: ServiceProcess): Promise<number> {
    return Number((await post(service, '{}')).headers['x-quota-used']);
  }

  /** Creates until one is refused; how many there are in all then. */
  async function exhaust(service: ServiceProcess): Promise<number> {
    while ((await create(service, 1)) > 0);
    return made;
  }

  const modesOf = (service: ServiceProcess) =>
    service.lines.filter((line) => line.includes(MODE_LINE)).map((line) => (JSON.parse(line) as { mode: string }).mode);
  const untilMode = (service: ServiceProcess, mode: string) =>
    until(async () => {
      await used(service);
      return modesOf(service).at(-1) === mode;
    }, WITHIN_MS);
  const untilAway = () => Promise.all([one, two].map((service) => untilMode(service, 'local')));
  const untilBack = () =>
    Promise.all(
      services.filter((service) => modesOf(service).length > 0).map((service) => untilMode(service, 'shared')),
    );

  const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
    'is killed': () => one.kill(),
    'ends in order': () => one.stop(),
    'goes on': async () => undefined,
  };
  for (const [end, act] of Object.entries(ENDS)) {
    it(`countAnew: is exact when Redis was frozen, and a process that made documents meanwhile ${end}`, async function () {
      this.timeout(TEST_MS);
      redis().freeze();
      await untilAway();
      await create(one, 13);
      await act();
      redis().thaw();
      services = end === 'goes on' ? services : [two];
      await untilBack();
      expect(await used(two)).to.equal(21);
      expect(await exhaust(two)).to.equal(LIMIT);
    });
  }

  it('is exact when Redis came back empty, at whichever process hears of it first', async function () {
    this.timeout(TEST_MS);
    await redis().kill();
    await untilAway();
    await create(one, 13);
    await create(two, 2);
    await redis().restart();
    await untilMode(two, 'shared');
    await create(two, 1);
    await untilBack();
    expect([await used(two), await used(one)]).to.deep.equal([24, 24]);
    expect(await exhaust(one)).to.equal(LIMIT);
    expect(await used(two)).to.equal(LIMIT);
  });

  it('is exact when Redis came back as it was some time ago', async function () {
    this.timeout(TEST_MS);
    await redis().call('SAVE');
    await create(one, 5);
    await redis().kill();
    await untilAway();
    await create(two, 7);
    await redis().restart();
    await untilBack();
    expect([await used(two), await used(one)]).to.deep.equal([20, 20]);
    expect(await exhaust(one)).to.equal(LIMIT);
  });

  it('is exact a write deadline after Redis froze again and again among creates', async function () {
    this.timeout(TEST_MS);
    for (let round = 0; round < 3; round++) {
      const creates = Promise.all([create(one, 5), create(two, 5)]);
      redis().freeze();
      await untilAway();
      redis().thaw();
      await creates;
      await untilBack();
    }
    expect(made).to.equal(38);
    await until(async () => (await used(one)) === made && (await used(two)) === made, WRITE_DEADLINE_MS + WITHIN_MS);
    expect(await exhaust(two)).to.equal(LIMIT);
  });

  it('is counted by a process that starts, where one died in an outage of its own', async function () {
    this.timeout(TEST_MS);
    await redis().call('CLIENT', 'NO-EVICT', 'off');
    const three = await start();
    expect(await used(three)).to.equal(8);
    await redis().call('CLIENT', 'PAUSE', '1500', 'ALL');
    await create(one, 13);
    await until(async () => modesOf(one).includes('local'), WITHIN_MS);
    await one.kill();
    services = [two, three];
    const four = await start();
    expect(await used(four)).to.equal(21);
    expect(await exhaust(two)).to.equal(LIMIT);
  });
});
