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
});
