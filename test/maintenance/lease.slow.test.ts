// Slow: rebuilds an index of 600 documents again and again, in OpenSearch too.
import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { RETENTION_MS } from '../../src/domain/limits.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { abortInterruptedRebuild } from '../../src/maintenance/reindex/former-rebuilds.js';
import { readStatus } from '../../src/maintenance/reindex/dry-run.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { plantDocuments } from './plant.js';
import { DiedError, Stepping, type SteppingPlan } from './stepping.js';
import { QUICK, SILENT, reindexHarnessOf } from './reindex-harness.js';

const MINUTES = 240_000;
const PLANTED = 600;
/** Sees a sign of life on a busy machine too. */
const PATIENT = { renewMs: 50, deadMs: 20_000 };

describeModes('rebuilds one after another', (makeStorage) => {
  const getHarness = reindexHarnessOf(makeStorage, 1);
  before(async function () {
    this.timeout(MINUTES);
    await plantDocuments(getHarness().backends.store, {
      owners: ['planted'],
      documents: PLANTED,
      mostVersions: 2,
      random: Math.random,
    });
    await getHarness().reindex();
  });

  const status = () => readStatus(new LeaseRecords(getHarness().backends.store));

  /** A run that does not come to its end, as if it had been killed there. */
  async function begin(plan: SteppingPlan, timing = SILENT): Promise<Stepping> {
    const stepping = new Stepping(plan);
    const fate = await getHarness()
      .reindex({ stepping, timing })
      .catch((error: unknown) => error);
    expect(fate).to.be.instanceOf(DiedError);
    return stepping;
  }

  it('are refused while one is alive, however slow it is', async function () {
    this.timeout(MINUTES);
    const stepping = new Stepping({ at: 30, how: 'held' });
    const first = getHarness().reindex({ stepping });
    await stepping.reached;
    for (let attempt = 0; attempt < 2; attempt++) {
      const refusal = await getHarness()
        .reindex({ timing: PATIENT })
        .catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(OperatorError);
      expect((refusal as Error).message).to.match(/running already/);
    }
    expect((await status()).state).to.equal('running or killed');
    stepping.release();
    await first;
    expect(await status()).to.deep.include({ maintenance: 'reindex', state: 'ended' });
  });

  it('begin at once after one that has ended, and go on from where a killed one was', async function () {
    this.timeout(MINUTES);
    await getHarness().reindex();
    const whole = new Stepping({ at: Infinity, how: 'held' });
    await getHarness().reindex({ stepping: whole });
    // Dead behind the first batch of the load, as soon as a sign of life has told of that.
    const killed = new Stepping({ at: 3, of: 'isBlocked', how: 'held' });
    const fate = getHarness()
      .reindex({ stepping: killed, timing: QUICK })
      .catch((error: unknown) => error);
    await killed.reached;
    await until(async () => ((await status()).rebuild?.counts.documents ?? 0) > 200);
    killed.die();
    expect(await fate).to.be.instanceOf(DiedError);
    const before = await status();
    expect(before.rebuild?.phase).to.equal('loading');
    const rest = new Stepping({ at: Infinity, how: 'held' });
    const report = await getHarness().reindex({ stepping: rest });
    expect(report).to.include({ resumed: true, generation: before.rebuild?.generation });
    expect(report.counts.documents).to.be.at.least(PLANTED);
    const reads = (stepping: Stepping) => stepping.calls.filter((call) => call === 'read').length;
    expect(reads(rest)).to.be.lessThan(reads(whole) - 200);
    await expectIndexEqualsLog(getHarness().backends);
  });

  it('stop when they are asked to, and go on afterwards', async function () {
    this.timeout(MINUTES);
    const stop = new AbortController();
    const stepping = new Stepping({ at: 300, of: 'read', how: 'held' });
    const running = getHarness()
      .reindex({ stepping, stop: stop.signal })
      .catch((error: unknown) => error);
    await stepping.reached;
    stop.abort(new Error('enough'));
    stepping.release();
    expect(((await running) as Error).message).to.equal('enough');
    expect((await status()).state).to.equal('ended');
    expect(await getHarness().reindex()).to.include({ resumed: true });
    await expectIndexEqualsLog(getHarness().backends);
  });

  it('begin anew where the killed one is older than half of the retention', async function () {
    this.timeout(MINUTES);
    await begin({ at: 300, of: 'read', how: 'before' });
    const { rebuild } = await status();
    const later = () => new Date(Date.now() + RETENTION_MS / 2 + 60_000);
    const report = await getHarness().reindex({ now: later });
    expect(report.resumed).to.equal(false);
    expect(report.generation).not.to.equal(rebuild?.generation);
    expect(await getHarness().backends.admin.find(rebuild?.generation as string)).to.equal(undefined);
  });

  it('are given up where the operator says so: the index before goes on, and takes writes', async function () {
    this.timeout(MINUTES);
    const now = await getHarness().backends.admin.current();
    await begin({ at: 1, of: 'block', how: 'after' });
    expect(await getHarness().backends.admin.isBlocked(now?.name as string)).to.equal(true);
    expect(await getHarness().maintain({}, abortInterruptedRebuild)).to.equal('given up');
    expect((await getHarness().backends.admin.current())?.name).to.equal(now?.name);
    await getHarness().writes(2);
    await getHarness().verify();
    expect(await getHarness().maintain({}, abortInterruptedRebuild)).to.equal('there was none');
  });
});
