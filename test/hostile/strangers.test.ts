/** Keys that somebody invented cost the object store next to nothing, and nobody else anything. */
import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { newApiKey } from '../../src/domain/api-key.js';
import { exchange } from '../http/exchange.js';
import { describeModes } from '../support/modes.js';
import { HostileTarget } from './support/target.js';

const TEST_MS = 60_000;
const PER_MINUTE = 30;
const INVENTED = 600;
const AT_ONCE = 20;
const LOOK_UPS_PER_SECOND = 5;
/** Look-ups of one address that go on at once. */
const TURNS = 8;
/** A look-up reads the key's record, and whether it was revoked. */
const READS_PER_LOOK_UP = 2;
/** What the service reads of its own accord. */
const OTHER_READS = 20;
const READ = /^quire_backend_call_duration_seconds_count\{([^}]*port="object_store"[^}]*)\} (\d+)/gm;

describeModes('hostile: keys that were invented', (makePlace) => {
  let target: HostileTarget;
  let metricsUrl: string;
  /** In use. */
  let key: string;
  before(async () => {
    const [port] = await freePorts(1);
    metricsUrl = `http://127.0.0.1:${port}`;
    const settings = { METRICS_PORT: String(port), UNAUTHENTICATED_PER_MINUTE: String(PER_MINUTE) };
    target = await HostileTarget.start(await makePlace(), { settings });
    key = await target.key();
    expect(await statusWith(key)).to.equal(200);
  });
  after(() => target.dispose());

  async function storeCalls(): Promise<number> {
    const { text } = await exchange(metricsUrl, { method: 'GET', path: '/metrics', headers: {} });
    return [...text.matchAll(READ)].reduce((sum, [, , count]) => sum + Number(count), 0);
  }

  const statusWith = async (key: string) => (await target.get('/v1/folders', { 'X-API-Key': key })).status;

  it('are looked up as often as their address may ask, also where all are sent at once', async function () {
    this.timeout(TEST_MS);
    const [before, since] = [await storeCalls(), performance.now()];
    const statuses = await Promise.all(Array.from({ length: INVENTED / 2 }, () => statusWith(newApiKey())));
    const seconds = Math.ceil((performance.now() - since) / 1_000);
    const reads = (await storeCalls()) - before;
    expect(new Set(statuses)).to.deep.equal(new Set([401, 429]));
    const lookUps = PER_MINUTE + TURNS + LOOK_UPS_PER_SECOND * (seconds + 1);
    expect(reads).to.be.at.most(READS_PER_LOOK_UP * lookUps + OTHER_READS);
  });

  it('are looked up five times a second at most when their address is over its limit; a key in use goes on', async function () {
    this.timeout(TEST_MS);
    for (let n = 0; n < PER_MINUTE + 5; n++) await statusWith('nonsense');
    const [before, since] = [await storeCalls(), performance.now()];
    const statuses: number[] = [];
    const own: number[] = [];
    for (let n = 0; n < INVENTED / AT_ONCE; n++) {
      const invented = Array.from({ length: AT_ONCE }, () => statusWith(newApiKey()));
      own.push(await statusWith(key));
      statuses.push(...(await Promise.all(invented)));
    }
    const seconds = Math.ceil((performance.now() - since) / 1_000);
    const reads = (await storeCalls()) - before;
    expect(new Set(statuses)).to.deep.equal(new Set([429]));
    expect(new Set(own)).to.deep.equal(new Set([200]));
    expect(reads).to.be.at.most(LOOK_UPS_PER_SECOND * READS_PER_LOOK_UP * (seconds + 1) + OTHER_READS);
  });
});

describeModes('hostile: addresses of version 6', (makePlace) => {
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await makePlace(), { settings: { TRUSTED_PROXY_HOPS: '1' } });
  });
  after(() => target.dispose());

  async function remaining(address: string): Promise<number> {
    const { headers } = await target.get('/v1/folders', { 'X-Forwarded-For': address });
    return Number(headers['x-ratelimit-remaining']);
  }

  async function counts(addresses: readonly string[]): Promise<number[]> {
    const all: number[] = [];
    for (const address of addresses) all.push(await remaining(address));
    return all.map((count) => (all[0] as number) - count);
  }

  it('count together by their first 64 bits, in whichever spelling', async () => {
    expect(
      await counts([
        '2001:db8:1:2::1',
        '2001:db8:1:2::2',
        '2001:0DB8:0001:0002:0000:0000:0000:0001',
        '2001:db8:1:2:ffff:ffff:ffff:ffff',
        '2001:db8:1:2:0:0:1.2.3.4',
      ]),
    ).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('do not count together where the first 64 bits differ', async () => {
    expect(await counts(['2001:db8:7:1::1', '2001:db8:7:2::1'])).to.deep.equal([0, 0]);
  });

  it('count as the address of version 4 that they hold', async () => {
    expect(await counts(['9.9.9.9', '::ffff:9.9.9.9', '::ffff:909:909', '0:0:0:0:0:FFFF:9.9.9.9'])).to.deep.equal([
      0, 1, 2, 3,
    ]);
    expect(await counts(['9.9.9.8', '::ffff:9.9.9.7'])).to.deep.equal([0, 0]);
  });
});
