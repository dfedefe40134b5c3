import { expect } from 'chai';
import { create } from '../http/making.js';
import { QuietProgress } from '../support/copying.js';
import { embeddedStorage } from '../support/modes.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

describe('the progress of a rebuild', () => {
  const getHarness = maintenanceHarnessOf(embeddedStorage);

  it('ends at the total that it said', async () => {
    const harness = getHarness();
    const client = await harness.caller();
    // Identifiers are random: an estimate is right now and then.
    for (let n = 1; n <= 8; n++) {
      await create(client);
      const progress = new QuietProgress();
      await harness.reindexHarness.reindex({ progress });
      expect(progress.works[0]).to.deep.equal({ label: 'Loading documents', total: n, done: n });
    }
  });
});
