import { expect } from 'chai';
import { expectStatus, header, type Answer, type Client } from '../http/client.js';
import { content, unique, type Limits } from '../http/making.js';
import { makeClient } from './client.js';
import { expectError, expectRateHeaders, timestamp } from './expecting.js';
import { suite } from './suite.js';

type Window = Limits['requests']['minute'] | Limits['stored_bytes']['day'];

const path = '/v1/limits';
const clockSkewMs = 30_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function left(client: Client): Promise<Limits> {
  return expectStatus(await client.get<Limits>(path), 200);
}

function timeOf(text: string | null): number {
  expect(text).to.match(timestamp);
  return Date.parse(text as string);
}

/** How much was used of a window between two looks at it; undefined: it has ended in between. */
function usedBetween(first: Window, second: Window): number | undefined {
  if (timeOf(second.resets_at) > timeOf(first.resets_at) + 1_000) return undefined;
  return (first.remaining as number) - (second.remaining as number);
}

function expectWindow(window: Window, lengthMs: number): void {
  expect(window).to.have.all.keys('limit', 'remaining', 'resets_at');
  expect(Number.isInteger(window.limit) && Number.isInteger(window.remaining)).to.equal(true);
  expect(window.remaining).to.be.within(0, window.limit as number);
  expect(timeOf(window.resets_at)).to.be.within(Date.now() - clockSkewMs, Date.now() + lengthMs + clockSkewMs);
}

suite('limits: what is left', ['alice', 'reader', 'writer', 'none'], ({ alice, reader, writer, none }) => {
  it('is the key and the plan, requests of a minute and of a day, bytes of a day and documents of a month', async () => {
    const body = await left(alice);
    expect(body).to.have.all.keys(
      ...['owner', 'key', 'plan', 'plan_is_default', 'requests', 'stored_bytes', 'max_asset_bytes', 'documents'],
    );
    expect(body.max_asset_bytes).to.be.at.least(1);
    expect(body.owner).to.be.a('string').and.not.equal('');
    expect(body.key).to.have.all.keys('id', 'label', 'roles', 'expires_at');
    expect(body.plan).to.be.a('string').and.not.equal('');
    expect(body.plan_is_default).to.be.a('boolean');
    expect(body.requests).to.have.all.keys('minute', 'day');
    expect(body.stored_bytes).to.have.all.keys('day');
    expect(body.documents).to.have.all.keys('month');
    expectWindow(body.requests.minute, minuteMs);
    expectWindow(body.requests.day, dayMs);
    const { day } = body.stored_bytes;
    if (day.limit === null) expect(day).to.deep.equal({ limit: null, remaining: null, resets_at: null });
    else expectWindow(day, dayMs);
  });

  it('counts itself, and says of the minute what its headers say', async () => {
    const answer = await alice.get<Limits>(path);
    const { minute } = expectStatus(answer, 200).requests;
    const { limit, remaining, reset } = expectRateHeaders(answer);
    expect(minute).to.include({ limit, remaining });
    expect(timeOf(minute.resets_at)).to.be.within(reset * 1_000 - 2_000, reset * 1_000 + 1_000);
  });

  it('counts down by one with each request, in both windows', async () => {
    const [first, second] = [await left(alice), await left(alice)];
    for (const name of ['minute', 'day'] as const) {
      expect(usedBetween(first.requests[name], second.requests[name])).to.be.oneOf([1, undefined]);
    }
  });

  it('has the documents of the month as the headers of a create have them', async () => {
    const before = (await left(alice)).documents.month;
    const created = await alice.post('/v1/documents', content());
    expectStatus(created, 201);
    const { month } = (await left(alice)).documents;
    expect(month).to.deep.equal({
      limit: Number(header(created, 'X-Quota-Limit')),
      used: Number(header(created, 'X-Quota-Used')),
      remaining: Number(header(created, 'X-Quota-Limit')) - Number(header(created, 'X-Quota-Used')),
      resets_at: `${header(created, 'X-Quota-Reset')}T00:00:00.000Z`,
    });
    if (before.resets_at === month.resets_at) expect(month.used).to.equal((before.used as number) + 1);
  });

  it('is told to every key of the owner, whatever its roles', async () => {
    const { owner, plan, documents } = await left(alice);
    for (const caller of [reader, writer, none]) expect(await left(caller)).to.deep.include({ owner, plan, documents });
  });

  it('tells each key what it is itself, and what it may do', async () => {
    const keys = await Promise.all([alice, reader, writer, none].map(async (caller) => (await left(caller)).key));
    expect(new Set(keys.map(({ id }) => id)).size).to.equal(4);
    expect(keys[0]?.roles).to.have.members(['documents:read', 'documents:write', 'folders:read', 'folders:write']);
    expect(keys[3]?.roles).to.deep.equal([]);
  });

  it('is 401 without a key, which is told nothing', async () => {
    expectError(await makeClient().get(path), 401, 'MISSING_API_KEY');
    expectError(await makeClient('dk_x').get(path), 401, 'INVALID_API_KEY');
  });

  it('is read alone', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await alice.send(method, path);
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(header(answer, 'Allow').split(', ')).to.have.members(['GET', 'HEAD']);
    }
    const head = await alice.send('HEAD', path);
    expect(expectStatus(head, 200)).to.equal(undefined);
    expectRateHeaders(head);
  });
});

suite('limits: what is left of three documents a month', ['bounded'], ({ bounded }) => {
  it('is what creates have not used', async () => {
    const { month } = (await left(bounded)).documents;
    expect(month.limit).to.equal(3);
    expect((month.used as number) + (month.remaining as number)).to.equal(3);
  });
});

suite('limits: what is left of the free plan', ['free'], ({ free }) => {
  /** The minute may have been used up by whoever came before. */
  async function whenAdmitted<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(header(answer, 'Retry-After')) * 1_000));
    return ask();
  }

  it('has its name and its limits', async function () {
    this.timeout(100_000);
    const body = expectStatus(await whenAdmitted(() => free.get<Limits>(path)), 200);
    expect(body.plan).to.equal('free');
    expect([body.requests.minute.limit, body.requests.day.limit]).to.deep.equal([20, 1_000]);
    expect([body.stored_bytes.day.limit, body.documents.month.limit]).to.deep.equal([100_000_000, 1_000]);
  });

  it('has the bytes of what was stored, and none of what was only read', async function () {
    this.timeout(300_000);
    const ask = async () => expectStatus(await whenAdmitted(() => free.get<Limits>(path)), 200).stored_bytes.day;
    const folder = { name: unique() };
    // Before the first bytes the window has not begun.
    expectStatus(await whenAdmitted(() => free.post('/v1/folders', { name: unique() })), 201);
    const before = await ask();
    expectWindow(before, dayMs);
    expect(usedBetween(before, await ask())).to.be.oneOf([0, undefined]);
    expectStatus(await whenAdmitted(() => free.post('/v1/folders', folder)), 201);
    expect(usedBetween(before, await ask())).to.be.oneOf([JSON.stringify(folder).length, undefined]);
  });
});
