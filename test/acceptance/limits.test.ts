import { expect } from 'chai';

import { makeClient, type AcceptanceAnswer } from './client.js';
import { expectError, expectRateHeaders, header } from './expecting.js';
import { createDocument, documentBody, unknownId } from './making.js';
import { rawRequest } from './raw.js';
import type { ErrorBody } from './shapes.js';
import { suite } from './suite.js';

const clockSkewSeconds = 30;

suite('limits: headers', ['alice', 'bob', 'none'], ({ alice, bob, none }) => {
  const answers: [string, number, (id: string) => Promise<AcceptanceAnswer<unknown>>][] = [
    ['what was made', 201, () => alice.post('/v1/documents', documentBody())],
    ['what was read', 200, (id) => alice.get(`/v1/documents/${id}`)],
    ['what was not modified', 304, (id) => alice.get(`/v1/documents/${id}`, { 'If-None-Match': '"1"' })],
    ['a fault', 400, () => alice.post('/v1/documents', {})],
    ['a missing key', 401, () => makeClient().get('/v1/folders')],
    ['an invalid key', 401, () => makeClient('dk_x').post('/v1/documents', {})],
    ['a missing role', 403, () => none.get('/v1/folders')],
    ['another owner', 403, (id) => bob.get(`/v1/documents/${id}`)],
    ['an unknown document', 404, () => alice.get(`/v1/documents/${unknownId()}`)],
    ['an unknown route', 404, () => alice.get('/v1/nothing')],
    ['a malformed path', 404, () => alice.get('/v1/documents/%zz')],
    ['another method', 405, () => alice.send('PUT', '/v1/folders')],
    ['a stale precondition', 412, (id) => alice.delete(`/v1/documents/${id}`, { 'If-Match': '"9"' })],
    ['another type', 415, () => alice.post('/v1/folders', {}, { 'Content-Type': 'text/plain' })],
    ['a missing query', 422, () => alice.get('/v1/documents/search')],
    ['too large a body', 413, () => alice.postText('/v1/documents', ' '.repeat(11 * 1024 * 1024))],
    ['what was deleted', 204, (id) => alice.delete(`/v1/documents/${id}`)],
  ];
  for (const [what, status, ask] of answers) {
    it(`are on the answer to ${what} (${status}), with Cache-Control`, async () => {
      const { id } = await createDocument(alice);
      const answer = await ask(id);
      expect(answer.status).to.equal(status);
      expectRateHeaders(answer);
      expect(header(answer, 'Cache-Control')).to.equal('private, no-cache');
    });
  }

  it('are on the answer to HEAD', async () => {
    const { headers } = await rawRequest({ method: 'HEAD', path: '/v1/folders', headers: { ...alice.key } });
    for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).to.match(/^\d+$/);
  });

  it('count down within a minute', async () => {
    const [first, second] = [
      expectRateHeaders(await bob.get('/v1/folders?limit=1')),
      expectRateHeaders(await bob.get('/v1/folders?limit=1')),
    ];
    expect(second.limit).to.equal(first.limit);
    if (second.reset === first.reset) expect(second.remaining).to.be.below(first.remaining);
    else expect(second.reset).to.be.above(first.reset);
  });

  it('say when the minute ends, as a Unix timestamp', async () => {
    const { reset } = expectRateHeaders(await bob.get('/v1/folders?limit=1'));
    const now = Date.now() / 1_000;
    expect(reset).to.be.within(now - clockSkewSeconds, now + 61 + clockSkewSeconds);
  });

  it('count per owner: another key of the owner uses the same minute', async () => {
    const [first, second] = [
      expectRateHeaders(await alice.get('/v1/folders?limit=1')),
      expectRateHeaders(await none.get('/v1/folders?limit=1')),
    ];
    expect(second.limit).to.equal(first.limit);
    if (second.reset === first.reset) expect(second.remaining).to.be.below(first.remaining);
  });

  it('speak of the address when there is no valid key', async () => {
    const [first, second] = [
      expectRateHeaders(await makeClient().get('/v1/folders')),
      expectRateHeaders(await makeClient('dk_x').get('/v1/folders')),
    ];
    expect(second.limit).to.equal(first.limit);
    if (second.reset === first.reset) expect(second.remaining).to.be.below(first.remaining);
  });
});

