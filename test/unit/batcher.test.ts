import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Batcher, type BatcherOptions } from '../../src/adapters/opensearch/transport/batcher.js';
import { Deadline } from '../../src/platform/deadline.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

type Options = BatcherOptions<string, string>;
type Sent = { items: readonly string[]; answer: (results?: readonly string[]) => void; fail: (error: Error) => void };

const allSent: Sent[] = [];

/** A batcher whose batches are answered by hand. */
function batcher(limits: Partial<Pick<Options, 'maxInFlight' | 'maxItems' | 'maxWeight' | 'patienceMs'>> = {}) {
  const sent: Sent[] = [];
  const subject = new Batcher<string, string>({
    what: 'test',
    send: (items) =>
      new Promise((resolve, reject) => {
        const batch: Sent = {
          items,
          answer: (results = items.map((item) => item.toUpperCase())) => resolve(results),
          fail: reject,
        };
        sent.push(batch);
        allSent.push(batch);
      }),
    bind: () => (work) => work(),
    weightOf: (item) => item.length,
    maxInFlight: 1,
    maxItems: 100,
    maxWeight: 100,
    patienceMs: 60_000,
    ...limits,
  });
  const submit = (item: string) => subject.submit(item, new Deadline(60_000));
  return { sent, subject, submit, batches: () => sent.map(({ items }) => items.join(' ')) };
}

