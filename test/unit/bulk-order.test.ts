import { expect } from 'chai';
import { AnswerQueue } from '../../src/http/bulk/answer-queue.js';
import { LineTurns } from '../../src/http/bulk/line-turns.js';

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

describe('LineTurns', () => {
  let work: Work;
  let turns: LineTurns;
  beforeEach(() => {
    work = new Work();
    turns = new LineTurns();
  });

  it('runs work of one name in order, and other work beside it', async () => {
    for (const [name, key] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['c1', undefined],
      ['a3', 'a'],
    ] as const) {
      void turns.run(key, work.of(name));
    }
    await settled();
    expect(work.begun).to.deep.equal(['a1', 'b1', 'c1']);
    await work.end('a1');
    expect(work.begun).to.deep.equal(['a1', 'b1', 'c1', 'a2']);
    await work.end('b1');
    void turns.run('b', work.of('b2'));
    await work.end('a2');
    expect(work.begun.slice(4)).to.deep.equal(['b2', 'a3']);
  });

  it('runs sixteen at once', async () => {
    for (let n = 0; n < 20; n++) void turns.run(undefined, work.of(String(n)));
    await settled();
    expect(work.begun).to.have.length(16);
    await work.end('3');
    expect(work.begun).to.have.length(17);
  });

  it('leaves room to others while work waits for its name', async () => {
    for (let n = 0; n < 40; n++) void turns.run('a', work.of(`a${n}`));
    void turns.run('b', work.of('b'));
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
