import { expect } from 'chai';
import { isApiKey, newApiKey } from '../../src/domain/api-key.js';
import { revokeKey } from '../support/issue-key.js';
import { until } from '../support/until.js';
import { expectError, expectStatus, type Answer, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { unknownId } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

describeHttp('keys', (api) => {
  it('stop working when they expire, as if there were none', async () => {
    const expired = await api.caller({ expires: new Date(Date.now() - 1_000).toISOString() });
    expectError(await expired.get('/v1/folders'), 'INVALID_API_KEY');
    const expires = Date.now() + 1_000;
    const expiring = await api.caller({ expires: new Date(expires).toISOString() });
    expectError(await refusalOf(expiring, expires), 'INVALID_API_KEY');
    expect(Date.now()).to.be.at.least(expires);
  });

  it('stop working within 5 seconds of being revoked', async () => {
    const alice = await api.caller();
    expectStatus(await alice.get('/v1/folders'), 200);
    await revokeKey(api.storage.env, String(alice.headers['X-API-Key']));
    expectError(await refusalOf(alice, Date.now() + 5_100), 'INVALID_API_KEY');
  });

  it('are invalid at once when they were revoked before their first use', async () => {
    const alice = await api.caller();
    await revokeKey(api.storage.env, String(alice.headers['X-API-Key']));
    expectError(await alice.get('/v1/folders'), 'INVALID_API_KEY');
  });
});

const faults = new PortFaults();

describeOwnHttp('looking up keys', { wrap: faults.wrap }, (api) => {
  beforeEach(() => faults.clear());

  it('costs no I/O for what cannot be a key', async () => {
    const key = newApiKey();
    const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect(isApiKey(mistyped)).to.equal(false);
    for (const each of [mistyped, 'x', '']) {
      expect((await api.stranger.get('/v1/folders', { 'X-API-Key': each })).status).to.equal(401);
    }
    expect(faults.count('store.read', 'keys/')).to.equal(0);
  });

  it('costs one read for an unknown key, however often it comes', async () => {
    const unknown = api.stranger.with({ 'X-API-Key': newApiKey() });
    await Promise.all(Array.from({ length: 5 }, () => unknown.get(`/v1/documents/${unknownId()}`)));
    await unknown.get('/v1/folders');
    expect(faults.count('store.read', 'keys/')).to.equal(1);
  });

  it("costs one read for a key and one for its owner's plan", async () => {
    const alice = await api.caller();
    await Promise.all(Array.from({ length: 5 }, () => alice.get('/v1/nothing')));
    await alice.get('/v1/nothing');
    expect(faults.count('store.read', 'keys/')).to.equal(1);
    expect(faults.count('store.read', 'owners/')).to.equal(1);
  });
});

/** The first answer that is no 200. A request that is sent at that time or later must have one. */
async function refusalOf(client: Client, time: number): Promise<Answer> {
  let answer: Answer | undefined;
  await until(async () => {
    const isLate = Date.now() >= time;
    answer = await client.get('/v1/folders');
    if (answer.status === 200) expect(isLate, 'still works').to.equal(false);
    return answer.status !== 200;
  });
  return answer as Answer;
}
