import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { slotKey } from '../../src/log/object-keys.js';
import { reindex } from '../../src/maintenance/reindex/reindex.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, create, push, search, unique, type Created } from '../http/making.js';
import { keyed } from '../races/support.js';
import { callingBefore } from '../support/calling-before.js';
import { versionSummary } from '../support/factories.js';
import { Gate } from '../support/gate.js';
import { addText, objectsOf, slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { headAt, makeVersions, plant, plantDeleted, putInLog, tombstoneAfter, type Ended } from './planting.js';
import { expectEmptied } from './remains.js';
import { Stepping } from './stepping.js';
import { SILENT } from './town.js';
import { DAY_MS, RETENTION_MS, wardOf, type Ward } from './ward.js';

const MINUTE_MS = 60_000;

describeModes('gc', (makePlace) => {
  const getWard = wardOf(makePlace);
  let owner: string;
  let client: Client;

  beforeEach(async () => {
    owner = unique();
    client = await getWard().caller({ owner });
  });
  afterEach(() => getWard().gcAndFree());

  it('removes everything of a document that was deleted long ago, and frees its identifier', async () => {
    const ward = getWard();
    const { id } = await create(client);
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    const report = await ward.gc();
    expect(report).to.deep.include({ removed: true, documents: 1, freed: 0, skipped: { count: 0, examples: [] } });
    expect(report.slots).to.be.at.least(1);
    await expectEmptied(ward, { id, versions: 3 });
    expect(await ward.gcAndFree()).to.deep.include({ documents: 0, freed: 1 });
    expect(await headAt(ward, id)).to.equal(undefined);
    expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    const { findings } = await ward.look({ writeMs: 20_000 });
    // By the clock of these collections the month was over; the counters count it still.
    expect(Object.keys(findings).filter((kind) => kind !== 'high month count')).to.deep.equal([]);
  });

  it('retention: keeps what was deleted less than it ago, by the time of the tombstone', async () => {
    const ward = getWard();
    const now = Date.now();
    const deletedAt = (agoMs: number) => new Date(now - agoMs).toISOString();
    const made = { owner, versions: 2, left: [1, 2] };
    const young = await plantDeleted(ward, { ...made, deletedAt: deletedAt(RETENTION_MS - MINUTE_MS) });
    const old = await plantDeleted(ward, { ...made, deletedAt: deletedAt(RETENTION_MS + MINUTE_MS) });
    const before = await everythingOf(ward, young.id);
    const collection = { at: new Date(now).toISOString() };
    const foreseen = await ward.preview(collection);
    expect(foreseen).to.deep.include({ removed: false, tombstones: 2, documents: 1, slots: 3, freed: 0 });
    expect(foreseen.kept).to.deep.equal({ retention: 1, month: 0, keyed: 0 });
    expect(await slotNumbers(ward.parts.store, old.id)).to.deep.equal([1, 2, 3]);
    expect(await ward.gc(collection)).to.deep.equal({ ...foreseen, removed: true });
    await expectEmptied(ward, { id: old.id, versions: 3 });
    expect(await everythingOf(ward, young.id)).to.deep.equal(before);
    expect(await ward.gc(collection)).to.deep.include({ documents: 0, freed: 0 });
  });

  it('retention: frees an identifier a retention after the objects were removed, and not before', async () => {
    const ward = getWard();
    const { id } = await plantDeleted(ward, { owner });
    const emptiedAt = Date.now();
    const after = (ms: number) => ({ at: new Date(emptiedAt + ms).toISOString() });
    expect((await ward.gc(after(0))).documents).to.equal(1);
    expect((await ward.gc(after(RETENTION_MS - MINUTE_MS))).freed).to.equal(0);
    await expectEmptied(ward, { id, versions: 2 });
    const foreseen = await ward.preview(after(RETENTION_MS));
    expect(foreseen).to.deep.include({ removed: false, documents: 0, freed: 1 });
    expect((await headAt(ward, id))?.head.deleted).to.equal(true);
    expect(await ward.gc(after(RETENTION_MS))).to.deep.equal({ ...foreseen, removed: true });
    expect(await headAt(ward, id)).to.equal(undefined);
  });

  it('retention: refuses one of less than a day', async () => {
    const ward = getWard();
    const { id } = await plantDeleted(ward, { owner });
    for (const retentionMs of [DAY_MS - 1, 0, -1, NaN]) {
      expect(await errorOf(ward.gc({ retentionMs }))).to.be.instanceOf(OperatorError);
      expect(await errorOf(ward.preview({ retentionMs }))).to.be.instanceOf(OperatorError);
    }
    expect(await slotNumbers(ward.parts.store, id)).to.deep.equal([2]);
    expect((await ward.gc({ retentionMs: DAY_MS })).documents).to.equal(1);
  });

  it("keeps what the month's quota still counts, whatever the retention, and a day longer", async () => {
    const ward = getWard();
    const made = { owner, at: '2026-03-10T12:00:00.000Z', deletedAt: '2026-03-11T12:00:00.000Z' };
    const { id } = await plantDeleted(ward, made);
    const { rebuild } = ward.parts;
    for (const at of ['2026-03-20T00:00:00.000Z', '2026-03-31T23:59:59.999Z', '2026-04-01T12:00:00.000Z']) {
      const report = await ward.gc({ at, retentionMs: DAY_MS });
      expect(report.kept).to.deep.equal({ retention: 0, month: 1, keyed: 0 });
      await rebuild.refresh(await ward.index());
      expect(await rebuild.countCreated(await ward.index(), owner, '2026-03')).to.equal(1);
    }
    expect((await ward.gc({ at: '2026-04-02T00:00:01.000Z', retentionMs: DAY_MS })).documents).to.equal(1);
    await expectEmptied(ward, { id, versions: 2 });
  });

  it('gcEverySlot: leaves no stray, below the tombstone or above, that a rebuild would take for a document', async function () {
    this.timeout(60_000);
    const ward = getWard();
    const word = unique();
    const gone = await plantDeleted(ward, { owner, title: word, versions: 3, left: [1, 2, 7] });
    const stray = tombstoneAfter(gone.versions[0]!);
    await ward.log.remove(gone.id, stray.version);
    await putInLog(ward, [stray]);
    const report = await ward.gc();
    expect(report).to.deep.include({ documents: 1, slots: 4 });
    await expectEmptied(ward, { id: gone.id, versions: 8 });
    await ward.parts.rebuild.discardCurrent();
    await ward.town.reindex();
    expectError(await client.get(`/v1/documents/${gone.id}`), 'DOCUMENT_NOT_FOUND');
    expect((await search(client, { q: word })).count).to.equal(0);
  });

  it('removes the summaries that are left, those of strays too', async () => {
    const ward = getWard();
    const { id } = await plantDeleted(ward, { owner, versions: 3, left: [9] });
    const { rebuild } = ward.parts;
    await rebuild.writeIfHigher(
      await ward.index(),
      [1, 3, 9].map((version) => ({ kind: 'summary', id, summary: versionSummary({ version }) })),
    );
    expect((await ward.preview()).summaries).to.equal(3);
    expect((await ward.gc()).summaries).to.equal(3);
    await expectEmptied(ward, { id, versions: 9 });
  });

  it('leaves what lives exactly as it is', async () => {
    const ward = getWard();
    const [{ id }, { id: gone }] = [await create(client), await create(client)];
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${gone}`), 204);
    const before = await everythingOf(ward, id);
    const answer = (await client.get(`/v1/documents/${id}`)).text;
    expect((await ward.gc()).documents).to.equal(1);
    expect(await everythingOf(ward, id)).to.deep.equal(before);
    expect((await client.get(`/v1/documents/${id}`)).text).to.equal(answer);
  });

  it('removes nothing of a document that was made again since the log was seen to be empty', async () => {
    const ward = getWard();
    const { id, tombstone } = await plantDeleted(ward, { owner });
    await ward.log.remove(id, tombstone.version);
    const [stray] = makeVersions({ id, owner });
    const late = callingBefore(ward.parts.rebuild, 'removeHead', () => putInLog(ward, [stray!]));
    expect(await ward.gc({ parts: { ...ward.parts, rebuild: late } })).to.deep.include({ freed: 1, slots: 0 });
    expect(await slotNumbers(ward.parts.store, id)).to.deep.equal([1]);
    await ward.log.remove(id, 1);
  });

  for (const [how, spoil] of Object.entries(DISAGREEMENTS())) {
    it(`leaves a document as it is whose log and head do not agree: ${how}`, async () => {
      const ward = getWard();
      const ended = await plantDeleted(ward, { owner, versions: 2, left: [1] });
      await spoil(ward, ended);
      const before = await everythingOf(ward, ended.id);
      const report = await ward.gc();
      expect(report.skipped.examples).to.include(ended.id);
      expect(await everythingOf(ward, ended.id)).to.deep.equal(before);
      await ward.log.remove(ended.id, 1);
      await ward.log.remove(ended.id, 3);
    });
  }

  it('gcNotDuringReindex: does not begin beside a rebuild that has not come to its end', async function () {
    this.timeout(60_000);
    const ward = getWard();
    const { id } = await plantDeleted(ward, { owner });
    await ward.town
      .reindex({ stepping: new Stepping({ at: 30, how: 'before' }), timing: SILENT })
      .catch((error: unknown) => error);
    expect((await errorOf(ward.gc())).message).to.match(/run `quire reindex`, or `quire reindex --abort`, first/);
    expect(await slotNumbers(ward.parts.store, id)).to.deep.equal([2]);
    await ward.town.reindex();
    expect((await ward.gc()).documents).to.equal(1);
  });

  it('gcNotDuringReindex: does not begin while a rebuild runs, nor a rebuild while it does', async function () {
    this.timeout(60_000);
    const ward = getWard();
    await plantDeleted(ward, { owner });
    const [rebuilding, collecting] = [new Gate(), new Gate()];
    const rebuild = ward.town.maintain({}, (tools) =>
      reindex(
        { ...tools, rebuild: rebuilding.before(tools.rebuild, 'checkpoint') },
        { retentionMs: RETENTION_MS, keepOldMs: 0, discardIndex: false, acceptUnreadable: false },
      ),
    );
    await rebuilding.reached;
    expect((await errorOf(ward.gc())).message).to.match(/a reindex is running already/);
    rebuilding.open();
    await rebuild;
    const collection = ward.gc({
      parts: { ...ward.parts, rebuild: collecting.before(ward.parts.rebuild, 'scanHeads') },
    });
    await collecting.reached;
    expect((await errorOf(ward.town.reindex())).message).to.match(/a gc is running already/);
    collecting.open();
    expect((await collection).documents).to.equal(1);
  });
});

describeModes('gc of documents that were made with an Idempotency-Key', (makePlace) => {
  const getWard = wardOf(makePlace);

  it('keyedStays: leaves their tombstones, also for a rebuild: a repeat of the create is 409 for ever', async function () {
    this.timeout(60_000);
    const ward = getWard();
    const client = await ward.caller();
    const [key, body] = [unique(), content()];
    const make = () => client.post<Created>('/v1/documents', body, keyed(key));
    const { id } = expectStatus(await make(), 201);
    await push(client, id);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    await putInLog(ward, makeVersions({ id, versions: 1 }));
    expect((await ward.preview()).documents).to.equal(1);
    expect(await ward.gc()).to.deep.include({ documents: 1, slots: 1, freed: 0 });
    for (const collect of [() => ward.gcAndFree(), () => ward.gc()]) {
      expect(await slotNumbers(ward.parts.store, id)).to.deep.equal([3]);
      expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
      const { kept, documents, freed } = await collect();
      expect({ keyed: kept.keyed, documents, freed }).to.deep.equal({ keyed: 1, documents: 0, freed: 0 });
    }
    await ward.parts.rebuild.discardCurrent();
    await ward.town.reindex();
    expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
    expect((await ward.look({ writeMs: 20_000 })).left).to.equal(0);
  });
});

type Spoil = (ward: Ward, ended: Ended) => Promise<unknown>;

function DISAGREEMENTS(): Record<string, Spoil> {
  return {
    'the tombstone is missing and a version is there': (ward, { id }) => ward.log.remove(id, 3),
    'the tombstone is not readable': (ward, { id }) => addText(ward.parts.store, slotKey(id, 3), '{'),
    'the tombstone is of another time': async (ward, { id, tombstone }) => {
      await ward.log.remove(id, 3);
      await putInLog(ward, [{ ...tombstone, createdAt: '2026-02-01T00:00:00.000Z' }]);
    },
    'there is a version in the place of the tombstone': async (ward, { id, versions }) => {
      await ward.log.remove(id, 3);
      await putInLog(ward, [{ ...versions[1]!, version: 3 }]);
    },
  };
}

describeModes('gc while everybody is at work', (makePlace) => {
  const getWard = wardOf(makePlace, 3);

  it('removes what is old, and nothing else', async function () {
    this.timeout(120_000);
    const ward = getWard();
    await ward.town.atWork(async () => {
      for (let round = 0; round < 3; round++) {
        const old = [];
        for (let i = 0; i < 5; i++) old.push(await plantDeleted(ward, { versions: 2, left: [1] }));
        const lives = (await plant(ward))[0]!.document.id;
        expect((await ward.gc({ at: new Date().toISOString() })).documents).to.equal(5);
        for (const { id } of old) await expectEmptied(ward, { id, versions: 3 });
        expect((await headAt(ward, lives))?.head.deleted).to.equal(false);
      }
    });
    await ward.town.verify();
  });
});

async function everythingOf(ward: Ward, id: string) {
  return [await headAt(ward, id), await objectsOf(ward.parts.store, `documents/${id}/`)];
}
