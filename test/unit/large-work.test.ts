import { expect } from 'chai';
import { LargeWork } from '../../src/http/limits/large-work.js';

const LARGE = 33 * 1024;

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('LargeWork', () => {
  it('does what is small at once, and gives no promise', () => {
    expect(new LargeWork().run('ann', 32 * 1024, () => 'done')).to.equal('done');
  });

  it('lets owners take turns, and the event loop turn between any two pieces', async () => {
    const work = new LargeWork();
    const done: string[] = [];
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) =>
      work.run(name[0] as string, LARGE, () => {
        done.push(name);
      }),
    );
    for (let n = 0; done.length < 6; n++) {
      expect(done.length).to.equal(n);
      await turn();
    }
    await Promise.all(all);
    expect(done).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('raises what the work raises, and goes on', async () => {
    const work = new LargeWork();
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
    const result = new LargeWork().runInSteps('ann', LARGE, longPieces(done));
    for (let n = 0; n <= 3; n++) {
      expect(done.length).to.equal(n);
      await turn();
    }
    expect(await result).to.equal('done');
  });

  it('begins small work in steps at once', async () => {
    const done: number[] = [];
    const result = new LargeWork().runInSteps('ann', 1, longPieces(done));
    expect(done).to.deep.equal([0]);
    expect(await result).to.equal('done');
  });

  it('raises what a step raises', async () => {
    const torn = (function* (): Generator<void, never> {
      yield;
      throw new Error('torn');
    })();
    const failed = new LargeWork().runInSteps('ann', LARGE, torn).catch(String);
    expect(await failed).to.equal('Error: torn');
  });
});

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