describe('Batcher', () => {
  it('sends a batch that waited as of the request of its first item', async () => {
    let current = 'none';
    const sentAs: string[] = [];
    const subject = new Batcher<string, string>({
      what: 'test',
      send: async (items) => {
        sentAs.push(`${current}: ${items.join(' ')}`);
        return items;
      },
      bind: () => {
        const bound = current;
        return (work) => {
          current = bound;
          return work();
        };
      },
      weightOf: () => 1,
      maxInFlight: 1,
      maxItems: 100,
      maxWeight: 100,
    });
    const submitAs = (name: string, item: string) => {
      current = name;
      return subject.submit(item, new Deadline(60_000));
    };
    const first = submitAs('one', 'a');
    await endOfTurn();
    await Promise.all([first, submitAs('two', 'b'), submitAs('three', 'c')]);
    expect(sentAs).to.deep.equal(['one: a', 'two: b c']);
  });

  /** Items left open would keep their timers, and the process, for as long as their deadline. */
  afterEach(() => {
    for (const { answer } of allSent.splice(0)) answer();
  });

  it('sends a lone item in the turn in which it came', async () => {
    const { sent, submit, batches } = batcher();
    const result = submit('a');
    await endOfTurn();
    expect(batches()).to.deep.equal(['a']);
    sent[0]?.answer();
    expect(await result).to.equal('A');
  });

  it('lets what comes in one turn travel together', async () => {
    const { sent, submit, batches } = batcher();
    const results = ['a', 'b', 'c'].map(submit);
    await endOfTurn();
    expect(batches()).to.deep.equal(['a b c']);
    sent[0]?.answer();
    expect(await Promise.all(results)).to.deep.equal(['A', 'B', 'C']);
  });

  it('lets what comes while a batch is under way travel together', async () => {
    const { sent, submit, batches } = batcher({ maxInFlight: 2 });
    const first = submit('a');
    await endOfTurn();
    const later = ['b', 'c'].map(submit);
    await endOfTurn();
    expect(batches()).to.deep.equal(['a']);
    sent[0]?.answer();
    expect(await first).to.equal('A');
    expect(batches()).to.deep.equal(['a', 'b c']);
    sent[1]?.answer();
    expect(await Promise.all(later)).to.deep.equal(['B', 'C']);
  });

  it('sends many beside a batch that has no answer yet, but no more batches than there may be', async () => {
    const { submit, batches } = batcher({ maxInFlight: 2 });
    const items = (count: number) => Array.from({ length: count }, () => 'x');
    const submitAll = async (count: number) => {
      void Promise.all(items(count).map(submit));
      await endOfTurn();
    };
    await submitAll(1);
    await submitAll(15);
    expect(batches()).to.have.length(1);
    await submitAll(1);
    expect(batches()[1]).to.equal(items(16).join(' '));
    await submitAll(16);
    expect(batches()).to.have.length(2);
  });

  it('sends a few beside a batch that has had no answer for long', async () => {
    const { sent, submit, batches } = batcher({ maxInFlight: 2, patienceMs: 5 });
    void submit('a');
    await endOfTurn();
    const [later] = ['b', 'c'].map(submit);
    await until(async () => sent.length === 2);
    expect(batches()).to.deep.equal(['a', 'b c']);
    sent[1]?.answer();
    expect(await later).to.equal('B');
  });

  it('goes on beside a second batch without an answer, too', async () => {
    const { sent, submit, batches } = batcher({ maxInFlight: 3, patienceMs: 5 });
    void submit('a');
    await endOfTurn();
    for (const [i, item] of ['b', 'c'].entries()) {
      void submit(item);
      await until(async () => sent.length === i + 2);
    }
    expect(batches()).to.deep.equal(['a', 'b', 'c']);
  });

  it('sends a lone item at once after a late answer', async () => {
    const { sent, submit, batches } = batcher({ maxInFlight: 2, patienceMs: 5 });
    void submit('a');
    await endOfTurn();
    void submit('b');
    await until(async () => sent.length === 2);
    for (const { answer } of sent) answer();
    await endOfTurn();
    void submit('c');
    await endOfTurn();
    expect(batches()).to.deep.equal(['a', 'b', 'c']);
  });

  it('lets a few wait again after heavy items and expired ones', async () => {
    const { sent, subject, submit, batches } = batcher({ maxInFlight: 2, maxWeight: 4 });
    const first = submit('eeee');
    await endOfTurn();
    await expectUnavailable(subject.submit('fff', new Deadline(5)), /no answer before the deadline/);
    void submit('g');
    await endOfTurn();
    expect(batches()).to.deep.equal(['eeee']);
    sent[0]?.answer();
    await first;
    void submit('h');
    await endOfTurn();
    expect(batches()).to.deep.equal(['eeee', 'g']);
  });

  it('sends a few beside a batch that is under way when no more fit together', async () => {
    const { submit, batches } = batcher({ maxInFlight: 3, maxItems: 3, maxWeight: 4 });
    const submitInTurn = async (...items: string[]) => {
      void Promise.all(items.map(submit));
      await endOfTurn();
    };
    await submitInTurn('a');
    await submitInTurn('b', 'c');
    expect(batches()).to.have.length(1);
    await submitInTurn('d');
    expect(batches().slice(1)).to.deep.equal(['b c d']);
    await submitInTurn('eeee');
    expect(batches().slice(2)).to.deep.equal(['eeee']);
  });

  it('bounds the number of items of a batch', async () => {
    const { sent, submit, batches } = batcher({ maxItems: 2 });
    const results = ['a', 'b', 'c'].map(submit);
    await endOfTurn();
    sent[0]?.answer();
    await results[0];
    expect(batches()).to.deep.equal(['a b', 'c']);
  });

  it('bounds the weight of a batch, and sends what is heavier alone', async () => {
    const { sent, submit, batches } = batcher({ maxWeight: 3 });
    const results = ['a', 'bb', 'c', 'dddd', 'e'].map(submit);
    await endOfTurn();
    for (let i = 0; i < 3; i++) {
      sent[i]?.answer();
      await results[[0, 2, 3][i] as number];
    }
    expect(batches()).to.deep.equal(['a bb', 'c', 'dddd', 'e']);
  });

  it('gives a failed batch to its own items only, and goes on', async () => {
    const { sent, submit } = batcher();
    const failing = submit('a').catch((error: Error) => error.message);
    await endOfTurn();
    const next = submit('b');
    sent[0]?.fail(new UnavailableError('down'));
    expect(await failing).to.equal('down');
    sent[1]?.answer();
    expect(await next).to.equal('B');
  });

  it('takes an answer of another length for no answer', async () => {
    const { sent, submit } = batcher({ maxInFlight: 2, maxItems: 2 });
    const failing = expectUnavailable(submit('a'), /2 results for 1 items/);
    await endOfTurn();
    sent[0]?.answer(['A', 'B']);
    await failing;
  });

  it('never sends an item whose deadline passed while it waited', async () => {
    const { sent, subject, submit, batches } = batcher();
    const first = submit('a');
    await endOfTurn();
    const late = expectUnavailable(subject.submit('b', new Deadline(5)), /no answer before the deadline/);
    const third = submit('c');
    await late;
    sent[0]?.answer();
    await first;
    sent[1]?.answer();
    expect(await third).to.equal('C');
    expect(batches()).to.deep.equal(['a', 'c']);
  });

  it('ends an item at its deadline while its batch is under way', async () => {
    const { subject } = batcher();
    await expectUnavailable(subject.submit('a', new Deadline(5)), /no answer before the deadline/);
  });
});
