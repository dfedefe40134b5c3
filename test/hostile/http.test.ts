/** Requests that are odd, or end early: each has the answer that HTTP has for it, and none is an alarm. */
import { expect } from 'chai';
import { lastAnswer, RawConnection } from '../http/raw-connection.js';
import { exchange } from '../http/exchange.js';
import { embeddedPlace } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { head, Wire } from './support/wire.js';

const TEST_MS = 60_000;
const ORIGIN = 'https://app.example.com';
/** They differ from one answer to the next. */
const VOLATILE = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'connection', 'keep-alive'];
const REQUIRED_IN_HEAD = ['content-type', 'etag', 'vary', 'cache-control'];

describe('hostile: http', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let id: string;
  before(async () => {
    target = await HostileTarget.start(await embeddedPlace(), { settings: { CORS_ORIGINS: ORIGIN } });
    key = await target.key();
    id = await target.create(key, largeDocument(100_000));
  });
  after(() => target.dispose());

  async function send(text: string): Promise<ReturnType<typeof lastAnswer>> {
    const connection = new RawConnection(target.url);
    connection.write(text);
    return lastAnswer(await connection.ended());
  }

  const closing = (path: string, headers: Record<string, string> = {}) =>
    head({ path, headers: { ...headers, Connection: 'close' } });

  async function statusOf(path: string): Promise<number> {
    const connection = new RawConnection(target.url);
    connection.write(closing(path, { 'X-API-Key': key }));
    return Number((await connection.ended()).slice(9, 12));
  }

  for (const form of [
    'http://',
    'http://[',
    'https://',
    'http://:80',
    'http://xn--0/v1/folders',
    'http://[::1/v1/folders',
  ]) {
    it(`answers 400 for the target ${form}`, async () => {
      const { status, body } = await send(closing(form));
      expect(status).to.equal(400);
      expect(body).to.have.nested.property('error.code', 'VALIDATION_ERROR');
    });
  }

  it('takes a target in absolute form', async () => {
    expect((await send(closing('http://any.example/v1/folders', { 'X-API-Key': key }))).status).to.equal(200);
  });

  it('contradicts no header of a GET in the answer to its HEAD', async () => {
    for (const path of [
      `/v1/documents/${id}`,
      `/v1/documents/${id}/versions/1`,
      `/v1/documents/${id}/versions`,
      '/v1/folders',
      '/openapi.json',
      `/d/${id}`,
    ]) {
      for (const coding of ['gzip', 'br', 'identity']) {
        const ask = (method: string) =>
          exchange(target.url, { method, path, headers: { 'X-API-Key': key, 'Accept-Encoding': coding } });
        const [get, own] = [await ask('GET'), await ask('HEAD')];
        expect([own.status, own.bytes.length]).to.deep.equal([get.status, 0]);
        for (const [name, value] of Object.entries(own.headers)) {
          if (!VOLATILE.includes(name)) expect(get.headers[name], `${name} of ${path}, ${coding}`).to.deep.equal(value);
        }
        for (const name of REQUIRED_IN_HEAD)
          expect(own.headers[name], `${name} of ${path}, ${coding}`).to.equal(get.headers[name]);
      }
    }
  });

  it('tells the limits in the answer to a preflight under /v1', async () => {
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' };
    const answer = await exchange(target.url, { method: 'OPTIONS', path: '/v1/documents', headers });
    expect(answer.status).to.equal(204);
    expect(answer.headers).to.include.keys('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset');
    expect(answer.headers['access-control-allow-origin']).to.equal(ORIGIN);
  });

  for (const list of [',"1"', '"1",', '"9",,"1"', ' , "1" , ', ',,"1"']) {
    it(`skips empty elements of If-Match: ${list}`, async () => {
      const own = await target.create(key, {});
      const { status } = await target.post(
        `/v1/documents/${own}/versions`,
        key,
        { title: 'x', blocks: [] },
        { 'If-Match': list },
      );
      expect(status).to.equal(201);
    });
  }

  for (const [path, status] of [
    ['/v1/documents/s%65arch?q=nothing', 200],
    ['/v1/%66olders', 200],
    ['/%761/folders', 200],
    ['/v1%2Ffolders', 404],
    ['/v1/documents/%zz', 404],
    ['/v1/%zz', 404],
    ['/d/%zz', 404],
    ['/%', 404],
  ] as const) {
    it(`answers ${status} for ${path}`, async () => {
      expect(await statusOf(path)).to.equal(status);
    });
  }

  it('answers 404 for a malformed escape in the number of a version', async () => {
    expect(await statusOf(`/v1/documents/${id}/versions/%zz`)).to.equal(404);
    expect(await statusOf(`/v1/documents/${id}/versions/%31`)).to.equal(200);
  });

  it('takes equal JSON in another order of members for the same request', async () => {
    const headers = { 'Idempotency-Key': 'order' };
    const [first, second] = [
      '{"title":"x","blocks":[{"type":"paragraph","content":"c","metadata":{"a":1,"b":{"c":2,"d":[{"e":3,"f":4}]}}}],"metadata":{"a":1,"b":2}}',
      '{"metadata":{"b":2,"a":1},"blocks":[{"metadata":{"b":{"d":[{"f":4,"e":3}],"c":2},"a":1},"content":"c","type":"paragraph"}],"title":"x"}',
    ];
    const answers = [
      await target.post('/v1/documents', key, first, headers),
      await target.post('/v1/documents', key, second, headers),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201]);
    expect(answers[1]?.text).to.equal(answers[0]?.text);
    const other = await target.post('/v1/documents', key, first.replace('{"e":3,"f":4}', '{"e":4,"f":3}'), headers);
    expect(other.status).to.equal(409);
  });

  it('says in the description what numbers are', async () => {
    expect((await target.get('/openapi.json')).text).to.match(/IEEE 754/);
  });

  it('logs no error when clients hang up', async () => {
    const large = await target.create(key, largeDocument(9_000_000));
    const before = target.service.lines.length;
    for (const path of [`/v1/documents/${large}`, `/d/${large}`, '/openapi.json']) {
      for (const coding of ['identity', 'gzip']) {
        const wire = new Wire(target.url);
        wire.write(head({ path, headers: { 'X-API-Key': key, 'Accept-Encoding': coding } }).repeat(2));
        await wire.firstChunk();
        wire.close();
      }
    }
    const body = new Wire(target.url);
    body.write(
      head({ method: 'POST', path: '/v1/documents', headers: { 'X-API-Key': key, 'Content-Length': 100 } }) + '{',
    );
    await body.opened();
    body.close();
    // Ten more requests: what the hang-ups were to be logged as has been by then.
    for (let n = 0; n < 10; n++) await target.get(`/v1/documents/${large}`, { 'X-API-Key': key });
    const news = () => target.service.lines.slice(before);
    await eventually('logged', 30_000, () => news().filter((line) => line.includes('"status":200')).length >= 10);
    expect(news().filter((line) => /"level":[56]0|"level":"(error|fatal)"/.test(line))).to.deep.equal([]);
  });
});
