import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { newApiKey } from '../../src/domain/api-key.js';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { content, unique } from './making.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeHttp, describeOwnHttp } from './suite.js';

const numberIn = (answer: Answer, name: string) => Number(header(answer, name));
const remainingIn = (answer: Answer) => numberIn(answer, 'X-RateLimit-Remaining');

describeHttp('the rate limit', (api) => {
  it('counts down in the headers of every answer, whatever its status, and refuses at the end', async () => {
    const now = Math.floor(Date.now() / 1000);
    const slow = await api.caller({ plan: 'three-a-minute' });
    const answers = [
      await slow.get('/v1/folders'),
      await slow.get('/v1/nothing'),
      await slow.post('/v1/documents', {}),
      await slow.get('/v1/folders'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 400, 429]);
    expect(answers.map(remainingIn)).to.deep.equal([2, 1, 0, 0]);
    for (const answer of answers) {
      expect(header(answer, 'X-RateLimit-Limit')).to.equal('3');
      expect(numberIn(answer, 'X-RateLimit-Reset')).to.be.within(now, Date.now() / 1000 + 62);
    }
  });

  it('says in Retry-After when the minute ends', async () => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    for (let i = 0; i < 3; i++) await slow.get('/v1/folders');
    const asked = Date.now() / 1000;
    const refused = await slow.head('/v1/folders');
    const answered = Date.now() / 1000;
    expect(refused.status).to.equal(429);
    const wait = numberIn(refused, 'Retry-After');
    expect(wait).to.be.within(1, 60);
    expect(numberIn(refused, 'X-RateLimit-Reset')).to.be.within(asked + wait - 1, answered + wait + 1);
    expect(expectError(await slow.get('/v1/folders'), 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
  });

  it('is checked before the route (404, 405), the role (403) and the body (400, 413, 415)', async () => {
    const slow = await api.caller({ plan: 'three-a-minute', roles: [] });
    for (let i = 0; i < 3; i++) await slow.get('/v1/folders');
    const large = gzipSync(Buffer.alloc(11 * 1024 * 1024, ' '));
    for (const refused of [
      await slow.get('/v1/nothing'),
      await slow.send('PUT', '/v1/folders'),
      await slow.get('/v1/folders'),
      await slow.postText('/v1/documents', '{"a'),
      await slow.postText('/v1/documents', large, { 'Content-Encoding': 'gzip' }),
    ])
      expectError(refused, 'RATE_LIMITED');
  });

  it('is not put off by refused requests, which have the quota of a create and hold back no other page', async () => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    for (let i = 0; i < 3; i++) await slow.get('/v1/folders');
    const [first, second] = [await slow.get('/v1/folders'), await slow.post('/v1/documents', content())];
    for (const refused of [first, second]) expectError(refused, 'RATE_LIMITED');
    expect(numberIn(second, 'X-RateLimit-Reset')).to.equal(numberIn(first, 'X-RateLimit-Reset'));
    expect(header(second, 'X-Quota-Limit')).to.equal('100');
    expectStatus(await slow.get('/health/live'), 200);
    expectStatus(await slow.get('/openapi.json'), 200);
    expectStatus(await slow.get('/d/nothing'), 404);
    expectError(await slow.get('/v1/folders', { 'X-API-Key': newApiKey() }), 'INVALID_API_KEY');
  });

  it('of the day refuses too, and speaks of the day then', async () => {
    const slow = await api.caller({ plan: 'three-a-day' });
    const answers: Answer[] = [];
    for (let i = 0; i < 4; i++) answers.push(await slow.get('/v1/folders'));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429]);
    expect(answers.map(remainingIn)).to.deep.equal([9, 8, 7, 0]);
    const refused = answers[3] as Answer;
    expect(expectError(refused, 'RATE_LIMITED')).to.deep.equal({ window: 'day' });
    expect(header(refused, 'X-RateLimit-Limit')).to.equal('10');
    expect(numberIn(refused, 'Retry-After')).to.be.within(86_000, 86_400);
    expect(numberIn(refused, 'X-RateLimit-Reset') - Date.now() / 1000).to.be.within(86_000, 86_402);
  });

  it('is one for all keys of an owner, and not for others', async () => {
    const owner = unique();
    const [one, other] = [
      await api.caller({ owner, plan: 'three-a-minute' }),
      await api.caller({ owner, plan: 'three-a-minute' }),
    ];
    expect([remainingIn(await one.get('/v1/folders')), remainingIn(await other.get('/v1/folders'))]).to.deep.equal([
      2, 1,
    ]);
    expect(remainingIn(await (await api.caller({ plan: 'three-a-minute' })).get('/v1/folders'))).to.equal(2);
  });

  it('passes exactly as many of many requests at once', async () => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => slow.get('/v1/folders')));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(3);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(9);
  });

  it('is that of the plan, of the built-in ones too', async () => {
    const free = await (await api.caller({ plan: 'free' })).get('/v1/folders');
    const pro = await (await api.caller({ plan: 'pro' })).get('/v1/folders');
    const gone = await (await api.caller({ plan: 'a-plan-of-the-past' })).get('/v1/folders');
    const limits = [free, pro, gone].map((answer) => numberIn(answer, 'X-RateLimit-Limit'));
    expect(limits).to.deep.equal([20, 300, 1_000_000]);
  });
});

const BEHIND_A_PROXY = { UNAUTHENTICATED_PER_MINUTE: '3', VIEWER_PER_MINUTE: '3', TRUSTED_PROXY_HOPS: '1' };

