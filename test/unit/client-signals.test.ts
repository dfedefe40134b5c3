import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import type { BulkOperation } from '../../src/client/client.js';
import { all, CALLINGS, failureOf, replyOf, RIGHT } from './each-call.js';
import { answerLines, fakeService, lost, ok, refusal, type Reply } from './fake-service.js';

describe('the signal of a caller', () => {
  const operations = (n: number): BulkOperation[] =>
    Array.from({ length: n }, (_, i) => ({ op: 'delete', key: `k${i}` }));

  /** How many listeners stay on a signal, with the entries of `AbortSignal.any`, which are not listed. */
  async function listenersAfter(work: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
    const { signal } = new AbortController();
    const { any } = AbortSignal;
    let entries = 0;
    AbortSignal.any = (signals) => {
      if ([...signals].includes(signal)) entries++;
      return any.call(AbortSignal, signals);
    };
    try {
      await work(signal);
    } finally {
      AbortSignal.any = any;
    }
    return entries + getEventListeners(signal, 'abort').length;
  }

  it('has no listener after 1,000 calls, whatever became of them', async () => {
    const replies: Reply[] = [
      replyOf(RIGHT['getDocument']!),
      lost(),
      refusal(404, 'DOCUMENT_NOT_FOUND'),
      refusal(503, 'UNAVAILABLE'),
      new Response(null, { status: 302 }),
      new Response('<html>'),
    ];
    for (const reply of replies) {
      const { client } = fakeService([reply], { attempts: 2, pauseMs: 0 });
      const left = await listenersAfter(async (signal) => {
        for (let n = 0; n < 1_000; n++) await failureOf(client.getDocument('a', { signal }));
      });
      expect(left).to.equal(0);
    }
    const silent = fakeService(['silence'], { attempts: 1, attemptMs: 1 });
    expect(
      await listenersAfter((signal) =>
        Promise.all(Array.from({ length: 100 }, () => failureOf(silent.client.getLimits({ signal })))),
      ),
    ).to.equal(0);
  });

  it('has none after each kind of call, nor after iterations that are broken off', async () => {
    for (const [name, answer] of Object.entries(RIGHT)) {
      const { client } = fakeService([replyOf(answer)]);
      expect(await listenersAfter((signal) => CALLINGS[name]!(client, { signal })), name).to.equal(
        name === 'bulk' ? 1 : 0,
      );
    }
    const lines = answerLines(...Array.from({ length: 10 }, (_, i) => ({ line: i + 1, status: 204 })));
    const page = ok({ documents: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c' });
    const left = await listenersAfter(async (signal) => {
      for (let n = 0; n < 300; n++) {
        for await (const _ of fakeService([lines]).client.bulk(operations(10), { signal })) break;
        for await (const _ of fakeService([page]).client.listDocuments({}, { signal })) break;
        expect(await all(fakeService([lines]).client.bulk(operations(10), { signal }))).to.have.length(10);
      }
    });
    expect(left).to.equal(0);
  });

  it('has one listener however many calls are under way', async () => {
    const controller = new AbortController();
    const { client } = fakeService(['silence', refusal(503, 'UNAVAILABLE', { 'Retry-After': '60' })]);
    const calls = Array.from({ length: 50 }, () => failureOf(client.getLimits({ signal: controller.signal })));
    expect(getEventListeners(controller.signal, 'abort')).to.have.length(1);
    controller.abort();
    await Promise.all(calls);
    expect(getEventListeners(controller.signal, 'abort')).to.deep.equal([]);
  });

  it('ends calls that are under way, and those that begin after it', async () => {
    const controller = new AbortController();
    const reason = new Error('mine');
    const { client } = fakeService(['silence']);
    const failures = Object.values(CALLINGS).map((call) => failureOf(call(client, { signal: controller.signal })));
    controller.abort(reason);
    for (const failure of failures) expect(await failure).to.equal(reason);
    for (const call of Object.values(CALLINGS)) {
      expect(await failureOf(call(client, { signal: controller.signal }))).to.equal(reason);
    }
    expect(getEventListeners(controller.signal, 'abort')).to.deep.equal([]);
  });
});
