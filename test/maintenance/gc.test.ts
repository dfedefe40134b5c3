import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { slotKey } from '../../src/log/object-keys.js';
import { reindex } from '../../src/maintenance/reindex/reindex.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, create, push, search, unique, type Created } from '../http/making.js';
import { keyed } from '../races/support.js';
import { callingBefore } from '../support/intercept-calls.js';
import { versionSummary } from '../support/factories.js';
import { Gate } from '../support/gate.js';
import { addText, objectsOf, slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { errorOf } from '../support/rebuild-helpers.js';
import {
  headAt,
  makeVersions,
  plant,
  plantDeleted,
  putInLog,
  tombstoneAfter,
  type PlantedDeletion,
} from './planting.js';
import { expectEmptied } from './remains.js';
import { Stepping } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { DAY_MS, RETENTION_MS, maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

const MINUTE_MS = 60_000;

describeModes('gc', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));
  afterEach(() => getHarness().gcAndFree());

  it('removes everything of a document that was deleted long ago, and frees its identifier', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    const report = await harness.gc();
    expect(report).to.deep.include({ removed: true, documents: 1, freed: 0, skipped: { count: 0, examples: [] } });
    expect(report.slots).to.be.at.least(1);
    await expectEmptied(harness, { id, versions: 3 });
    expect(await harness.gcAndFree()).to.deep.include({ documents: 0, freed: 1 });
    expect(await headAt(harness, id)).to.equal(undefined);
    expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    const { findings } = await harness.look({ writeMs: 20_000 });
    // By the clock of these collections the month was over; the counters count it still.
    expect(Object.keys(findings).filter((kind) => kind !== 'high month count')).to.deep.equal([]);
  });

  it('retention: keeps what was deleted less than it ago, by the time of the tombstone', async () => {
    const harness = getHarness();
    const now = Date.now();
    const deletedAt = (agoMs: number) => new Date(now - agoMs).toISOString();
    const made = { owner, versions: 2, left: [1, 2] };
    const young = await plantDeleted(harness, { ...made, deletedAt: deletedAt(RETENTION_MS - MINUTE_MS) });
    const old = await plantDeleted(harness, { ...made, deletedAt: deletedAt(RETENTION_MS + MINUTE_MS) });
    const before = await everythingOf(harness, young.id);
    const collection = { at: new Date(now).toISOString() };
    const foreseen = await harness.preview(collection);
    expect(foreseen).to.deep.include({ removed: false, tombstones: 2, documents: 1, slots: 3, freed: 0 });
    expect(foreseen.kept).to.deep.equal({ retention: 1, month: 0, keyed: 0 });
    expect(await slotNumbers(harness.backends.store, old.id)).to.deep.equal([1, 2, 3]);
    expect(await harness.gc(collection)).to.deep.equal({ ...foreseen, removed: true });
    await expectEmptied(harness, { id: old.id, versions: 3 });
    expect(await everythingOf(harness, young.id)).to.deep.equal(before);
    expect(await harness.gc(collection)).to.deep.include({ documents: 0, freed: 0 });
  });

  it('retention: frees an identifier a retention after the objects were removed, and not before', async () => {
    const harness = getHarness();
    const { id } = await plantDeleted(harness, { owner });
    const emptiedAt = Date.now();
    const after = (ms: number) => ({ at: new Date(emptiedAt + ms).toISOString() });
    expect((await harness.gc(after(0))).documents).to.equal(1);
    expect((await harness.gc(after(RETENTION_MS - MINUTE_MS))).freed).to.equal(0);
    await expectEmptied(harness, { id, versions: 2 });
    const foreseen = await harness.preview(after(RETENTION_MS));
    expect(foreseen).to.deep.include({ removed: false, documents: 0, freed: 1 });
    expect((await headAt(harness, id))?.head.deleted).to.equal(true);
    expect(await harness.gc(after(RETENTION_MS))).to.deep.equal({ ...foreseen, removed: true });
    expect(await headAt(harness, id)).to.equal(undefined);
  });

  it('retention: refuses one of less than a day', async () => {
    const harness = getHarness();
    const { id } = await plantDeleted(harness, { owner });
    for (const retentionMs of [DAY_MS - 1, 0, -1, NaN]) {
      expect(await errorOf(harness.gc({ retentionMs }))).to.be.instanceOf(OperatorError);
      expect(await errorOf(harness.preview({ retentionMs }))).to.be.instanceOf(OperatorError);
    }
    expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([2]);
    expect((await harness.gc({ retentionMs: DAY_MS })).documents).to.equal(1);
  });

  it("keeps what the month's quota still counts, whatever the retention, and a day longer", async () => {
    const harness = getHarness();
    const made = { owner, at: '2026-03-10T12:00:00.000Z', deletedAt: '2026-03-11T12:00:00.000Z' };
    const { id } = await plantDeleted(harness, made);
    const { admin } = harness.backends;
    for (const at of ['2026-03-20T00:00:00.000Z', '2026-03-31T23:59:59.999Z', '2026-04-01T12:00:00.000Z']) {
      const report = await harness.gc({ at, retentionMs: DAY_MS });
      expect(report.kept).to.deep.equal({ retention: 0, month: 1, keyed: 0 });
      await admin.refresh(await harness.index());
      expect(await admin.countCreated(await harness.index(), owner, '2026-03')).to.equal(1);
    }
    expect((await harness.gc({ at: '2026-04-02T00:00:01.000Z', retentionMs: DAY_MS })).documents).to.equal(1);
    await expectEmptied(harness, { id, versions: 2 });
  });

  it('gcEverySlot: leaves no stray, below the tombstone or above, that a rebuild would take for a document', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const word = unique();
    const gone = await plantDeleted(harness, { owner, title: word, versions: 3, left: [1, 2, 7] });
    const stray = tombstoneAfter(gone.versions[0]!);
    await harness.log.remove(gone.id, stray.version);
    await putInLog(harness, [stray]);
    const report = await harness.gc();
    expect(report).to.deep.include({ documents: 1, slots: 4 });
    await expectEmptied(harness, { id: gone.id, versions: 8 });
    await harness.backends.admin.discardCurrent();
    await harness.reindexHarness.reindex();
    expectError(await client.get(`/v1/documents/${gone.id}`), 'DOCUMENT_NOT_FOUND');
    expect((await search(client, { q: word })).count).to.equal(0);
  });

  it('removes the summaries that are left, those of strays too', async () => {
    const harness = getHarness();
    const { id } = await plantDeleted(harness, { owner, versions: 3, left: [9] });
    const { admin } = harness.backends;
    await admin.writeIfHigher(
      await harness.index(),
      [1, 3, 9].map((version) => ({ kind: 'summary', id, summary: versionSummary({ version }) })),
    );
    expect((await harness.preview()).summaries).to.equal(3);
    expect((await harness.gc()).summaries).to.equal(3);
    await expectEmptied(harness, { id, versions: 9 });
  });

  it('leaves what lives exactly as it is', async () => {
    const harness = getHarness();
    const [{ id }, { id: gone }] = [await create(client), await create(client)];
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${gone}`), 204);
    const before = await everythingOf(harness, id);
    const answer = (await client.get(`/v1/documents/${id}`)).text;
    expect((await harness.gc()).documents).to.equal(1);
    expect(await everythingOf(harness, id)).to.deep.equal(before);
    expect((await client.get(`/v1/documents/${id}`)).text).to.equal(answer);
  });

  it('removes nothing of a document that was made again since the log was seen to be empty', async () => {
    const harness = getHarness();
    const { id, tombstone } = await plantDeleted(harness, { owner });
    await harness.log.remove(id, tombstone.version);
    const [stray] = makeVersions({ id, owner });
    const late = callingBefore(harness.backends.admin, 'removeHead', () => putInLog(harness, [stray!]));
    expect(await harness.gc({ backends: { ...harness.backends, admin: late } })).to.deep.include({
      freed: 1,
      slots: 0,
    });
    expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([1]);
    await harness.log.remove(id, 1);
  });

  for (const [how, spoil] of Object.entries(DISAGREEMENTS())) {
    it(`leaves a document as it is whose log and head do not agree: ${how}`, async () => {
      const harness = getHarness();
      const ended = await plantDeleted(harness, { owner, versions: 2, left: [1] });
      await spoil(harness, ended);
      const before = await everythingOf(harness, ended.id);
      const report = await harness.gc();
      expect(report.skipped.examples).to.include(ended.id);
      expect(await everythingOf(harness, ended.id)).to.deep.equal(before);
      await harness.log.remove(ended.id, 1);
      await harness.log.remove(ended.id, 3);
    });
  }

  it('gcNotDuringReindex: does not begin beside a rebuild that has not come to its end', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const { id } = await plantDeleted(harness, { owner });
    await harness.reindexHarness
      .reindex({ stepping: new Stepping({ at: 30, how: 'before' }), timing: SILENT })
      .catch((error: unknown) => error);
    expect((await errorOf(harness.gc())).message).to.match(/run `quire reindex`, or `quire reindex --abort`, first/);
    expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([2]);
    await harness.reindexHarness.reindex();
    expect((await harness.gc()).documents).to.equal(1);
  });

  it('gcNotDuringReindex: does not begin while a rebuild runs, nor a rebuild while it does', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    await plantDeleted(harness, { owner });
    const [rebuilding, collecting] = [new Gate(), new Gate()];
    const rebuild = harness.reindexHarness.maintain({}, (tools) =>
      reindex(
        { ...tools, admin: rebuilding.before(tools.admin, 'checkpoint') },
        { retentionMs: RETENTION_MS, keepOldMs: 0, discardIndex: false, acceptUnreadable: false },
      ),
    );
    await rebuilding.reached;
    expect((await errorOf(harness.gc())).message).to.match(/a reindex is running already/);
    rebuilding.open();
    await rebuild;
    const collection = harness.gc({
      backends: { ...harness.backends, admin: collecting.before(harness.backends.admin, 'scanHeads') },
    });
    await collecting.reached;
    expect((await errorOf(harness.reindexHarness.reindex())).message).to.match(/a gc is running already/);
    collecting.open();
    expect((await collection).documents).to.equal(1);
  });
});

describeModes('gc of documents that were made with an Idempotency-Key', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);

  it('keyedStays: leaves their tombstones, also for a rebuild: a repeat of the create is 409 for ever', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const client = await harness.caller();
    const [key, body] = [unique(), content()];
    const make = () => client.post<Created>('/v1/documents', body, keyed(key));
    const { id } = expectStatus(await make(), 201);
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    await putInLog(harness, makeVersions({ id, versions: 1 }));
    expect((await harness.preview()).documents).to.equal(1);
    expect(await harness.gc()).to.deep.include({ documents: 1, slots: 1, freed: 0 });
    for (const collect of [() => harness.gcAndFree(), () => harness.gc()]) {
      expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([3]);
      expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
      const { kept, documents, freed } = await collect();
      expect({ keyed: kept.keyed, documents, freed }).to.deep.equal({ keyed: 1, documents: 0, freed: 0 });
    }
    await harness.backends.admin.discardCurrent();
    await harness.reindexHarness.reindex();
    expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
    expect((await harness.look({ writeMs: 20_000 })).left).to.equal(0);
  });
});

type Spoil = (harness: MaintenanceHarness, ended: PlantedDeletion) => Promise<unknown>;

function DISAGREEMENTS(): Record<string, Spoil> {
  return {
    'the tombstone is missing and a version is there': (harness, { id }) => harness.log.remove(id, 3),
    'the tombstone is not readable': (harness, { id }) => addText(harness.backends.store, slotKey(id, 3), '{'),
    'the tombstone is of another time': async (harness, { id, tombstone }) => {
      await harness.log.remove(id, 3);
      await putInLog(harness, [{ ...tombstone, createdAt: '2026-02-01T00:00:00.000Z' }]);
    },
    'there is a version in the place of the tombstone': async (harness, { id, versions }) => {
      await harness.log.remove(id, 3);
      await putInLog(harness, [{ ...versions[1]!, version: 3 }]);
    },
  };
}

describeModes('gc while everybody is at work', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage, 3);

  it('removes what is old, and nothing else', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    await harness.reindexHarness.atWork(async () => {
      for (let round = 0; round < 3; round++) {
        const old = [];
        for (let i = 0; i < 5; i++) old.push(await plantDeleted(harness, { versions: 2, left: [1] }));
        const lives = (await plant(harness))[0]!.document.id;
        expect((await harness.gc({ at: new Date().toISOString() })).documents).to.equal(5);
        for (const { id } of old) await expectEmptied(harness, { id, versions: 3 });
        expect((await headAt(harness, lives))?.head.deleted).to.equal(false);
      }
    });
    await harness.reindexHarness.verify();
  });
});

async function everythingOf(harness: MaintenanceHarness, id: string) {
  return [await headAt(harness, id), await objectsOf(harness.backends.store, `documents/${id}/`)];
}
