// Slow: a killed command is followed by one that waits for its lease to end.
import { expect } from 'chai';
import { maintenanceHarnessOf, type MaintenanceHarness } from '../maintenance/maintenance-harness.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { countMissing, firstOf, isRepaired, plantLost } from './lost-heads.js';
import { quire, startQuire, type EndedCommand, type Running } from './quire.js';

/** After a kill the lease of the dead one is waited for. */
const LONG_MS = 150_000;
/** doctor reads every document before it repairs the first. */
const REPAIRS_MS = 60_000;
const LOST = 200;

describeModes('cli: doctor that is stopped', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  const doctor = (...options: string[]): Promise<EndedCommand> => quire(getHarness().storage.env, 'doctor', ...options);

  it('is finished by the next one when it was killed', async function () {
    this.timeout(LONG_MS);
    const harness = getHarness();
    const lost = await plantLost(harness, LOST);
    const child = startQuire(harness.storage.env, 'doctor', '--repair', '--force', '--json');
    await untilItRepairs(child, harness, lost);
    child.kill('SIGKILL');
    await child.ended;
    const { code, stdout, stderr } = await doctor('--repair', '--force', '--json');
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ left: 0 });
    expect(await countMissing(harness, lost)).to.equal(0);
  });

  it('ends when it is asked to, and lets the next one begin at once', async function () {
    this.timeout(LONG_MS);
    const harness = getHarness();
    const lost = await plantLost(harness, LOST);
    const child = startQuire(harness.storage.env, 'doctor', '--repair', '--force');
    await untilItRepairs(child, harness, lost);
    child.kill('SIGINT');
    const { code, stderr } = await child.ended;
    expect([code, stderr.split('\n').at(-2)]).to.deep.equal([130, 'quire: stopped']);
    const next = await doctor('--repair', '--force', '--json');
    expect(next.code, next.stderr).to.equal(0);
    expect(await countMissing(harness, lost)).to.equal(0);
  });
});

async function untilItRepairs(child: Running, harness: MaintenanceHarness, lost: readonly string[]): Promise<void> {
  const tooEarly = child.ended.then(({ code, stderr }) => {
    throw new Error(`doctor ended with ${code} before it repaired anything: ${stderr}`);
  });
  await Promise.race([until(() => isRepaired(harness, firstOf(lost)), REPAIRS_MS, 'it repairs'), tooEarly]);
}
