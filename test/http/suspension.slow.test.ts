// Slow: waits the five seconds within which a suspension is known.
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { setSuspended } from '../../src/operations/auth/api-keys.js';
import { openObjectStore } from '../../src/server/backends.js';
import { until } from '../support/until.js';
import { expectError, expectStatus, header, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { create, unique, unknownId } from './making.js';
import { describeOwnHttp } from './suite.js';

/** And what a request and a look take. */
const WITHIN_MS = 5_300;
/** Looking must not be refused. */
const SETTINGS = { VIEWER_PER_MINUTE: '1000000', UNAUTHENTICATED_PER_MINUTE: '1000000' };
const faults = new PortFaults();

describeOwnHttp('a suspended owner', { settings: SETTINGS, wrap: faults.wrap }, (api) => {
  let owner: string;
  let alice: Client;
  let page: string;
  before(() => becomes(api.stranger, '/health/ready', 200));
  beforeEach(async () => {
    faults.clear();
    owner = unique();
    alice = await api.caller({ owner });
    page = `/d/${(await create(alice, { visibility: 'public' })).id}`;
    expectStatus(await api.stranger.get(page), 200);
  });

  async function suspend(isSuspended: boolean): Promise<void> {
    const store = await openObjectStore(readConfig(api.storage.env).storage);
    await setSuspended(new ApiKeyRecords(store), owner, isSuspended);
    await store.close();
  }

  const becomes = (client: Client, path: string, status: number) =>
    until(async () => (await client.get(path)).status === status, WITHIN_MS);

  it('has no key that works and no page within 5 seconds, and both again when it is lifted', async () => {
    const other = await api.caller({ owner });
    const tag = header(await api.stranger.get(page), 'ETag');
    await suspend(true);
    await Promise.all([becomes(alice, '/v1/folders', 401), becomes(api.stranger, page, 404)]);
    for (const client of [alice, other]) expectError(await client.get('/v1/folders'), 'INVALID_API_KEY');
    const absent = await api.stranger.get(page, { 'If-None-Match': tag });
    const unknown = await api.stranger.get(`/d/${unknownId()}`);
    expect([absent.status, absent.text, header(absent, 'ETag')]).to.deep.equal([
      404,
      unknown.text,
      header(unknown, 'ETag'),
    ]);
    await suspend(false);
    await Promise.all([becomes(alice, '/v1/folders', 200), becomes(api.stranger, page, 200)]);
  }).timeout(20_000);

  it('is no matter to others', async () => {
    const bob = await api.caller();
    await suspend(true);
    await becomes(alice, '/v1/folders', 401);
    expectStatus(await bob.get('/v1/folders'), 200);
    const { id } = await create(bob, { visibility: 'public' });
    expectStatus(await api.stranger.get(`/d/${id}`), 200);
  });

  it('costs a request nothing: one look-up serves all owners and pages', async () => {
    const since = performance.now();
    const before = faults.count('store.list', 'suspensions/');
    for (let n = 0; n < 10; n++) {
      await (await api.caller()).get('/v1/folders');
      await api.stranger.get(page);
    }
    expect(faults.count('store.list', 'suspensions/') - before).to.be.at.most(2 + (performance.now() - since) / 2_500);
  });
});
