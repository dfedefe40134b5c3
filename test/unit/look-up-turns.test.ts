import { expect } from 'chai';
import { LookUpTurns } from '../../src/http/look-up-turns.js';

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

describe('LookUpTurns', () => {
  it('lets eight of an address go on at once, the others in order, and other addresses beside them', async () => {
    const turns = new LookUpTurns();
    const ends: (() => void)[] = [];
    const enter = (address: string) => turns.enter(address).then((end) => { ends.push(end); });
    const all = Promise.all(Array.from({ length: 10 }, () => enter('192.0.2.1')));
    await turn();
    expect(ends).to.have.length(8);
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
});
