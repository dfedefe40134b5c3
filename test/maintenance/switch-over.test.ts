/** For how long writers wait while requests are moved to a new index. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';
import { create, push, unique } from '../http/making.js';
import { altering } from '../support/intercept-calls.js';
import { describeModes, embeddedStorage } from '../support/modes.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

const TEST_MS = 60_000;
/** Longer than writers may wait. */
const SLOW_MS = 2_600;

describeModes('the switch of a rebuild', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);

  for (const which of ['old', 'new'] as const) {
    it(`lets writers go on where the block of the ${which} index takes too long, and tries again`, async () => {
      const harness = getHarness();
      const source = await harness.index();
      const client = await harness.caller({ owner: unique() });
      const { id } = await create(client);
      let release = (): void => undefined;
      let late: Promise<unknown> | undefined;
      const admin = altering(harness.backends.admin, 'block', (block, [token]) => {
        if (late || ((token as FencingToken).index === source) !== (which === 'old')) return block();
        // It comes when another rebuild would long have gone on.
        late = new Promise<void>((resolve) => {
          release = resolve;
        })
          .then(block)
          .catch(() => undefined);
        return late;
      });
      // It would never end if it waited for that block.
      const { pausedMs } = await harness.reindexHarness.reindex({
        backends: { ...harness.backends, admin: unblocking(admin) },
      });
      if (which === 'new') expect(pausedMs).to.be.greaterThan(0);
      release();
      await late;
      await push(client, id);
      expect(await harness.backends.admin.isBlocked(await harness.index())).to.equal(false);

      /** As soon as the block is lifted a writer is answered. */
      function unblocking(real: IndexAdmin): IndexAdmin {
        return altering(real, 'unblock', async (unblock, [token]) => {
          await unblock();
          if ((token as FencingToken).index === source) await push(client, id);
        });
      }
    }).timeout(TEST_MS);
  }
});

describe('the switch of a rebuild beside writers who keep pace', () => {
  const getHarness = maintenanceHarnessOf(embeddedStorage);

  it('comes about though the catch-up before the block is never short, and lets them wait', async () => {
    const { reindexHarness, backends } = getHarness();
    // A round of copying is slow only before the block: none that is slow keeps writers waiting.
    let isSlow = false;
    let slow = 0;
    const taking = altering(backends.admin, 'takeToken', (take) => {
      isSlow = true;
      return take();
    });
    const blocking = altering(taking, 'block', (block) => {
      isSlow = false;
      return block();
    });
    const admin = altering(blocking, 'checkpoint', async (checkpoint) => {
      if (isSlow) {
        isSlow = false;
        slow++;
        await delay(SLOW_MS);
      }
      return checkpoint();
    });
    const { pausedMs } = await reindexHarness.reindex({ backends: { ...backends, admin } });
    expect(slow).to.equal(4);
    expect(pausedMs).to.be.greaterThan(0);
  }).timeout(3 * TEST_MS);
});
