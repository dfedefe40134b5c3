/** A rebuild in an OpenSearch so busy that a block is not whole in time: writes under way take too long. */
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import type { FencingToken } from '../../src/ports/index-admin.js';
import { create, push, unique } from '../http/making.js';
import { describeCluster } from '../support/backends.js';
import { holdWrites } from '../support/hold-writes.js';
import { altering } from '../support/intercept-calls.js';
import { clusterStorage } from '../support/modes.js';
import { makeClient } from '../support/opensearch-client.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

/** Longer than writers may be kept waiting, so that the rebuild gives the block up. */
const HELD_MS = 4_000;
/** How long a write to an index that stays blocked is tried. */
const PATIENCE = { forMs: 10_000 };

describeCluster('a rebuild whose block is given up half set', function () {
  this.timeout(120_000);
  const getHarness = maintenanceHarnessOf(clusterStorage);
  let openSearch: ReturnType<typeof makeClient>;

  before(() => {
    const { storage } = readConfig(getHarness().storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    openSearch = makeClient(storage.openSearch);
  });
  after(() => openSearch?.close());

  for (const which of ['new', 'old'] as const) {
    it(`endHalfSet: goes on, and comes to its end, where it is of the ${which} index`, async () => {
      const harness = getHarness();
      const source = await harness.index();
      const client = await harness.caller({ owner: unique() });
      const { id } = await create(client);
      let held: Promise<unknown> | undefined;
      let blocks = 0;
      const admin = altering(harness.backends.admin, 'block', async (block, [token]) => {
        const { index } = token as FencingToken;
        if ((index === source) !== (which === 'old')) return block();
        blocks++;
        if (!held) held = (await holdWrites(openSearch, { index, ms: HELD_MS })).ended;
        return block();
      });
      const pushing = altering(admin, 'unblock', async (unblock, [token]) => {
        await unblock();
        // There is something to follow after each attempt.
        if ((token as FencingToken).index === source) await push(client, id);
      });
      await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin: pushing }, patience: PATIENCE });
      expect(blocks).to.be.greaterThan(1);
      await held;
      const { version } = await push(client, id);
      expect(version).to.be.greaterThan(2);
      expect(await harness.backends.admin.isBlocked(await harness.index())).to.equal(false);
    });
  }
});
