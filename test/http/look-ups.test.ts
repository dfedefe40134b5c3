import { expect } from 'chai';
import { newApiKey } from '../../src/domain/api-key.js';
import { clusterStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { until } from '../support/until.js';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { describeOwnHttp, startApi, type Api } from './suite.js';

const SETTINGS = { UNAUTHENTICATED_PER_MINUTE: '3', TRUSTED_PROXY_HOPS: '1' };
const PER_SECOND = 5;
const FLOOD = 60;
const faults = new PortFaults();

let next = 1;
/** A stranger at an address of his own. */
const at = (api: Api, address = `10.2.3.${next++}`): Client => api.stranger.with({ 'X-Forwarded-For': address });

const tryKey = (client: Client, key = newApiKey()) => client.get('/v1/folders', { 'X-API-Key': key });

async function useUp(client: Client): Promise<void> {
  for (let n = 0; n < 3; n++) expectError(await tryKey(client), 'INVALID_API_KEY');
}

const flood = (client: Client): Promise<Answer[]> => Promise.all(Array.from({ length: FLOOD }, () => tryKey(client)));

describeOwnHttp('keys that nobody has met', { settings: SETTINGS, wrap: faults.wrap }, (api) => {
  beforeEach(() => faults.clear());

  it('are 401 while the address has room, then 429', async () => {
    const stranger = at(api);
    await useUp(stranger);
    const refused = await tryKey(stranger);
    expect(expectError(refused, 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
    expect(header(refused, 'X-RateLimit-Limit')).to.equal('3');
    expect(Number(header(refused, 'Retry-After'))).to.be.within(1, 60);
  });

  it('are looked up five times a second at most for an address over its limit', async () => {
    const stranger = at(api);
    await useUp(stranger);
    faults.clear();
    const since = performance.now();
    for (let n = 0; n < 3; n++) for (const answer of await flood(stranger)) expectError(answer, 'RATE_LIMITED');
    const seconds = 1 + Math.ceil((performance.now() - since) / 1_000);
    expect(seconds).to.be.below((3 * FLOOD) / PER_SECOND / 2);
    for (const prefix of ['keys/', 'revocations/']) {
      expect(faults.count('store.read', prefix)).to.be.within(1, PER_SECOND * seconds);
    }
  });

  it('are no matter to keys in use at the same address', async () => {
    const [alice, bob] = [await api.caller(), await api.caller()];
    const stranger = at(api);
    expectStatus(await alice.with(stranger.headers).get('/v1/folders'), 200);
    await useUp(stranger);
    const [, ...answers] = await Promise.all([
      flood(stranger),
      ...Array.from({ length: 20 }, () => alice.with(stranger.headers).get('/v1/folders')),
    ]);
    for (const answer of answers) expectStatus(answer, 200);
    await until(async () => (await bob.with(stranger.headers).get('/v1/folders')).status === 200);
  });

  it('count for all addresses of one network of IPv6 together, however they are written', async () => {
    for (const host of ['::1', ':0:0:0:2', ':00FF::'])
      expectError(await tryKey(at(api, `2001:db8:0:1${host}`)), 'INVALID_API_KEY');
    expectError(await tryKey(at(api, '2001:0DB8::1:4:3:2:1')), 'RATE_LIMITED');
    expectError(await at(api, '2001:db8:0:1::9').get('/v1/folders'), 'RATE_LIMITED');
    expectError(await tryKey(at(api, '2001:db8:0:2::1')), 'INVALID_API_KEY');
    await useUp(at(api, '10.9.8.7'));
    expectError(await tryKey(at(api, '::ffff:10.9.8.7')), 'RATE_LIMITED');
  });
});

describeCluster('http: keys that another process has met', () => {
  let apis: Api[];
  before(async () => {
    const storage = await clusterStorage();
    apis = await Promise.all([startApi(storage, { settings: SETTINGS }), startApi(storage, { settings: SETTINGS })]);
  });
  after(() => Promise.all(apis.map((api) => api.close())));

  it('are looked up whatever strangers send from the same address', async () => {
    const [one, other] = apis as [Api, Api];
    const alice = await one.caller();
    expectStatus(await alice.get('/v1/folders'), 200);
    const stranger = at(other);
    await useUp(stranger);
    const key = alice.headers['X-API-Key'] as string;
    const [, answer] = await Promise.all([flood(stranger), tryKey(stranger, key)]);
    expectStatus(answer, 200);
  });
});
