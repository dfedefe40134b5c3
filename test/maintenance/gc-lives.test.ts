import { expect } from 'chai';
import { headOf } from '../../src/domain/head.js';
import { derivedId } from '../../src/domain/ids.js';
import { lifeKey } from '../../src/log/object-keys.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, keyPath, put, readByKey, unique, type PutDocument } from '../http/making.js';
import { eventually, keyed } from '../races/support.js';
import { keyLife } from '../support/factories.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { collect } from '../support/rebuild-helpers.js';
import { expectIndexEqualsLog } from './equals-log.js';
import {
  headAt,
  makeVersions,
  plant,
  plantDeleted,
  plantLife,
  putHead,
  putInLog,
  takeHead,
  type DeletedOverrides,
} from './planting.js';
import { expectNothingOf } from './remains.js';
import { DAY_MS, maintenanceHarnessOf, RETENTION_MS, type MaintenanceHarness } from './maintenance-harness.js';

const MINUTE_MS = 60_000;

type Spoil = (harness: MaintenanceHarness, id: string) => Promise<unknown>;

const DISAGREEMENTS: Record<string, Spoil> = {
  'it lives': async (harness, id) => {
    const [living] = makeVersions({ id, versions: 3 }).slice(2);
    await putHead(harness, headOf(living!));
  },
  'a version is in the place of its tombstone': async (harness, id) => {
    await harness.log.remove(id, 2);
    await putInLog(harness, makeVersions({ id, versions: 2 }).slice(1));
  },
  'its head is missing': takeHead,
};

