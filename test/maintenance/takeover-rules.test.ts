/** The rules for rebuilds that follow one another while one that was thought dead is only slow. */
import { expect } from 'chai';
import { INDEX_TTL_MS } from '../../src/domain/limits.js';
import { GenerationRecord } from '../../src/log/generation-record.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import type { IndexAdmin } from '../../src/ports/index-admin.js';
import { abortInterruptedRebuild } from '../../src/maintenance/reindex/former-rebuilds.js';
import { STATE_NAME, type RebuildState, type MaintenanceContext } from '../../src/maintenance/shared/rebuild-job.js';
import { LeaseLostError } from '../../src/maintenance/shared/lease.js';
import { readStatus } from '../../src/maintenance/reindex/dry-run.js';
import { expectError, type Client } from '../http/client.js';
import { create, unique, unknownId } from '../http/making.js';
import { altering, once } from '../support/intercept-calls.js';
import { describeModes } from '../support/modes.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { Stepping, type SteppingPlan } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

const MINUTE_MS = 60_000;

describeModes('the rules of a take-over', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let client: Client;

  beforeEach(async () => {
    client = await getHarness().caller({ owner: unique() });
  });

  it('tokenAlways: a block that comes late, when the rebuild was given up without one, does nothing', async () => {
    const harness = getHarness();
    const source = await harness.index();
    const held = new Stepping({ of: 'block', at: 1, how: 'held' });
    let isSet = false;
    const admin = altering(harness.backends.admin, 'block', async (real) => {
      await real();
      isSet = true;
    });
    const backends = { ...harness.backends, admin };
    const slow = errorOf(harness.reindexHarness.reindex({ backends, stepping: held, timing: SILENT }));
    await held.reached;
    expect(await harness.reindexHarness.maintain({}, abortInterruptedRebuild)).to.equal('given up');
    held.release();
    expect(await slow).to.be.instanceOf(LeaseLostError);
    // The slow one would lift such a block itself, if it lived.
    expect(isSet).to.equal(false);
    expect(await harness.index()).to.equal(source);
    expect(await harness.backends.admin.isBlocked(source)).to.equal(false);
    await create(client);
  }).timeout(MINUTE_MS);

  for (const [how, forget] of [
    ['noted', async () => undefined],
    ['noted no more', forgetRebuild],
  ] as const) {
    it(`finishWaits: writes go on after a swap that is ${how} when every node knows of it`, async () => {
      const harness = getHarness();
      await dieAt(harness, { of: 'swap', at: 1, how: 'after' });
      await harness.reindexHarness.maintain({}, forget);
      const steps: string[] = [];
      const swapping = altering(harness.backends.admin, 'swap', async (real) => {
        await real();
        steps.push('known to every node');
      });
      const admin = altering(swapping, 'unblock', async (real) => {
        steps.push('open');
        return real();
      });
      await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
      expect(steps.slice(0, 2)).to.deep.equal(['known to every node', 'open']);
      await create(client);
    }).timeout(MINUTE_MS);
  }

  it('resumeUnnamed: an index to which a swap may be under way is not gone on with', async () => {
    const harness = getHarness();
    const { generation } = await dieAt(harness, { of: 'swap', at: 1, how: 'before' });
    const report = await harness.reindexHarness.reindex();
    expect(report.resumed).to.equal(false);
    expect(report.generation).not.to.equal(generation);
    expect(await harness.backends.admin.find(generation)).to.equal(undefined);
  }).timeout(MINUTE_MS);

  it('nameBoth: the old and the new index are right ones before and after the swap', async () => {
    const harness = getHarness();
    const before = (await harness.backends.admin.current())?.generation;
    const named: (readonly string[])[] = [];
    const look = async () => {
      named.push(await new GenerationRecord(harness.backends.store).read());
      expectError(await client.get(`/v1/documents/${unknownId()}`), 'DOCUMENT_NOT_FOUND');
    };
    const lookOnce = [once(look), once(look)] as const;
    const admin = altering(harness.backends.admin, 'swap', async (real) => {
      await lookOnce[0]();
      await real();
      await lookOnce[1]();
    });
    const { generation } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(named).to.deep.equal([
      [before, generation],
      [before, generation],
    ]);
    expect(await new GenerationRecord(harness.backends.store).read()).to.deep.equal([generation]);
  }).timeout(MINUTE_MS);

  it('doubtBeforeSwap: nobody believes in an index that was lost any more when the new one takes its place', async () => {
    const harness = getHarness();
    let [loadedAt, swappedAt] = [0, 0];
    const loading = altering(harness.backends.admin, 'writeIfHigher', async (real) => {
      await real();
      loadedAt = performance.now();
    });
    const admin: IndexAdmin = altering(loading, 'swap', async (real) => {
      swappedAt ||= performance.now();
      return real();
    });
    await create(client);
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin }, options: { discardIndex: true } });
    expect(swappedAt - loadedAt).to.be.at.least(2 * INDEX_TTL_MS - 1);
  }).timeout(MINUTE_MS);

  /** A rebuild that was killed at that call, as the lease tells of it. */
  async function dieAt(harness: MaintenanceHarness, plan: SteppingPlan): Promise<{ generation: string }> {
    await errorOf(harness.reindexHarness.reindex({ stepping: new Stepping(plan), timing: SILENT }));
    const { rebuild } = await readStatus(new LeaseRecords(harness.backends.store));
    return { generation: rebuild?.generation as string };
  }
});

/** As a note does that was overtaken by an earlier one. */
async function forgetRebuild({ lease }: MaintenanceContext): Promise<void> {
  expect((lease.progressOf(STATE_NAME) as RebuildState | undefined)?.phase).to.equal('switching');
  lease.note(STATE_NAME, undefined);
  await lease.save();
}
