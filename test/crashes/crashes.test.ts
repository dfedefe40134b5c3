import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { runCrashes } from './crash-run.js';

const ROUNDS = 12;

describeModes('crashes', (makePlace) => {
  it('at any step of a write lose and double nothing', async function () {
    this.timeout(120_000);
    const seed = Date.now() % 2 ** 32;
    const run = await runCrashes(await makePlace(), { rounds: ROUNDS, seed, onRound: undefined });
    expect(run.faults, `npm run crashes -- --seed ${seed} --rounds ${ROUNDS} --mode ${run.mode}`).to.deep.equal([]);
    expect(run.rounds).to.equal(ROUNDS);
    expect(run.acknowledged).to.be.above(10 * ROUNDS);
  });
});
