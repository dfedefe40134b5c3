// Slow: kills processes again and again, and pushes thousands of files.
import { expect } from 'chai';
import { quire } from '../cli/quire.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { HttpProxy } from '../support/http-proxy.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { rounds } from '../support/rounds.js';
import { until } from '../support/until.js';
import { checkDocuments } from './support/check-pushed.js';
import { changeFiles, killPushes } from './support/killed-pushes.js';
import { startLosingProxy } from './support/losing-proxy.js';
import { ProofScene, type SceneOptions } from './support/proof-scene.js';
import { startMeetingPlace } from './support/two-pushes.js';

/** May be given, so that the same choices are made again. */
const SEED = Number(process.env['QUIRE_SEED'] ?? Date.now() % 2 ** 32);
const TIMEOUT_MS = 1_200_000;
const KILLS = rounds(6, 100);
const KILLED_FILES = rounds(300, 2_000);
const SERVICE_KILLS = rounds(2, 5);
const FILES = rounds(250, 1_000);
/** Changes of so many take as many bulk requests as a push has under way. */
const MEETING_FILES = rounds(400, 1_000);
const FEW = 120;
const MORE_THAN_FEW = 300;
/** As many attempts as a service gets that never answered. */
const REFUSED = 6;

describeModes(`push, proofs (QUIRE_SEED=${SEED})`, (makeStorage) => {
  let storage: TestStorage;
  let scene: ProofScene;
  const begin = async (options: SceneOptions): Promise<void> => {
    storage = await makeStorage();
    scene = await ProofScene.start(storage, options);
  };
  afterEach(async () => {
    await scene.stop();
    await storage.dispose();
  });

  it(`makes each document and version once, killed ${KILLS} times`, async function () {
    await begin({ files: KILLED_FILES });
    const run = await killPushes(scene, KILLS, new SeededRandom(SEED));
    await scene.expectVersions();
    expect(run.amidWrites, 'kills amid writes').to.be.above(KILLS / 2);
    if (this.test)
      this.test.title += `, ${run.amidWrites} times amid writes, with ${run.endedPushes} pushes that ended`;
  }).timeout(TIMEOUT_MS);

  it('makes them once, if two pushes of one directory meet', async () => {
    await begin({ files: MEETING_FILES });
    await scene.expectPushed(await scene.push().ended);
    await changeFiles(scene.kept, new SeededRandom(SEED), 0.9);
    const meeting = await startMeetingPlace(scene.url);
    const two = [scene.push({ url: meeting.url }), scene.push({ url: meeting.url })];
    for (const push of two) await scene.expectPushed(await push.ended);
    await scene.expectVersions();
    await meeting.close();
  }).timeout(TIMEOUT_MS);

  it('makes them once, if the service is killed meanwhile', async () => {
    await begin({ files: FILES });
    const random = new SeededRandom(SEED);
    let amidWrites = 0;
    for (let kill = 0; kill < SERVICE_KILLS; kill++) {
      const push = scene.push();
      await push.untilWritten(1 + random.below(FILES / 2));
      if (!push.isEnded) amidWrites += 1;
      await scene.restartService();
      await scene.expectPushed(await push.ended);
      await changeFiles(scene.kept, random, 0.7);
    }
    await scene.expectVersions();
    expect(amidWrites).to.be.above(SERVICE_KILLS / 2);
  }).timeout(TIMEOUT_MS);

  it('waits for a service that is away for a while', async () => {
    await begin({ files: 50 });
    let refused = 0;
    const proxy = await HttpProxy.start(scene.url, async (exchange) => {
      const isLost = exchange.request.path === '/v1/bulk' && ++refused <= REFUSED;
      if (isLost) exchange.reset();
      else exchange.answer(await exchange.forward());
    });
    await scene.expectPushed(await scene.push({ url: proxy.url }).ended);
    await scene.expectVersions();
    expect(refused).to.be.above(REFUSED);
    await proxy.close();
  }).timeout(TIMEOUT_MS);

  it('makes them once, and counts them right, if answers are lost', async () => {
    await begin({ files: FILES });
    const random = new SeededRandom(SEED);
    const proxy = await startLosingProxy(scene.url, random);
    const created = await scene.push({ url: proxy.url }).ended;
    await scene.expectPushed(created);
    expect(created.counts).to.include({ created: FILES, updated: 0, unchanged: 0 });
    const changes = await changeFiles(scene.kept, random, 0.7);
    const changed = await scene.push({ url: proxy.url }).ended;
    await scene.expectPushed(changed);
    expect(changed.counts).to.include({ ...changes, conflict: 0, failed: 0 });
    await scene.expectVersions();
    expect(proxy.lost / proxy.answers).to.be.above(0.25);
    await proxy.close();
  }).timeout(TIMEOUT_MS);

  for (const [name, few, why] of [
    ['requests of the day', { per_day: FEW }, 'RATE_LIMITED'],
    ['documents of the month', { documents_per_month: FEW }, 'QUOTA_EXCEEDED'],
  ] as const) {
    it(`leaves what is done, and does the rest with a larger plan, if the ${name} run out`, async () => {
      const large = { per_minute: 1_000_000, per_day: 1_000_000, documents_per_month: 1_000_000 };
      await begin({ files: MORE_THAN_FEW, plan: 'few', plans: { large, few: { ...large, ...few } } });
      const refused = await scene.push().ended;
      expect(refused.code).to.equal(4);
      expect(await checkDocuments(scene.client, scene.kept)).to.deep.equal({ missing: scene.kept.paths, faults: [] });
      const part = await scene.push({ options: ['--force'] }).ended;
      expect(part.code).to.equal(4);
      expect(part.counts).to.include({ failed: 0, conflict: 0 });
      expect(part.stderr.trimEnd().split('\n').at(-1)).to.contain(`"error":{"code":"${why}"`);
      const { code, stderr } = await quire(scene.env, 'owners', 'set-plan', scene.owner, 'large');
      expect(code, stderr).to.equal(0);
      await until(async () => (await scene.planOf()) === 'large');
      const { missing, faults } = await checkDocuments(scene.client, scene.kept);
      expect(faults).to.deep.equal([]);
      expect(missing.length).to.be.within(MORE_THAN_FEW - FEW, MORE_THAN_FEW - 1);
      const rest = await scene.push().ended;
      await scene.expectPushed(rest);
      expect(rest.counts).to.include({
        created: missing.length,
        updated: 0,
        unchanged: MORE_THAN_FEW - missing.length,
      });
      await scene.expectVersions();
    }).timeout(TIMEOUT_MS);
  }
});
