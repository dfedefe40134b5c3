// Long: rebuilds an index of many documents under load, and waits for the lease of a killed rebuild.
import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { Trial } from './trial.js';

/** `npm run reindex-trial` does the same with twenty thousand documents, and three kills. */
describeModes('a rebuild of many documents, killed on its way', (makeStorage) => {
  it('ends with an index that equals the log, and no answer in between was wrong or an error', async function () {
    this.timeout(600_000);
    const storage = await makeStorage();
    const report = await Trial.run(storage, {
      documents: 600,
      mostVersions: 8,
      writesPerSecond: 50,
      kills: 1,
      random: Math.random,
      note: undefined,
    });
    expect(report.documents).to.be.greaterThan(600);
    expect(report.writes).to.be.greaterThan(50);
    expect(report.searches).to.be.greaterThan(50);
    await storage.dispose();
  });
});
