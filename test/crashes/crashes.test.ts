import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { runCrashes } from './crash-run.js';

const ROUNDS = 10;

describeModes('crashes', (makePlace) => {
  it('at steps of a write, under load, lose and double nothing', async function () {
    this.timeout(300_000);
    const seed = Date.now() % 2 ** 32;
    const place = await makePlace();
    const run = await runCrashes(place, { rounds: ROUNDS, seed, onRound: undefined });
    expect(run.faults, `npm run crashes -- --seed ${seed} --rounds ${ROUNDS} --mode ${run.mode}`).to.deep.equal([]);
    expect(run.rounds).to.equal(ROUNDS);
    expect(run.acknowledged).to.be.above(5 * ROUNDS);
    await place.dispose();
  });
});
