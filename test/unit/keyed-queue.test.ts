import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { KeyedQueue, type KeyedQueueOptions, type Turn } from '../../src/platform/keyed-queue.js';

/** A queue, what has begun in it, and how to end that. */
function begin(options: Partial<KeyedQueueOptions>) {
  const queue = new KeyedQueue({ refusal: () => new OverloadedError('too many searches are under way'), ...options });
  const begun: string[] = [];
  const turns = new Map<string, Turn>();
  const enter = async (key: string, name: string, units?: number): Promise<void> => {
    const turn = await queue.enter(key, units === undefined ? {} : { units });
    begun.push(name);
    turns.set(name, turn);
  };
  const end = async (name: string): Promise<void> => {
    turns.get(name)?.end();
    await nextTurn();
  };
  return { queue, begun, turns, enter, end };
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('KeyedQueue', () => {
  it('begins the work of one key in order, so much at once, and that of other keys beside it', async () => {
    const { queue, begun, enter, end } = begin({ mostOfOne: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => enter('ann', name)));
    await enter('bob', 'e');
    expect(begun).to.deep.equal(['a', 'b', 'e']);
    expect([queue.isBusy('ann'), queue.isBusy('bob')]).to.deep.equal([true, false]);
    await end('b');
    await end('b');
    expect(begun).to.deep.equal(['a', 'b', 'e', 'c']);
    await end('a');
    await all;
    expect(begun).to.deep.equal(['a', 'b', 'e', 'c', 'd']);
    for (const name of ['c', 'd', 'e']) await end(name);
    expect(queue.isBusy('ann')).to.equal(false);
  });

  it('lets keys take turns for the room that all share', async () => {
    const { begun, enter, end } = begin({ most: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void enter(name.slice(0, 1), name);
    await nextTurn();
    for (let n = 0; n < 5; n++) await end(begun[n] as string);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('lets nothing small overtake what waits for the room that all share', async () => {
    const { begun, enter, end } = begin({ most: 10 });
    await enter('a', 'first', 6);
    void enter('b', 'large', 8);
    void enter('c', 'small', 1);
    await nextTurn();
    expect(begun).to.deep.equal(['first']);
    await end('first');
    expect(begun).to.deep.equal(['first', 'large', 'small']);
  });

  it('lets a key that has used up its own part keep nobody else waiting', async () => {
    const { begun, enter } = begin({ most: 10, mostOfOne: 4 });
    await enter('a', 'a1', 4);
    void enter('a', 'a2', 1);
    await enter('b', 'b1', 4);
    expect(begun).to.deep.equal(['a1', 'b1']);
  });

  it('has room for work above a bound that is alone, and gives back what it shrinks by', async () => {
    const { begun, turns, enter } = begin({ most: 10, mostOfOne: 5 });
    await enter('a', 'a1', 20);
    void enter('a', 'a2', 5);
    void enter('b', 'b1', 5);
    await nextTurn();
    expect(begun).to.deep.equal(['a1']);
    turns.get('a1')?.shrinkTo(5);
    await nextTurn();
    expect(begun).to.deep.equal(['a1', 'b1']);
    turns.get('a1')?.end();
    await nextTurn();
    expect(begun).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('refuses work whose turn does not come in time, never begins it, and lets the next one begin', async () => {
    const { queue, begun, enter, end } = begin({ most: 10, waitMs: 20 });
    await enter('a', 'first', 8);
    let hasBegun = false;
    const late = queue.run('b', async () => (hasBegun = true), { units: 5 });
    const small = enter('c', 'small', 2);
    expect(await refusalOf(late))
      .to.be.instanceOf(OverloadedError)
      .with.property('message', 'too many searches are under way');
    await small;
    await end('first');
    expect([begun, hasBegun]).to.deep.equal([['first', 'small'], false]);
  });

  it('waits as long as the work says', async () => {
    const { queue, enter } = begin({ mostOfOne: 1 });
    await enter('a', 'first');
    expect(await refusalOf(queue.enter('a', { waitMs: 5 }))).to.be.instanceOf(OverloadedError);
  });

  it('gives a failure to its own caller only, and goes on', async () => {
    const { queue } = begin({ mostOfOne: 1 });
    const failing = refusalOf(queue.run('a', () => Promise.reject(new Error('away'))));
    const next = queue.run('a', async () => 'found');
    expect([((await failing) as Error).message, await next]).to.deep.equal(['away', 'found']);
  });
});
