import type { Static } from '@sinclair/typebox';
import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import type { LimitsAnswer } from '../../src/http/schemas/limits.js';
import { expectError, expectStatus, header, type Client } from './client.js';
import { PortFaults } from './faults.js';
import { create, unique } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

type Limits = Static<typeof LimitsAnswer>;

const PATH = '/v1/limits';
const UNLIMITED = { limit: null, remaining: null, resets_at: null };
const DAY_MS = 86_400_000;

async function left(client: Client): Promise<Limits> {
  return expectStatus(await client.get<Limits>(PATH), 200);
}

/** A document of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const text = (words: string) => JSON.stringify({ title: 't', blocks: [{ type: 'quote', content: words }] });
  return text('x'.repeat(bytes - text('').length));
}

describeHttp('what is left', (api) => {
  it('is that of the plan, less this request', async () => {
    const asked = Date.now();
    const { plan, requests, stored_bytes: bytes, documents } = await left(await api.caller({ plan: 'three-a-minute' }));
    expect(plan).to.equal('three-a-minute');
    expect(requests.minute).to.include({ limit: 3, remaining: 2 });
    expect(requests.day).to.include({ limit: 100, remaining: 99 });
    expect(Date.parse(requests.minute.resets_at)).to.be.within(asked + 55_000, Date.now() + 60_000);
    expect(Date.parse(requests.day.resets_at)).to.be.within(asked + DAY_MS - 5_000, Date.now() + DAY_MS);
    expect(bytes.day).to.deep.equal(UNLIMITED);
    expect(documents.month).to.include({ limit: 100, used: 0, remaining: 100 });
  });

  it('of an owner whose plan is gone is that of the default plan, by its name', async () => {
    const { plan, requests } = await left(await api.caller({ plan: 'a-plan-of-the-past' }));
    expect([plan, requests.minute.limit]).to.deep.equal(['free', 20]);
  });

  it('is refused as any request is, once the minute is full', async () => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    const seen = [await left(slow), await left(slow), await left(slow)];
    expect(seen.map(({ requests }) => requests.minute.remaining)).to.deep.equal([2, 1, 0]);
    expect(expectError(await slow.get(PATH), 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
  });

  it('of bytes is told also when nothing is left, for all keys of the owner', async () => {
    const owner = unique();
    const alice = await api.caller({ owner, plan: 'two-thousand-bytes' });
    const other = await api.caller({ owner, plan: 'two-thousand-bytes', roles: [] });
    const bytesLeft = async (caller: Client) => (await left(caller)).stored_bytes.day.remaining;
    expect(await bytesLeft(alice)).to.equal(2_000);
    expectStatus(await alice.postText('/v1/documents', bodyOf(700)), 201);
    expect([await bytesLeft(alice), await bytesLeft(other)]).to.deep.equal([1_300, 1_300]);
    expectStatus(await alice.postText('/v1/documents', bodyOf(1_300)), 201);
    const refused = await alice.postText('/v1/documents', bodyOf(100));
    expectError(refused, 'RATE_LIMITED');
    const { day } = (await left(alice)).stored_bytes;
    expect(day).to.include({ limit: 2_000, remaining: 0 });
    const wait = Date.parse(String(day.resets_at)) - Date.now();
    expect(wait).to.be.within((Number(header(refused, 'Retry-After')) - 60) * 1_000, DAY_MS);
  });

  it('of documents is nothing once they are used up, deleted or not', async () => {
    const alice = await api.caller({ plan: 'two-documents' });
    const { id } = await create(alice);
    await create(alice);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expect((await left(alice)).documents.month).to.include({ limit: 2, used: 2, remaining: 0 });
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