describeModes("gc of clients' keys", (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  let key: string;

  beforeEach(async () => {
    key = unique();
    ({ owner, client } = await getHarness().newCaller());
  });
  afterEach(() => getHarness().gcToTheEnd());

  it('removes all that earlier documents of a key left, and nothing of the last one', async function () {
    this.timeout(MINUTE_MS);
    const harness = getHarness();
    const [repeat, body] = [keyed(unique()), content()];
    const former = [await madeAndDeleted(body, repeat), await madeAndDeleted()];
    const { id, title } = await put(client, key, content());
    const foreseen = await harness.preview();
    expect(foreseen).to.deep.include({ tombstones: 2, lives: 2, documents: 2, slots: 2, freed: 0 });
    expect(await harness.gc()).to.deep.equal({ ...foreseen, removed: true });
    for (const gone of former) await expectNothingOf(harness, { id: gone.id, versions: 2 });
    expect(await livesLeft()).to.deep.equal([3]);
    for (const isRebuilt of [false, true]) {
      if (isRebuilt) await rebuildFromLog();
      expect(await readByKey(client, key)).to.include({ id, title });
      expectError(await client.put(keyPath(key), body, repeat), 'IDEMPOTENCY_KEY_REUSED');
    }
    const { findings } = await harness.look({ writeMs: 20_000 });
    // By the clock of this collection the month was over; the counters count it still.
    expect(Object.keys(findings).filter((kind) => kind !== 'high month count')).to.deep.equal([]);
  });

  it('newestStays: the last document of a key leaves its tombstone, and the key leads to it for ever', async function () {
    this.timeout(MINUTE_MS);
    const harness = getHarness();
    const [repeat, body] = [keyed(unique()), content()];
    await madeAndDeleted();
    const { id } = await madeAndDeleted(body, repeat);
    expect(await harness.gc()).to.include({ lives: 1, documents: 2 });
    for (const collecting of [() => harness.gcAndFree(), rebuildFromLog, () => harness.gcToTheEnd()]) {
      await collecting();
      expect(await livesLeft()).to.deep.equal([2]);
      expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([2]);
      expectError(await client.put(keyPath(key), body, repeat), 'IDEMPOTENCY_KEY_REUSED');
    }
    expect((await put(client, key, content())).id).not.to.equal(id);
  });

  it('nextWasMade: a life stays for as long as nobody has made the document of the next one', async function () {
    this.timeout(MINUTE_MS);
    const harness = getHarness();
    const [former, last] = [await madeAndDeleted(), await madeAndDeleted()];
    const next = keyLife({ owner, key, life: 3 });
    // Its claimer has died: the key leads to the document before.
    await harness.keyLog.claim(next);
    expect(await harness.gcToTheEnd()).to.deep.include({ lives: 0, kept: { retention: 0, month: 0, keyed: 1 } });
    expect(await livesLeft()).to.deep.equal([2, 3]);
    await expectNothingOf(harness, { id: former.id, versions: 2 });
    expect(await slotNumbers(harness.backends.store, last.id)).to.deep.equal([2]);
    expect((await put(client, key, content())).id).to.equal(next.id);
    expect((await harness.gc()).lives).to.equal(1);
    expect(await livesLeft()).to.deep.equal([3]);
  });

  it('retention: a life stays until the next one has had a document for it', async () => {
    const harness = getHarness();
    const now = Date.now();
    const at = (ms: number) => ({ at: new Date(now + ms).toISOString() });
    const former = await plantEnded(1, { versions: 2, left: [1, 2] });
    await plantLiving(2, at(MINUTE_MS - RETENTION_MS).at);
    // It is emptied as every deleted document.
    expect(await harness.gc(at(0))).to.include({ lives: 0, documents: 1, slots: 2 });
    expect(await harness.gc(at(MINUTE_MS - 1))).to.deep.include({
      lives: 0,
      kept: { retention: 0, month: 0, keyed: 1 },
    });
    expect(await livesLeft()).to.deep.equal([1, 2]);
    const foreseen = await harness.preview(at(MINUTE_MS));
    expect(foreseen).to.deep.include({ lives: 1, slots: 1, kept: { retention: 0, month: 0, keyed: 0 } });
    expect(await harness.gc(at(MINUTE_MS))).to.deep.equal({ ...foreseen, removed: true });
    await expectNothingOf(harness, { id: former, versions: 3 });
  });

  it("keeps a life for as long as the month's quota counts its document", async () => {
    const harness = getHarness();
    const made = { at: '2026-03-10T12:00:00.000Z', deletedAt: '2026-03-11T12:00:00.000Z' };
    const former = await plantEnded(1, made);
    await plantLiving(2, '2026-03-12T12:00:00.000Z');
    const collection = { at: '2026-04-01T12:00:00.000Z', retentionMs: DAY_MS };
    expect(await harness.gc(collection)).to.deep.include({ lives: 0, kept: { retention: 0, month: 1, keyed: 0 } });
    expect((await harness.gc({ ...collection, at: '2026-04-02T00:00:01.000Z' })).lives).to.equal(1);
    await expectNothingOf(harness, { id: former, versions: 2 });
  });

  it('gcEverySlot: removes what came late to an earlier document, and what a killed run has left', async () => {
    const harness = getHarness();
    const [former, headless] = [await plantEnded(1, { versions: 2 }), await plantEnded(2)];
    await plantLiving(3);
    await putInLog(harness, makeVersions({ id: former, owner }));
    await harness.log.remove(headless, 2);
    await takeHead(harness, headless);
    expect(await harness.gc()).to.include({ lives: 2, slots: 2 });
    await expectNothingOf(harness, { id: former, versions: 3 });
    expect(await livesLeft()).to.deep.equal([3]);
  });

  for (const [how, spoil] of Object.entries(DISAGREEMENTS)) {
    it(`leaves and names an earlier document of whom log and head disagree: ${how}`, async () => {
      const harness = getHarness();
      const id = await plantEnded(1);
      await plantLiving(2);
      await spoil(harness, id);
      for (const report of [await harness.preview(), await harness.gc()]) {
        expect(report).to.deep.include({ lives: 0, skipped: { count: 1, examples: [id] } });
      }
      expect(await livesLeft()).to.deep.equal([1, 2]);
      for (const slot of [1, 2]) await harness.log.remove(id, slot);
      await harness.keyLog.remove(nameOf(), 1);
    });
  }

  it('leaves and names a life that cannot be read', async () => {
    const harness = getHarness();
    const id = await plantEnded(1);
    await plantLiving(2);
    await harness.backends.store.put(lifeKey(nameOf(), 1), Buffer.from('{"format":3'));
    const skipped = { count: 1, examples: [lifeKey(nameOf(), 1)] };
    expect(await harness.gc()).to.deep.include({ lives: 0, skipped });
    expect((await headAt(harness, id))?.head.deleted).to.equal(true);
    await harness.keyLog.remove(nameOf(), 1);
  });

  const nameOf = () => derivedId('by-key', owner, key);
  const plantEnded = async (life: number, overrides: DeletedOverrides = {}): Promise<string> =>
    (await plantDeleted(getHarness(), { ...(await plantLife(getHarness(), { owner, key, life })), ...overrides })).id;
  const plantLiving = async (life: number, at?: string) =>
    plant(getHarness(), { ...(await plantLife(getHarness(), { owner, key, life })), ...(at && { at }) });
  const livesLeft = () => collect(getHarness().keyLog.lives(nameOf()));

  async function madeAndDeleted(body = content(), headers = {}): Promise<PutDocument> {
    const made = await put(client, key, body, headers);
    expectStatus(await client.delete(keyPath(key)), 204);
    await eventually(
      'the end alone is left',
      async () => (await slotNumbers(getHarness().backends.store, made.id)).join() === '2',
    );
    return made;
  }

  async function rebuildFromLog(): Promise<void> {
    const { backends, reindexHarness } = getHarness();
    await backends.admin.discardCurrent();
    await reindexHarness.reindex();
    await expectIndexEqualsLog(backends);
  }
});