describeOwnHttp('the limit of an address', { settings: BEHIND_A_PROXY }, (api) => {
  let next = 1;
  /** A stranger at an address of his own. */
  const at = (address = `10.1.2.${next++}`): Client => api.stranger.with({ 'X-Forwarded-For': address });

  it('lets requests without a valid key be 401 so many times, then 429', async () => {
    const stranger = at();
    const answers = [
      await stranger.get('/v1/folders'),
      await stranger.get('/v1/nothing', { 'X-API-Key': 'dk_wrong' }),
      await stranger.post('/v1/documents', content()),
      await stranger.post('/v1/documents', content()),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 429]);
    expect(answers.map(remainingIn)).to.deep.equal([2, 1, 0, 0]);
    for (const answer of answers) expect(header(answer, 'X-RateLimit-Limit')).to.equal('3');
    const refused = answers[3] as Answer;
    expect(expectError(refused, 'RATE_LIMITED')).to.deep.equal({ window: 'minute' });
    expect(numberIn(refused, 'Retry-After')).to.be.within(1, 60);
  });

  it('is no matter to another address, nor to a valid key', async () => {
    const stranger = at();
    for (let i = 0; i < 4; i++) await stranger.get('/v1/folders');
    expectError(await at().get('/v1/folders'), 'MISSING_API_KEY');
    const alice = await api.caller();
    expect((await alice.with(stranger.headers).get('/v1/folders')).status).to.equal(200);
    expectError(await stranger.get('/v1/folders'), 'RATE_LIMITED');
  });

  it('believes as many proxies as were set, and nothing that a client put before them', async () => {
    for (let i = 0; i < 4; i++) await at(`172.16.0.${i}, 10.9.9.9`).get('/v1/folders');
    expectError(await at('10.9.9.9').get('/v1/folders'), 'RATE_LIMITED');
    expectError(await at('10.9.9.9, 10.9.9.10').get('/v1/folders'), 'MISSING_API_KEY');
  });

  it('of the viewer is another one', async () => {
    const stranger = at();
    const pages: Answer[] = [];
    for (let i = 0; i < 4; i++) pages.push(await stranger.get('/d/unknown'));
    expect(pages.map(({ status }) => status)).to.deep.equal([404, 404, 404, 429]);
    expect(pages.map(remainingIn)).to.deep.equal([2, 1, 0, 0]);
    expectError(pages[3] as Answer, 'RATE_LIMITED');
    expect(numberIn(pages[3] as Answer, 'Retry-After')).to.be.within(1, 60);
    expectError(await stranger.get('/v1/folders'), 'MISSING_API_KEY');
    expect((await at().get('/d/unknown')).status).to.equal(404);
  });

  it('counts requests to paths and with methods that nothing answers, beside those without a valid key', async () => {
    const asks: ((stranger: Client) => Promise<Answer>)[] = [
      (stranger) => stranger.get('/nothing'),
      (stranger) => stranger.get('/', { Accept: 'application/json' }),
      (stranger) => stranger.get('/console/assets/nothing'),
      (stranger) => stranger.send('POST', '/docs'),
      (stranger) => stranger.send('PUT', '/d/unknown'),
      (stranger) => stranger.send('DELETE', '/health/live'),
    ];
    for (const ask of asks) {
      const stranger = at();
      const answers = [
        await ask(stranger),
        await stranger.get('/v1/folders'),
        await ask(stranger),
        await ask(stranger),
      ];
      expect(answers.map(remainingIn)).to.deep.equal([2, 1, 0, 0]);
      expect(answers[0]?.status).to.be.oneOf([404, 405]);
      expectError(answers[3] as Answer, 'RATE_LIMITED');
      expect(numberIn(answers[3] as Answer, 'Retry-After')).to.be.within(1, 60);
      expect((await stranger.get('/docs')).status).to.equal(200);
    }
  });

  it('counts a request under /v1 to an unknown path once, against the owner of its key', async () => {
    const stranger = at();
    const alice = (await api.caller()).with(stranger.headers);
    for (let i = 0; i < 4; i++) expectError(await alice.get('/v1/nothing'), 'ROUTE_NOT_FOUND');
    expect(remainingIn(await stranger.get('/nothing'))).to.equal(2);
  });

  it('goes by the header of the proxy behind thousands of others', async () => {
    const fillers = 'a:\r\n'.repeat(2_500);
    const ask = async (address: string) => {
      const connection = new RawConnection(api.url);
      connection.write(
        `GET /v1/folders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fillers}X-Forwarded-For: ${address}\r\n\r\n`,
      );
      return lastAnswer(await connection.ended()).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push(await ask('10.7.7.1'));
    expect(statuses).to.deep.equal([401, 401, 401, 429]);
    expect(await ask('10.7.7.2')).to.equal(401);
  });

  it('does not exist for probes and the description', async () => {
    const stranger = at();
    for (let i = 0; i < 6; i++) {
      for (const path of ['/health/live', '/health/ready', '/openapi.json']) {
        const answer = await stranger.get(path);
        expect(answer.status).to.equal(200);
        expect(answer.headers).not.to.have.any.keys('x-ratelimit-limit');
      }
    }
  });
});

describeOwnHttp('the limit of an address without proxies', { settings: { UNAUTHENTICATED_PER_MINUTE: '3' } }, (api) => {
  it('goes by the socket, whatever X-Forwarded-For says', async () => {
    const statuses: number[] = [];
    // A minute may end meanwhile: two minutes take six.
    for (let i = 0; i < 7; i++) {
      statuses.push((await api.stranger.get('/v1/folders', { 'X-Forwarded-For': `10.0.0.${i}` })).status);
    }
    expect(statuses.slice(0, 3)).to.deep.equal([401, 401, 401]);
    expect(statuses).to.include(429);
  });
});