suite('limits: the free plan', ['free'], ({ free }) => {
  const ask = (): Promise<AcceptanceAnswer<ErrorBody>> => free.get('/v1/folders?limit=1');
  let passed: AcceptanceAnswer<unknown>[];
  let refused: AcceptanceAnswer<ErrorBody>;

  /** Asks until the first refusal; those that passed before are all of one minute. */
  async function countDown(): Promise<void> {
    passed = [];
    for (let n = 0; n <= 2 * 20; n++) {
      const answer = await ask();
      if (answer.status === 429) {
        refused = answer;
        return;
      }
      const last = passed.at(-1);
      if (last && expectRateHeaders(last).reset !== expectRateHeaders(answer).reset) passed = [];
      passed.push(answer);
    }
    throw new Error('no request was refused');
  }

  /** Comes again when told to, until a minute was counted down and lasts long enough for what follows. */
  before(async function () {
    this.timeout(200_000);
    await countDown();
    if (refused.body.error.details['window'] === 'day') this.skip();
    for (let n = 0; n < 2 && (passed.length === 0 || Number(header(refused, 'Retry-After')) < 10); n++) {
      await new Promise((resolve) => setTimeout(resolve, Number(header(refused, 'Retry-After')) * 1_000));
      await countDown();
    }
  });

  it('lets 20 requests a minute pass, each told how many are left', () => {
    const remaining = passed.map((answer) => expectRateHeaders(answer).remaining);
    expect(remaining).not.to.deep.equal([]);
    const most = remaining[0] ?? -1;
    expect(most).to.be.below(20);
    expect(remaining).to.deep.equal(Array.from({ length: most + 1 }, (_, n) => most - n));
    for (const answer of passed) expect(expectRateHeaders(answer).limit).to.equal(20);
  });

  it('refuses the next with 429 and says that it was the minute', () => {
    expect(expectError(refused, 429, 'RATE_LIMITED')['window']).to.equal('minute');
  });

  it('says with Retry-After in how many whole seconds to come again', () => {
    expect(header(refused, 'Retry-After')).to.match(/^[1-9]\d*$/);
    expect(Number(header(refused, 'Retry-After'))).to.be.below(61);
  });

  it('has the three headers and Cache-Control on a refusal', () => {
    expect(expectRateHeaders(refused)).to.include({ limit: 20, remaining: 0 });
    expect(header(refused, 'Cache-Control')).to.equal('private, no-cache');
  });

  it('is not put off by further requests', async () => {
    const { reset } = expectRateHeaders(refused);
    expect(expectRateHeaders(await ask()).reset).to.equal(reset);
  });

  it('judges the limit before route, body and existence', async () => {
    for (const answer of [
      await free.get('/v1/nothing'),
      await free.send('PUT', '/v1/folders'),
      await free.postText('/v1/folders', '{"a'),
      await free.get(`/v1/documents/${unknownId()}`),
      await free.get('/v1/documents/search'),
    ])
      expectError(answer, 429, 'RATE_LIMITED');
  });

  it('judges the key before the limit', async () => {
    expectError(await makeClient('dk_x').get('/v1/folders'), 401, 'INVALID_API_KEY');
  });

  it('has the quota headers on a refused create', async () => {
    const answer = await free.post('/v1/documents', documentBody());
    expectError(answer, 429, 'RATE_LIMITED');
    expect(header(answer, 'X-Quota-Limit')).to.equal('1000');
  });

  it('does not hold back probes, description and viewer', async () => {
    expect((await free.get('/health/live')).status).to.equal(200);
    expect((await free.get('/openapi.json')).status).to.equal(200);
    expect((await free.get('/d/nothing')).status).to.equal(404);
  });
});
