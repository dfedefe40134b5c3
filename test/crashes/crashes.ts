import { expect } from 'chai';
import { describeModes, type TestStorage } from '../support/modes.js';
import { runCrashes } from './crash-run.js';

/** In full it is `npm run crashes`. */
export function describeCrashes(roundsIn: Readonly<Record<TestStorage['mode'], number>>): void {
  describeModes('crashes', (makeStorage) => {
    it('at steps of a write, under load, lose and double nothing', async function () {
      this.timeout(600_000);
      const seed = Date.now() % 2 ** 32;
      const storage = await makeStorage();
      const rounds = roundsIn[storage.mode];
      const run = await runCrashes(storage, { rounds, seed, onRound: undefined });
      expect(run.faults, `npm run crashes -- --seed ${seed} --rounds ${rounds} --mode ${run.mode}`).to.deep.equal([]);
      expect(run.rounds).to.equal(rounds);
      expect(run.acknowledged).to.be.above(5 * rounds);
      await storage.dispose();
    });
  });
}
