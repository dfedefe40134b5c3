import { expect } from 'chai';
import { ApiError, createClient, isApiError, NoAnswerError, type RetryPause } from '../../src/client/client.js';
import { pauseBefore } from '../../src/client/retries.js';
import { DOCUMENT_ANSWER, fakeService, LIMITS_ANSWER, lost, made, ok, refusal } from './fake-service.js';

const DOCUMENT = { title: 'x', blocks: [] };
const BUSY = refusal(429, 'RATE_LIMITED', { 'Retry-After': '0' }, { window: 'minute' });

describe('the client', () => {
  it('repeats after 429, 503, a lost answer and a gateway, with one Idempotency-Key', async () => {
    const replies = [BUSY, refusal(503, 'UNAVAILABLE'), lost(), new Response('<html>', { status: 502 }), made()];
    const { client, asked } = fakeService(replies);
    expect((await client.createDocument(DOCUMENT)).id).to.equal('a');
    const keys = asked.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    expect(keys).to.deep.equal(Array(5).fill(keys[0]));
  });

  it('says how long it waits, and whether the service has asked for it', async () => {
    const pauses: RetryPause[] = [];
    const asks = refusal(429, 'RATE_LIMITED', { 'Retry-After': '0.02' }, { window: 'minute' });
    const { client } = fakeService([asks, lost(), ok(LIMITS_ANSWER)], { onPause: (pause) => pauses.push(pause) });
    await client.getLimits();
    expect(pauses.map(({ isAsked }) => isAsked)).to.deep.equal([true, false]);
    expect(pauses[0]?.ms).to.be.at.least(20);
  });

  it('gives each call a key of its own, or the one that it is told', async () => {
    const patched = ok({ id: 'a', version: 1 });
    const { client, asked } = fakeService([patched, patched, made()]);
    await client.patchDocument('a', { title: 'x' });
    await client.patchDocument('a', { title: 'x' });
    await client.pushVersion('a', DOCUMENT, { idempotencyKey: 'mine', ifMatch: '"1"' });
    const [first, second, third] = asked.map(({ headers }) => headers['Idempotency-Key']);
    expect(first).not.to.equal(second);
    expect(third).to.equal('mine');
    expect(asked[2]?.headers['If-Match']).to.equal('"1"');
  });

  it('gives tags for If-Match, also behind a proxy that weakens them', async () => {
    const weak = () => ok(DOCUMENT_ANSWER, { ETag: 'W/"2.3"' });
    const { client } = fakeService([weak]);
    expect((await client.getDocument('a')).etag).to.equal('"2.3"');
  });

  it('repeats when an answer breaks off', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(lost()) });
    let answers = 0;
    const { client } = fakeService([() => (answers++ === 0 ? new Response(broken) : ok(DOCUMENT_ANSWER))]);
    expect(await client.getDocument('a')).to.deep.equal(DOCUMENT_ANSWER);
  });

  it('does not repeat what is refused for good', async () => {
    const { client, asked } = fakeService([refusal(404, 'DOCUMENT_NOT_FOUND', { 'X-Request-Id': 'r' })]);
    const error = await failureOf(client.getDocument('a'));
    expect(isApiError(error, 'DOCUMENT_NOT_FOUND') && error.requestId).to.equal('r');
    expect(isApiError(error, 'NOT_OWNER')).to.equal(false);
    expect(asked).to.have.length(1);
  });

  it('takes an answer of something else for none, and does not repeat it below 500', async () => {
    const { client, asked } = fakeService([new Response('<html>', { status: 404 })]);
    expect(await failureOf(client.getDocument('a')))
      .to.be.instanceOf(NoAnswerError)
      .and.include({ status: 404 });
    expect(asked).to.have.length(1);
  });

  it('ends after the attempts that are allowed', async () => {
    const { client, asked } = fakeService([lost()], { attempts: 3 });
    expect(await failureOf(client.getDocument('a'))).to.be.instanceOf(NoAnswerError);
    expect(asked).to.have.length(3);
  });

  it('tries more often once the service has answered', async () => {
    const { client, asked } = fakeService([lost(), lost(), ok(LIMITS_ANSWER), lost()], {
      attempts: 3,
      attemptsLater: 5,
    });
    await client.getLimits();
    expect(await failureOf(client.getLimits())).to.be.instanceOf(NoAnswerError);
    expect(asked).to.have.length(3 + 5);
    const refused = fakeService([refusal(404, 'DOCUMENT_NOT_FOUND'), lost()], { attempts: 3, attemptsLater: 5 });
    for (let call = 0; call < 2; call++) await failureOf(refused.client.getDocument('a'));
    expect(refused.asked).to.have.length(1 + 5);
    const never = fakeService([refusal(503, 'UNAVAILABLE')], { attempts: 3, attemptsLater: 5 });
    for (const tries of [3, 6]) {
      expect(await failureOf(never.client.getLimits())).to.be.instanceOf(ApiError);
      expect(never.asked).to.have.length(tries);
    }
  });

  it('raises at once what can never be sent', async () => {
    const { client, asked } = fakeService([ok({})]);
    const idempotencyKey = 'ключ';
    expect(await failureOf(client.createDocument(DOCUMENT, { idempotencyKey }))).to.be.instanceOf(TypeError);
    expect(asked).to.have.length(0);
  });

  it('ends at once where Retry-After is beyond the time that is allowed', async () => {
    const { client, asked } = fakeService([refusal(429, 'RATE_LIMITED', { 'Retry-After': '3600' })]);
    expect(await failureOf(client.getDocument('a')))
      .to.be.instanceOf(ApiError)
      .and.include({ retryAfterMs: 3_600_000 });
    expect(asked).to.have.length(1);
  });

  it('counts an attempt without an answer in its time as lost', async () => {
    const { client, asked } = fakeService(['silence', ok(DOCUMENT_ANSWER)], { attemptMs: 1 });
    expect(await client.getDocument('a')).to.deep.equal(DOCUMENT_ANSWER);
    expect(asked).to.have.length(2);
  });

  it('says that no whole answer came in the time of an attempt', async () => {
    const { client } = fakeService(['silence'], { attempts: 1, attemptMs: 1 });
    const error = (await failureOf(client.getDocument('a'))) as Error;
    expect(error.message).to.include('no whole answer came within 1 ms');
  });

  it('says which address gave no answer, without what may be secret in it', async () => {
    const away = () => Promise.reject(new TypeError('fetch failed'));
    const retries = { attempts: 1 };
    const at = (url: string) => createClient({ url, apiKey: 'secret', fetch: away, retries });
    const client = at('https://me:secret@docs.example/quire/');
    const messages = [
      await failureOf(client.searchDocuments({ q: 'secret' }).next()),
      await failureOf(client.putDocument('a/b c.md', { title: 'secret', blocks: [] })),
      await failureOf(client.getFolderByPath('/a/b c')),
      await failureOf(
        at('https://docs.example')
          .bulk([{ op: 'delete', id: 'a' }])
          .next(),
      ),
    ].map((error) => (error as Error).message);
    expect(messages).to.deep.equal([
      'no whole answer came (GET https://docs.example/quire/v1/documents/search)',
      'no whole answer came (PUT https://docs.example/quire/v1/documents/by-key/a/b%20c.md)',
      'no whole answer came (GET https://docs.example/quire/v1/folders/by-path/a/b%20c)',
      'no whole answer came (POST https://docs.example/v1/bulk)',
    ]);
  });

  it('takes no text for an address that is none, and names the option', () => {
    for (const url of ['', 'docs.example', 'localhost:8080', '127.0.0.1:8080', 'ftp://docs.example']) {
      expect(() => createClient({ url, apiKey: 'key' })).to.throw(
        TypeError,
        `the option url must be an address like https://docs.example.com, not "${url}"`,
      );
    }
  });

  it('ends with the reason of the signal, in a pause too', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { client } = fakeService([
      () => {
        queueMicrotask(() => controller.abort(reason));
        return refusal(503, 'UNAVAILABLE', { 'Retry-After': '60' });
      },
    ]);
    expect(await failureOf(client.getDocument('a', { signal: controller.signal }))).to.equal(reason);
  });

  it('ends with the reason of the signal while it waits for an answer', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { client } = fakeService(['silence'], { attempts: 1 });
    const failure = failureOf(client.getDocument('a', { signal: controller.signal }));
    controller.abort(reason);
    expect(await failure).to.equal(reason);
  });

  it('takes a document that is gone for deleted only where an attempt may have deleted it', async () => {
    const gone = refusal(404, 'DOCUMENT_NOT_FOUND');
    await fakeService([lost(), gone]).client.deleteDocument('a');
    await fakeService([refusal(503, 'UNAVAILABLE'), gone]).client.deleteDocumentByKey('a');
    await fakeService([lost(), refusal(404, 'FOLDER_NOT_FOUND')]).client.deleteFolder('a', { isRecursive: true });
    for (const replies of [[gone], [BUSY, gone]]) {
      expect(
        isApiError(await failureOf(fakeService(replies).client.deleteDocument('a')), 'DOCUMENT_NOT_FOUND'),
      ).to.equal(true);
    }
    expect(
      isApiError(await failureOf(fakeService([lost(), gone]).client.getDocument('a')), 'DOCUMENT_NOT_FOUND'),
    ).to.equal(true);
  });

  it('pauses for the time asked for, and a random part of a doubling one', () => {
    const most = (retry: number) => pauseBefore({ retry, retryAfterMs: 0, pauseMs: 250 }, () => 1);
    expect([1, 2, 3, 20].map(most)).to.deep.equal([250, 500, 1_000, 20_000]);
    expect(pauseBefore({ retry: 3, retryAfterMs: 2_000, pauseMs: 250 }, () => 0)).to.equal(2_000);
    expect(pauseBefore({ retry: 1, retryAfterMs: 2_000, pauseMs: 250 }, () => 0.5)).to.equal(2_125);
  });

  it('escapes what is in a path, and refuses what would lead elsewhere', async () => {
    const { client, asked } = fakeService([ok({ ...DOCUMENT_ANSWER, version: 1 })]);
    await client.getDocumentByKey('guides/a b?/ü.md');
    await client.getVersion('a/b', 1);
    expect(asked.map(({ path }) => path)).to.deep.equal([
      '/v1/documents/by-key/guides/a%20b%3F/%C3%BC.md',
      '/v1/documents/a%2Fb/versions/1',
    ]);
    for (const key of ['', '..', 'a/../b', 'a//b', '.'])
      expect(await failureOf(client.getDocumentByKey(key))).to.be.instanceOf(RangeError);
  });

  it('takes members that are undefined for absent', async () => {
    const page = (size: number, next: string | null) =>
      ok({ results: Array(size).fill({ id: 'a' }), next_cursor: next });
    const { client } = fakeService([page(50, 'a'), page(1, null)]);
    const query = { q: 'x', limit: undefined } as object as { q: string };
    expect(await sizeOf(client.searchDocuments(query))).to.equal(51);
    const away = fakeService([lost()], { attempts: undefined } as object);
    expect(await failureOf(away.client.getLimits())).to.be.instanceOf(NoAnswerError);
    expect(away.asked).to.have.length(6);
  });

  it('reads pages until the last one', async () => {
    const page = (size: number, next: string | null) =>
      ok({ results: Array(size).fill({ id: 'a' }), next_cursor: next });
    const search = fakeService([page(2, 'a'), page(2, 'b'), page(0, null)]);
    expect(await sizeOf(search.client.searchDocuments({ q: 'x', limit: 2 }))).to.equal(4);
    expect(search.asked.map(({ path }) => path)).to.deep.equal([
      '/v1/documents/search?q=x&limit=2',
      '/v1/documents/search?q=x&limit=2&cursor=a',
      '/v1/documents/search?q=x&limit=2&cursor=b',
    ]);
    const started = fakeService([page(1, 'a'), page(0, null)]);
    const query = { q: 'x', offset: 7 } as object as { q: string };
    expect(await sizeOf(started.client.searchDocuments(query))).to.equal(1);
    expect(started.asked[0]?.path).to.equal('/v1/documents/search?q=x&limit=50');
    const short = (next: string | null) => ok({ documents: next === 'b' ? [] : [{ id: 'a' }], next_cursor: next });
    const list = fakeService([short('a'), short('b'), short(null)]);
    expect(await sizeOf(list.client.listDocuments())).to.equal(2);
    expect(list.asked.map(({ path }) => path)).to.deep.equal([
      '/v1/documents?limit=200',
      '/v1/documents?limit=200&cursor=a',
      '/v1/documents?limit=200&cursor=b',
    ]);
  });
});

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function sizeOf(items: AsyncIterable<unknown>): Promise<number> {
  let size = 0;
  for await (const _ of items) size++;
  return size;
}
