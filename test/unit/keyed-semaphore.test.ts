import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore.js';

const AT_ONCE = 8;
const turnOfLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
const turnsOf = (waitMs: number) => new KeyedSemaphore({ atOnce: AT_ONCE, waitMs, tooMany: 'searches' });

describe('KeyedSemaphore', () => {
  it('let eight of a name go on at once, the others in order, and other names beside them', async () => {
    const turns = turnsOf(10_000);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const enter = (name: string, i: number) =>
      turns.enter(name).then((end) => {
        begun.push(i);
        ends.push(end);
      });
    const all = Promise.all(Array.from({ length: 10 }, (_, i) => enter('ann', i)));
    await turnOfLoop();
    expect(begun).to.have.length(AT_ONCE);
    expect([turns.isBusy('ann'), turns.isBusy('bob')]).to.deep.equal([true, false]);
    await enter('bob', 10);
    for (const end of ends.splice(0, 2)) end();
    await all;
    expect(begun).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9]);
    for (const end of ends) end();
    expect([turns.isBusy('ann'), turns.isBusy('bob')]).to.deep.equal([false, false]);
    await enter('ann', 11);
  });

  it('refuse work whose turn does not come in time, and never begin it: its turn goes to the next', async () => {
    const turns = turnsOf(20);
    const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => turns.enter('ann')));
    let hasBegun = false;
    const late = turns.run('ann', async () => {
      hasBegun = true;
    });
    const error: unknown = await late.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(OverloadedError).with.property('message', 'too many searches are under way');
    const next = turns.enter('ann');
    ends[0]?.();
    (await next)();
    for (const end of ends.slice(1)) end();
    await turnOfLoop();
    expect([hasBegun, turns.isBusy('ann')]).to.deep.equal([false, false]);
  });

  it('pass on what the work raises, and go on', async () => {
    const turns = new KeyedSemaphore({ atOnce: 1, waitMs: 10_000, tooMany: 'searches' });
    const failing = turns.run('ann', async () => {
      throw new Error('away');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('away');
    expect(await turns.run('ann', async () => 'found')).to.equal('found');
  });
});
