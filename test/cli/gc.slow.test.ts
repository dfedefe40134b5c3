// Slow: a killed command is followed by one that waits for its lease to end.
import { expect } from 'chai';
import { slotKey } from '../../src/log/object-keys.js';
import { eventually } from '../races/support.js';
import { plantDeleted, type PlantedDeletion as EndedDocument } from '../maintenance/planting.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from '../maintenance/maintenance-harness.js';
import { describeModes } from '../support/modes.js';
import { quire, startQuire } from './quire.js';

/** After a kill the lease of the dead one is waited for. */
const LONG_MS = 90_000;

describeModes('cli: gc that is killed', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);

  it('completes when it is run again after a kill', async function () {
    this.timeout(LONG_MS);
    const harness = getHarness();
    const env = { S3_TIMEOUT_MS: '1000', ...harness.storage.env };
    const planted: EndedDocument[] = [];
    for (let i = 0; i < 300; i++) planted.push(await plantDeleted(harness, { versions: 2, left: [1, 2] }));
    const child = startQuire(env, 'gc');
    await eventually('it removes', async () => (await countLeft(harness, planted)) < planted.length);
    child.kill('SIGKILL');
    await child.ended;
    const { code, stderr } = await quire(env, 'gc');
    expect(code, stderr).to.equal(0);
    // Those at which it was killed wait for another retention.
    expect(await countLeft(harness, planted)).to.be.at.most(8);
    expect((await harness.look()).left).to.equal(0);
  });
});

async function countLeft(harness: MaintenanceHarness, planted: readonly EndedDocument[]): Promise<number> {
  const left = await Promise.all(planted.map(({ id }) => harness.backends.store.read(slotKey(id, 1))));
  return left.filter((body) => body !== undefined).length;
}
