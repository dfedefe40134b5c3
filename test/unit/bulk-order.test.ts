import { expect } from 'chai';
import { AnswerQueue } from '../../src/http/bulk/answer-queue.js';
import { LineOrder } from '../../src/http/bulk/line-order.js';

/** Work that ends when it is told to. */
class Work {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  of(name: string): () => Promise<string> {
    return () =>
      new Promise((resolve) => {
        this.begun.push(name);
        this.#ends.set(name, () => resolve(name));
      });
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }
}

/** All that was waiting for a turn has had it. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('LineOrder', () => {
  let work: Work;
  let turns: LineOrder;
  beforeEach(() => {
    work = new Work();
    turns = new LineOrder();
  });

  it('runs work of one name in order, and other work beside it', async () => {
    for (const [name, key] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['c1', undefined],
      ['a3', 'a'],
    ] as const) {
      void turns.run({ key }, work.of(name));
    }
    await settled();
    expect(work.begun).to.deep.equal(['a1', 'b1', 'c1']);
    await work.end('a1');
    expect(work.begun).to.deep.equal(['a1', 'b1', 'c1', 'a2']);
    await work.end('b1');
    void turns.run({ key: 'b' }, work.of('b2'));
    await work.end('a2');
    expect(work.begun.slice(4)).to.deep.equal(['b2', 'a3']);
  });

  it('runs sixteen at once', async () => {
    for (let n = 0; n < 20; n++) void turns.run({}, work.of(String(n)));
    await settled();
    expect(work.begun).to.have.length(16);
    await work.end('3');
    expect(work.begun).to.have.length(17);
  });

  it('runs work that has an identifier after earlier work that has a key, and the other way round', async () => {
    void turns.run({ id: 'x' }, work.of('id x'));
    void turns.run({ id: 'y' }, work.of('id y'));
    void turns.run({ key: 'k' }, work.of('key k'));
    void turns.run({ key: 'l' }, work.of('key l'));
    void turns.run({ id: 'x' }, work.of('id x again'));
    void turns.run({}, work.of('new'));
    await settled();
    expect(work.begun.splice(0)).to.deep.equal(['id x', 'id y', 'new']);
    await work.end('id x');
    expect(work.begun).to.deep.equal([]);
    await work.end('id y');
    expect(work.begun.splice(0)).to.deep.equal(['key k', 'key l']);
    await work.end('key l');
    expect(work.begun).to.deep.equal([]);
    await work.end('key k');
    expect(work.begun).to.deep.equal(['id x again']);
  });

  it('runs work that has both names after earlier work of either, beside all other work', async () => {
    void turns.run({ id: 'x' }, work.of('id x'));
    void turns.run({ id: 'y', key: 'l' }, work.of('other'));
    void turns.run({ id: 'x', key: 'k' }, work.of('both'));
    await settled();
    expect(work.begun.splice(0)).to.deep.equal(['id x', 'other']);
    void turns.run({ key: 'k' }, work.of('key k'));
    await work.end('id x');
    expect(work.begun.splice(0)).to.deep.equal(['both']);
    await work.end('both');
    expect(work.begun).to.deep.equal(['key k']);
  });

  it('leaves room to others while work waits for its name', async () => {
    for (let n = 0; n < 40; n++) void turns.run({ key: 'a' }, work.of(`a${n}`));
    void turns.run({ key: 'b' }, work.of('b'));
    await settled();
    expect(work.begun).to.deep.equal(['a0', 'b']);
  });
});

describe('AnswerQueue', () => {
  let queue: AnswerQueue;
  beforeEach(() => {
    queue = new AnswerQueue();
  });

  const isDone = async (waiting: Promise<unknown>): Promise<boolean> => {
    let done = false;
    void waiting.then(() => (done = true));
    await settled();
    return done;
  };

  it('gives answers in their order, those together that are ready', async () => {
    let answerFirst = (_text: string): void => undefined;
    queue.add(new Promise((resolve) => (answerFirst = resolve)));
    queue.add(Promise.resolve('b'));
    const next = queue.next();
    expect(await isDone(next)).to.equal(false);
    answerFirst('a');
    queue.end();
    expect(await next).to.equal('ab');
    expect(await queue.next()).to.equal(undefined);
  });

  it('has room for 64 lines, answered or not', async () => {
    for (let n = 0; n < 64; n++) queue.add(Promise.resolve('x'));
    const room = queue.untilRoom();
    expect(await isDone(room)).to.equal(false);
    await queue.next();
    expect(await isDone(room)).to.equal(true);
  });

  it('has room for a quarter of a megabyte of answers', async () => {
    queue.add(Promise.resolve('x'.repeat(256 * 1024)));
    await settled();
    const room = queue.untilRoom();
    expect(await isDone(room)).to.equal(false);
    await queue.next();
    expect(await isDone(room)).to.equal(true);
  });

  it('keeps nobody waiting when it is abandoned', async () => {
    for (let n = 0; n < 64; n++) queue.add(new Promise(() => undefined));
    const waiting = [queue.untilRoom(), queue.next()];
    queue.abandon();
    expect(await Promise.all(waiting)).to.deep.equal([undefined, undefined]);
  });
});
