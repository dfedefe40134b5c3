import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { expectError, expectStatus, header, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { unique, type Limits, textOfBytes } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

const PATH = '/v1/limits';
const DAY_MS = 86_400_000;

async function left(client: Client): Promise<Limits> {
  return expectStatus(await client.get<Limits>(PATH), 200);
}

describeHttp('what is left', (api) => {
  it('of an owner whose plan is gone is that of the default plan, by its name', async () => {
    const { plan, requests } = await left(await api.caller({ plan: 'a-plan-of-the-past' }));
    expect([plan, requests.minute.limit]).to.deep.equal(['unmetered', 1_000_000]);
  });

  it('of bytes is told also when nothing is left, for all keys of the owner', async () => {
    const owner = unique();
    const alice = await api.caller({ owner, plan: 'two-thousand-bytes' });
    const other = await api.caller({ owner, plan: 'two-thousand-bytes', roles: [] });
    const bytesLeft = async (caller: Client) => (await left(caller)).stored_bytes.day.remaining;
    expect(await bytesLeft(alice)).to.equal(2_000);
    expectStatus(await alice.postText('/v1/documents', textOfBytes(700)), 201);
    expect([await bytesLeft(alice), await bytesLeft(other)]).to.deep.equal([1_300, 1_300]);
    expectStatus(await alice.postText('/v1/documents', textOfBytes(1_300)), 201);
    const refused = await alice.postText('/v1/documents', textOfBytes(100));
    expectError(refused, 'RATE_LIMITED');
    const { day } = (await left(alice)).stored_bytes;
    expect(day).to.include({ limit: 2_000, remaining: 0 });
    const wait = Date.parse(String(day.resets_at)) - Date.now();
    expect(wait).to.be.within((Number(header(refused, 'Retry-After')) - 60) * 1_000, DAY_MS);
  });
});

const faults = new PortFaults();

describeOwnHttp('what is left of documents', { wrap: faults.wrap }, (api) => {
  afterEach(() => faults.clear());

  it('is null while neither counters nor index can tell it, and all else is told', async () => {
    const alice = await api.caller({ plan: 'two-thousand-bytes' });
    faults.set('counters.readQuota', () => {
      throw new UnavailableError('away');
    });
    const { requests, stored_bytes: bytes, documents } = await left(alice);
    expect(documents.month).to.include({ limit: 1_000, used: null, remaining: null });
    expect(Date.parse(documents.month.resets_at)).to.be.above(Date.now());
    expect([requests.minute.remaining, bytes.day.remaining]).to.deep.equal([999, 2_000]);
  });

  it('is an internal error where something else is wrong', async () => {
    const alice = await api.caller();
    faults.set('counters.readQuota', () => {
      throw new TypeError('broken');
    });
    expectError(await alice.get(PATH), 'INTERNAL_ERROR');
  });
});
