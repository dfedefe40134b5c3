import { expect } from 'chai';
import { CooperativeQueue } from '../../src/http/limits/cooperative-queue.js';

const LARGE = 33 * 1024;

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('CooperativeQueue', () => {
  it('does what is small at once, and gives no promise', () => {
    expect(new CooperativeQueue().run('ann', 32 * 1024, () => 'done')).to.equal('done');
  });

  it('lets owners take turns, with a turn of the event loop between any two pieces', async () => {
    const work = new CooperativeQueue();
    const done: string[] = [];
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) =>
      work.run(name[0] as string, LARGE, () => {
        done.push(name);
      }),
    );
    await stepByStep(done, 6);
    await Promise.all(all);
    expect(done).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets a caller go on in a turn of its own, before the next piece', async () => {
    const work = new CooperativeQueue();
    const done: string[] = [];
    const all = ['ann', 'bob'].map(async (owner) => {
      await work.run(owner, LARGE, () => {
        done.push(`piece of ${owner}`);
      });
      done.push(owner);
    });
    await stepByStep(done, 4);
    await Promise.all(all);
    expect(done).to.deep.equal(['piece of ann', 'ann', 'piece of bob', 'bob']);
  });

  it('raises what the work raises, and goes on', async () => {
    const work = new CooperativeQueue();
    const failed = Promise.resolve(
      work.run('ann', LARGE, () => {
        throw new Error('torn');
      }),
    ).catch(String);
    const next = work.run('ann', LARGE, () => 'done');
    expect(await failed).to.equal('Error: torn');
    expect(await next).to.equal('done');
  });

  it('does work in steps, with turns of the event loop between long pieces, and gives what it returns', async () => {
    const done: number[] = [];
    const result = new CooperativeQueue().runInSteps('ann', LARGE, longPieces(done));
    await stepByStep(done, 3);
    expect(await result).to.equal('done');
  });

  it('begins small work in steps at once', async () => {
    const done: number[] = [];
    const result = new CooperativeQueue().runInSteps('ann', 1, longPieces(done));
    expect(done).to.deep.equal([0]);
    expect(await result).to.equal('done');
  });

  it('raises what a step raises', async () => {
    const torn = (function* (): Generator<void, never> {
      yield;
      throw new Error('torn');
    })();
    const failed = new CooperativeQueue().runInSteps('ann', LARGE, torn).catch(String);
    expect(await failed).to.equal('Error: torn');
  });
});

/** No turn does more than one thing. */
async function stepByStep(done: readonly unknown[], until: number): Promise<void> {
  for (let before = 0; before < until; before = done.length) {
    await turn();
    expect(done.length - before).to.be.within(0, 1);
  }
}

/** Three pieces, each longer than a step. */
function* longPieces(done: number[]): Generator<void, string> {
  for (let n = 0; n < 3; n++) {
    const until = performance.now() + 6;
    while (performance.now() < until) continue;
    done.push(n);
    yield;
  }
  return 'done';
}
