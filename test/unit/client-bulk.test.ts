import { setImmediate as nextTurn, setTimeout as timeOver } from 'node:timers/promises';
import { expect } from 'chai';
import type { BulkOperation, BulkResult, Client } from '../../src/client/client.js';
import { answerLines, fakeService, lost, refusal, type Asked } from './fake-service.js';

const put = (key: string): BulkOperation => ({ op: 'put', key, document: { title: key, blocks: [] } });
const remove = (key: string): BulkOperation => ({ op: 'delete', key });
const done = (line: number, status = 200) => ({ line, status });
const refused = (line: number, status: 429 | 503) => ({
  line,
  status,
  error: { code: status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE', message: 'No.', details: { retry_after: 0 } },
});

describe('bulk of the client', () => {
  it('cuts operations into requests of 1,000 lines, and numbers all of them', async () => {
    const { client, asked } = fakeService([(request) => answerLines(...linesOf(request).map((_, i) => done(i + 1)))]);
    const results = await resultsOf(
      client,
      Array.from({ length: 2_001 }, (_, i) => put(`k${i}`)),
    );
    expect(asked.map((request) => linesOf(request).length)).to.deep.equal([1_000, 1_000, 1]);
    expect(results.map(({ line }) => line)).to.deep.equal(Array.from({ length: 2_001 }, (_, i) => i + 1));
    expect(results[1_500]?.operation).to.deep.equal(put('k1500'));
  });

  it('cuts operations into requests of 8 MiB of UTF-8', async () => {
    const { client, asked } = fakeService([(request) => answerLines(...linesOf(request).map((_, i) => done(i + 1)))]);
    const large: BulkOperation = {
      op: 'create',
      document: { title: 'ü', blocks: [{ type: 'code', content: 'ü'.repeat(1_500_000) }] },
    };
    await resultsOf(client, [large, large, large, large]);
    expect(asked.map((request) => linesOf(request).length)).to.deep.equal([2, 2]);
    expect(asked[0]?.headers['Content-Type']).to.equal('application/x-ndjson');
  });

  it('gives each write a key of its own that a repeat has, too', async () => {
    const { client, asked } = fakeService([lost(), answerLines(done(1), done(2), done(3, 204))]);
    await resultsOf(client, [put('a'), { ...put('b'), idempotency_key: 'mine' } as BulkOperation, remove('c')]);
    const keys = asked.map((request) => linesOf(request).map((line) => line['idempotency_key']));
    expect(keys[0]?.[0]).to.match(/^[0-9a-f]{32}$/);
    expect(keys[0]?.slice(1)).to.deep.equal(['mine', undefined]);
    expect(keys[1]).to.deep.equal(keys[0]);
  });

  it('adds no key where none is wanted, and says which operations may have been done before', async () => {
    const { client, asked } = fakeService([answerLines(done(1)), answerLines(done(1, 201))]);
    const results = await resultsOf(client, [
      put('a'),
      { ...put('b'), if_none_match: '*', idempotency_key: null } as BulkOperation,
    ]);
    expect(asked.flatMap(linesOf).map((line) => 'idempotency_key' in line)).to.deep.equal([true, false, false]);
    expect(results.map(({ mayBeDone }) => mayBeDone)).to.deep.equal([false, true]);
  });

  it('cuts operations into requests that name no document twice, however they name it', async () => {
    const { client, asked } = fakeService([(request) => answerLines(...linesOf(request).map((_, i) => done(i + 1)))]);
    const byId = (id: string): BulkOperation => ({ op: 'delete', id });
    const both = (id: string, key: string): BulkOperation => ({ op: 'delete', id, key });
    const made: BulkOperation = { op: 'create', document: { title: 'x', blocks: [] } };
    const operations = [put('a'), put('b'), both('x', 'c'), made, byId('y'), both('z', 'd'), byId('z'), put('e')];
    await resultsOf(client, operations);
    const sent = asked.map((request) =>
      linesOf(request).map(({ id = '', key = '' }) => `${String(id)}/${String(key)}`),
    );
    expect(sent).to.deep.equal([['/a', '/b', 'x/c', '/'], ['y/', 'z/d'], ['z/'], ['/e']]);
  });

  it('sends again the lines that had no answer, in their order', async () => {
    const { client, asked } = fakeService([answerLines(done(1)), answerLines(done(1), done(2))]);
    const results = await resultsOf(client, [put('a'), put('b'), put('c')]);
    expect(keysOf(asked[1])).to.deep.equal(['b', 'c']);
    expect(results.map(({ line }) => line)).to.deep.equal([1, 2, 3]);
  });

  it('sends again from the line on that ended the answers', async () => {
    const ended = { ...refused(2, 503), ended: true };
    const { client, asked } = fakeService([answerLines(done(1), ended), answerLines(done(1))]);
    const results = await resultsOf(client, [put('a'), put('b')]);
    expect(keysOf(asked[1])).to.deep.equal(['b']);
    expect(results.map(({ status }) => status)).to.deep.equal([200, 200]);
  });

  it('sends again what was refused for a time', async () => {
    const first = answerLines(refused(1, 429), refused(2, 503), done(3));
    const { client, asked } = fakeService([first, answerLines(done(1), done(2))]);
    const results = await resultsOf(client, [put('a'), put('b'), put('c')]);
    expect(keysOf(asked[1])).to.deep.equal(['a', 'b']);
    expect(results.map(({ line, status }) => [line, status])).to.deep.equal([
      [3, 200],
      [1, 200],
      [2, 200],
    ]);
  });

  it('has an earlier operation on a document answered before it sends the next one', async () => {
    const { client, asked } = fakeService([
      answerLines(refused(1, 429), done(2)),
      (request) => answerLines(...linesOf(request).map((_, i) => done(i + 1))),
    ]);
    await resultsOf(client, [put('a'), put('b'), remove('a'), { op: 'delete', id: 'a' }, put('a')]);
    expect(asked.map(keysOf)).to.deep.equal([['a', 'b'], ['a'], ['a'], [undefined], ['a']]);
  });

  it('gives the refusals where they last', async () => {
    const { client } = fakeService([answerLines(done(1), refused(2, 429)), answerLines(refused(1, 429))], {
      attempts: 2,
    });
    const results = await resultsOf(client, [put('a'), put('b')]);
    expect(results.map(({ status, error }) => [status, error?.code])).to.deep.equal([
      [200, undefined],
      [429, 'RATE_LIMITED'],
    ]);
  });

  it('takes a document that is gone for deleted where a line may have deleted it', async () => {
    const gone = { line: 1, status: 404, error: { code: 'DOCUMENT_NOT_FOUND', message: 'No.', details: {} } };
    for (const [replies, status] of [
      [[lost(), answerLines(gone)], 204],
      [[answerLines(refused(1, 503)), answerLines(gone)], 204],
      [[answerLines(), answerLines(gone)], 204],
      [[answerLines({ ...refused(1, 503), ended: true }), answerLines(gone)], 404],
      [[refusal(429, 'RATE_LIMITED'), answerLines(gone)], 404],
      [[answerLines(refused(1, 429)), answerLines(gone)], 404],
      [[answerLines(gone)], 404],
    ] as const) {
      const [result] = await resultsOf(fakeService(replies).client, [remove('a')]);
      expect(result?.status).to.equal(status);
      expect(result?.error === undefined).to.equal(status === 204);
    }
  });

  it('ends with what ends it: a refusal of the request, or answers that stay away', async () => {
    const refusedForGood = fakeService([refusal(401, 'INVALID_API_KEY')]);
    expect(await failureOf(refusedForGood.client)).to.match(/INVALID_API_KEY/);
    const silent = fakeService([answerLines()], { attempts: 3 });
    expect(await failureOf(silent.client)).to.match(/before their time/);
    expect(silent.asked).to.have.length(3);
  });

  it('reads answers that come in pieces, which may end within a line and within a character', async () => {
    const bytes = await bytesOf(answerLines({ ...done(1), body: { title: 'é€😀' } }, done(2)));
    for (let length = 1; length <= bytes.length; length++) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
        bytes.subarray(i * length, (i + 1) * length),
      );
      const { client } = fakeService([() => streamOf(pieces)]);
      const [first, second] = await resultsOf(client, [put('a'), put('b')]);
      expect([first?.body?.['title'], second?.status], `${length} bytes a piece`).to.deep.equal(['é€😀', 200]);
    }
  });

  it('waits for a caller who takes long, and sends nothing again', async () => {
    const pieces = [bytesOf(answerLines(done(1))), bytesOf(answerLines(done(2), done(3)))];
    const { client, asked } = fakeService([() => streamOf(pieces)], { attemptMs: 20 });
    const results: BulkResult[] = [];
    for await (const result of client.bulk([put('a'), put('b'), put('c')])) {
      results.push(result);
      await timeOver(40);
    }
    expect(results.map(({ status, mayBeDone }) => [status, mayBeDone])).to.deep.equal(Array(3).fill([200, false]));
    expect(asked).to.have.length(1);
  });

  it('takes a stream that says nothing for lost', async () => {
    const pieces = [bytesOf(answerLines(done(1))), new Promise<Uint8Array>(() => undefined)];
    const { client, asked } = fakeService([() => streamOf(pieces), answerLines(done(1))], { attemptMs: 20 });
    expect((await resultsOf(client, [put('a'), put('b')])).map(({ mayBeDone }) => mayBeDone)).to.deep.equal([
      false,
      true,
    ]);
    expect(asked.map((request) => linesOf(request).length)).to.deep.equal([2, 1]);
  });

  it('ends with the signal while the caller works on a result, and while there is no operation', async () => {
    const reason = new Error('mine');
    const caller = new AbortController();
    // A stream that was received whole does not hear its signal.
    const { client } = fakeService([
      () => streamOf([bytesOf(answerLines(done(1))), new Promise<Uint8Array>(() => undefined)]),
    ]);
    const taken = client.bulk([put('a'), put('b')], { signal: caller.signal });
    expect((await taken.next()).done).to.equal(false);
    caller.abort(reason);
    expect(await taken.next().catch((error: unknown) => error)).to.equal(reason);

    for (const end of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('of the end'))]) {
      const other = new AbortController();
      const source = sourceOf(() => new Promise<never>(() => undefined), end);
      const waiting = client.bulk(source, { signal: other.signal }).next();
      other.abort(reason);
      expect(await waiting.catch((error: unknown) => error)).to.equal(reason);
      expect(source.ends).to.equal(1);
    }
  });

  it('gives no further result after the signal, though its answer has come', async () => {
    const reason = new Error('mine');
    const caller = new AbortController();
    const { client } = fakeService([answerLines(done(1), done(2))]);
    const taken = client.bulk([put('a'), put('b')], { signal: caller.signal });
    expect((await taken.next()).done).to.equal(false);
    caller.abort(reason);
    expect(await taken.next().catch((error: unknown) => error)).to.equal(reason);
  });

  it('ends its source where the caller stops, and with the failure of the source', async () => {
    let ended = 0;
    const source = async function* () {
      try {
        for (;;) yield put(`k${ended}`);
      } finally {
        await nextTurn();
        ended += 1;
      }
    };
    const failing = sourceOf(
      () => Promise.reject(new Error('no more')),
      () => Promise.reject(new Error('of the end')),
    );
    const { client } = fakeService([(request) => answerLines(...linesOf(request).map((_, i) => done(i + 1)))]);
    const { signal } = new AbortController();
    for await (const _ of client.bulk(source(), { signal })) break;
    expect(ended).to.equal(1);
    expect(await client.bulk(failing, { signal }).next().catch(String)).to.equal('Error: no more');
    expect(failing.ends).to.equal(0);
  });

  it('reads no more of the operations than a request holds', async () => {
    let read = 0;
    const endless = function* () {
      for (;;) yield put(`k${read++}`);
    };
    const { client } = fakeService([(request) => answerLines(...linesOf(request).map((_, i) => done(i + 1)))]);
    for await (const _ of client.bulk(endless())) break;
    expect(read).to.be.at.most(1_001);
  });
});

async function bytesOf(answer: Response): Promise<Uint8Array> {
  return new Uint8Array(await answer.arrayBuffer());
}

/** `ends`: how often it was ended. */
function sourceOf(next: () => Promise<IteratorResult<BulkOperation>>, end: () => Promise<never>) {
  const source = {
    ends: 0,
    [Symbol.asyncIterator]: () => ({
      next,
      return: () => {
        source.ends += 1;
        return end();
      },
    }),
  };
  return source;
}

/** One chunk a piece, when it is there. */
function streamOf(pieces: readonly (Uint8Array | Promise<Uint8Array>)[]): Response {
  return new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

function linesOf({ body }: Asked): Record<string, unknown>[] {
  return body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function keysOf(asked: Asked | undefined): unknown[] {
  return asked ? linesOf(asked).map((line) => line['key']) : [];
}

async function resultsOf(client: Client, operations: BulkOperation[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for await (const result of client.bulk(operations)) results.push(result);
  return results;
}

async function failureOf(client: Client): Promise<string> {
  return resultsOf(client, [put('a')]).then(
    () => 'none',
    (error: unknown) => String(error),
  );
}
