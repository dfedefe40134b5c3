// Slow: waits for a store that takes one write a second.
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { createService, type Service } from '../../src/server/service.js';
import { describeCluster } from '../support/backends.js';
import { HttpProxy, type Handler, type HttpProxyAnswer } from '../support/http-proxy.js';
import { clusterStorage, type TestStorage } from '../support/modes.js';
import { until } from '../support/until.js';

const SPACING_MS = 1_000;

/** What counts as a write of a key: each request, or only one that writes. */
type Counting = 'each request' | 'what was written';

function refusal(status: number, code = status === 429 ? 'TooManyRequests' : 'SlowDown'): HttpProxyAnswer {
  const body = Buffer.from(`<Error><Code>${code}</Code><Message>not now</Message></Error>`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** Lets one write a second through to each key, as Cloudflare R2 does. No write is answered before `begin`. */
function throttle(counting: Counting, status: number, begin: Promise<unknown>): Handler {
  const written = new Map<string, number>();
  return async (exchange) => {
    const { method, path } = exchange.request;
    if (method !== 'PUT' && method !== 'DELETE') return exchange.answer(await exchange.forward());
    await begin;
    const key = path.split('?', 1)[0] ?? '';
    const isTooSoon = performance.now() - (written.get(key) ?? -Infinity) < SPACING_MS;
    if (!isTooSoon || counting === 'each request') written.set(key, performance.now());
    if (isTooSoon) return exchange.answer(refusal(status));
    const answer = await exchange.forward();
    if (answer.status >= 400 && counting === 'what was written') written.delete(key);
    return exchange.answer(answer);
  };
}

/** Is as other servers that speak of S3 are: it tells racers of one key that they are in each other's way. */
const conflicting: Handler = async (exchange) => {
  const isWrite = exchange.request.method === 'PUT';
  exchange.answer(isWrite ? refusal(409, 'ConcurrentModification') : await exchange.forward());
};

describeCluster('a store that refuses racers', function () {
  this.timeout(120_000);
  let storage: TestStorage;
  let proxy: HttpProxy;
  let service: Service;

  afterEach(async () => {
    await service.close();
    await proxy.close();
    await storage.dispose();
  });

  for (const counting of ['each request', 'what was written'] as const) {
    for (const status of [429, 503]) {
      it(`takes one write a second to a key, counts ${counting}, answers ${status}: is proven, and its service becomes ready`, async () => {
        storage = await clusterStorage();
        const asked = Promise.withResolvers<undefined>();
        const throttled = throttle(counting, status, asked.promise);
        proxy = await HttpProxy.start(String(storage.env['S3_ENDPOINT']), throttled);
        service = await createService(readConfig({ ...storage.env, S3_ENDPOINT: proxy.url }));
        const { url, prepared } = await service.start();
        const before = (await (await fetch(`${url}/health/ready`)).json()) as { missing: string[] };
        asked.resolve(undefined);
        expect(before.missing).to.deep.equal(['object store']);
        await prepared;
        await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
      });
    }
  }

  it('is named as what is missing while it cannot be proven', async () => {
    storage = await clusterStorage();
    proxy = await HttpProxy.start(String(storage.env['S3_ENDPOINT']), conflicting);
    service = await createService(readConfig({ ...storage.env, S3_ENDPOINT: proxy.url }));
    const { url } = await service.start();
    for (let asked = 0; asked < 3; asked++) {
      const ready = await fetch(`${url}/health/ready`);
      expect([ready.status, await ready.json()]).to.deep.equal([
        503,
        { status: 'not ready', missing: ['object store'] },
      ]);
    }
  });
});
