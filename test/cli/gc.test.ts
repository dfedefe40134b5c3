import { expect } from 'chai';
import type { GcReport } from '../../src/maintenance/gc/gc.js';
import { MaintenanceRuns } from '../../src/log/maintenance-runs.js';
import { headAt, plant, plantDeleted, plantLife } from '../maintenance/planting.js';
import { maintenanceHarnessOf } from '../maintenance/maintenance-harness.js';
import { newOwner } from '../support/factories.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { quire, quireMisuse, type EndedCommand } from './quire.js';

describeModes('cli: gc', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  const gc = (...options: string[]): Promise<EndedCommand> =>
    quire({ S3_TIMEOUT_MS: '1000', ...getHarness().storage.env }, 'gc', ...options);

  it('says what it would remove, and removes it', async () => {
    const harness = getHarness();
    const runs = new MaintenanceRuns(harness.backends.store);
    const old = await plantDeleted(harness, { versions: 2, left: [1, 2] });
    const young = await plantDeleted(harness, { deletedAt: new Date().toISOString() });
    const key = { owner: newOwner(), key: 'a' };
    await plantDeleted(harness, await plantLife(harness, { ...key, life: 1 }));
    await plant(harness, await plantLife(harness, { ...key, life: 2 }));
    const foreseen = await gc('--dry-run');
    expect(foreseen.code, foreseen.stderr).to.equal(0);
    expect(foreseen.stdout)
      .to.match(
        / has 3 documents that were deleted\.\n {2}4 objects and 0 index entries of versions of 2 of them would be removed\n/,
      )
      .and.match(/\n {2}1 entries of clients' keys for earlier, deleted documents would be removed\n/)
      .and.match(
        /\n {2}1 are kept: they were deleted, or their objects removed, less than 35 days ago\nNothing was changed\.\n$/,
      );
    expect(await slotNumbers(harness.backends.store, old.id)).to.deep.equal([1, 2, 3]);
    expect(await runs.read('gc')).to.equal(undefined);
    const { code, stdout, stderr } = await gc('--json');
    expect(code, stderr).to.equal(0);
    expect(await runs.read('gc')).to.include({ result: 'done' });
    expect(JSON.parse(stdout) as GcReport).to.deep.include({
      removed: true,
      tombstones: 3,
      documents: 2,
      slots: 4,
      lives: 1,
    });
    for (const line of stderr.trimEnd().split('\n')) JSON.parse(line);
    expect(await slotNumbers(harness.backends.store, old.id)).to.deep.equal([]);
    expect((await headAt(harness, old.id))?.head.updatedAt).not.to.equal(old.tombstone.createdAt);
    expect((await headAt(harness, young.id))?.head.deleted).to.equal(true);
  });

  it('ends with 2 where log and index do not agree', async () => {
    const { id, tombstone } = await plantDeleted(getHarness(), { versions: 2, left: [1] });
    await getHarness().log.remove(id, tombstone.version);
    const { code, stdout, stderr } = await gc();
    expect([code, stdout.includes(`\n    ${id}\n`)]).to.deep.equal([2, true]);
    expect(stderr).to.match(/quire: 1 deleted documents were left/);
    const runs = new MaintenanceRuns(getHarness().backends.store);
    expect(await runs.read('gc')).to.include({ result: 'faults left' });
    await getHarness().log.remove(id, 1);
    expect((await gc()).code).to.equal(0);
  });

  it('refuses a retention of less than a day', async () => {
    for (const retention of ['23h', '0d', '86399s', 'long', '1']) {
      expect(await quireMisuse(getHarness().storage.env, 'gc', '--retention', retention)).to.match(
        /a day at least|length of time/,
      );
    }
  });
});
