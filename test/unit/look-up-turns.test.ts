import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { LookUpTurns } from '../../src/http/limits/look-up-turns.js';

const AT_ONCE = 8;
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('LookUpTurns', () => {
  it('lets eight of an address go on at once, the others in order, and other addresses beside them', async () => {
    const turns = new LookUpTurns();
    const ends: (() => void)[] = [];
    const enter = (address: string) =>
      turns.enter(address).then((end) => {
        ends.push(end);
      });
    const all = Promise.all(Array.from({ length: 10 }, () => enter('192.0.2.1')));
    await turn();
    expect(ends).to.have.length(AT_ONCE);
    expect(turns.isBusy('192.0.2.1')).to.equal(true);
    expect(turns.isBusy('192.0.2.2')).to.equal(false);
    await enter('192.0.2.2');
    expect(ends).to.have.length(9);
    for (const end of ends.splice(0, 2)) end();
    await all;
    expect(ends).to.have.length(9);
    for (const end of ends.splice(0)) end();
    await turn();
    await enter('192.0.2.1');
    expect(ends).to.have.length(1);
  });

  it('refuse one that waits too long, and forget it: its turn goes to the next', async () => {
    const turns = new LookUpTurns(20);
    const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => turns.enter('192.0.2.1')));
    const late = await turns.enter('192.0.2.1').catch((error: unknown) => error);
    expect(late).to.be.instanceOf(OverloadedError);
    for (const end of ends) end();
    const next = await turns.enter('192.0.2.1');
    next();
    await turn();
    expect(turns.isBusy('192.0.2.1')).to.equal(false);
  });
});
