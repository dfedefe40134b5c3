import { expect } from 'chai';
import type { DoctorReport } from '../../src/maintenance/doctor/doctor.js';
import { headAt, lastOf, plant, putInLog, tombstoneAfter } from '../maintenance/planting.js';
import { maintenanceHarnessOf } from '../maintenance/maintenance-harness.js';
import { describeModes } from '../support/modes.js';
import { plantLost } from './lost-heads.js';
import { quire, quireFault, type EndedCommand } from './quire.js';

describeModes('cli: doctor', function (makeStorage) {
  const getHarness = maintenanceHarnessOf(makeStorage);
  const doctor = (...options: string[]): Promise<EndedCommand> => quire(getHarness().storage.env, 'doctor', ...options);

  it('says that nothing is wrong, and ends with 0', async () => {
    await plant(getHarness(), { versions: 2 });
    const { code, stdout, stderr } = await doctor();
    expect(code, stderr).to.equal(0);
    expect(stdout)
      .to.match(
        /was compared with the log: 1 documents with 2 versions, 0 folders of older releases, .*month counts.*\.\n/,
      )
      .and.match(/\nNothing is wrong\.\n$/);
    expect(stderr).to.match(/^Comparing documents: 1 in /);
    expect((await doctor('--repair')).stdout).to.match(/\nNothing is wrong\.\n$/);
  });

  it('shows what it would do, changes nothing, and ends with 2; then repairs it, and ends with 0', async () => {
    const [lost, ended] = [await plantLost(getHarness(), 1), lastOf(await plant(getHarness()))];
    await putInLog(getHarness(), [tombstoneAfter(ended)]);
    const looked = await doctor();
    expect(looked.code).to.equal(2);
    const missing = '  1 documents are missing in the index';
    expect(looked.stdout)
      .to.include(`${missing}: would be made from their last objects\n    ${lost[0]}\n`)
      .and.include(`  1 deleted documents live on in the index: would be ended\n    ${ended.document.id}\n`)
      .and.match(/\nNothing was changed\. --repair repairs/);
    expect(looked.stderr).to.match(/\nquire: 2 faults are left\n$/);
    expect(await headAt(getHarness(), lost[0]!)).to.equal(undefined);

    const repaired = await doctor('--repair');
    expect(repaired.code, repaired.stderr).to.equal(0);
    expect(repaired.stdout)
      .to.include(`${missing}: made from their last objects\n    ${lost[0]}\n`)
      .and.match(/\nEverything is repaired\.\n$/);
    expect((await headAt(getHarness(), lost[0]!))?.head.deleted).to.equal(false);
    expect((await headAt(getHarness(), ended.document.id))?.head.deleted).to.equal(true);
  });

  it('says to programs in one line what it found, and on the way only in JSON', async () => {
    const [id] = await plantLost(getHarness(), 1);
    const { code, stdout, stderr } = await doctor('--json', '--repair');
    expect(code).to.equal(0);
    const report = JSON.parse(stdout) as DoctorReport;
    expect(report).to.deep.include({ repaired: true, refused: null, left: 0 });
    expect(report.findings).to.deep.equal({ missing_head: { count: 1, repaired: 1, examples: [id] } });
    for (const line of stderr.trimEnd().split('\n')) JSON.parse(line);
  });

  it('refuses to repair more than a few, ends with 2, and names the rebuild', async () => {
    const lost = await plantLost(getHarness(), 14);
    const { code, stdout } = await doctor('--repair');
    expect(code).to.equal(2);
    expect(stdout)
      .to.match(/\nRefused: 14 entries of the index are wrong, and more than 10 are not repaired without --force\.\n/)
      .and.include('quire reindex');
    expect(await headAt(getHarness(), lost[0]!)).to.equal(undefined);
    expect((await doctor('--repair', '--force')).code).to.equal(0);
  });

  it('ends with 2 where the counters cannot be reached, which cluster mode has', async () => {
    const { env, mode } = getHarness().storage;
    await getHarness().caller();
    const { code, stderr } = await quire({ ...env, REDIS_URL: 'redis://127.0.0.1:1' }, 'doctor');
    if (mode === 'embedded') expect(code, stderr).to.equal(0);
    else expect([code, stderr.split('\n').at(-2)]).to.deep.equal([2, 'quire: month counts were not compared']);
  });

  it('says in one line what is wrong with the index', async () => {
    await getHarness().backends.admin.discardCurrent();
    const { env, mode } = getHarness().storage;
    const command = mode === 'embedded' ? `DATA_DIR=${env['DATA_DIR']} quire` : 'quire';
    expect(await quireFault(env, 'doctor')).to.equal(`quire: there is no index: run \`${command} reindex\`\n`);
    expect(await quireFault(getHarness().storage.env, 'doctor', '--repair')).to.match(/quire reindex/);
  });
});
