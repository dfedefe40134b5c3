/**
 * The rules of a rebuild that a model checker found necessary, each with the interleaving that goes wrong without it.
 * What others do here happens between two steps of the rebuild.
 */
import { expect } from 'chai';
import { headOf, type Head } from '../../src/domain/head.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import type { ConcreteIndex, Entry, HeadMark, FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';
import { abortInterruptedRebuild } from '../../src/maintenance/reindex/former-rebuilds.js';
import { readStatus } from '../../src/maintenance/reindex/dry-run.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, create, keyPath, push, put, read, readByKey, unique, type Created } from '../http/making.js';
import { eventually, keyed } from '../races/support.js';
import { altering, once } from '../support/intercept-calls.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { expectIndexEqualsLog } from './equals-log.js';
import { headAt, makeVersions, putHead, putInLog } from './planting.js';
import { Stepping } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

const MINUTE_MS = 60_000;

describeModes('the rules of a rebuild', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));

  it('checkpointFirst: what is pushed between the listing and the first round is followed, not repaired', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const pushOnce = once(() => push(client, id));
    const admin = altering(harness.backends.admin, 'writeIfHigher', async (real, [, entries]) => {
      await real();
      if (headsAmong(entries).some((head) => head.id === id)) await pushOnce();
    });
    const { counts } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(counts.repaired).to.equal(0);
    expect(counts.followed).to.be.at.least(1);
    await expectVersion(harness, id, 2);
  }).timeout(MINUTE_MS);

  it('tombstonesToo: a deleted document stays deleted in an index that is made of the log alone', async () => {
    const harness = getHarness();
    const [key, body] = [unique(), content()];
    const make = () => client.post<Created>('/v1/documents', body, keyed(key));
    const { id } = expectStatus(await make(), 201);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    await eventually(
      'the tombstone alone is left',
      async () => (await slotNumbers(harness.backends.store, id)).join() === '2',
    );
    await harness.backends.admin.discardCurrent();
    await harness.reindexHarness.reindex();
    expectError(await make(), 'IDEMPOTENCY_KEY_REUSED');
    expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    expect((await headAt(harness, id))?.head).to.include({ deleted: true, currentVersion: 2 });
  }).timeout(MINUTE_MS);

  it('loadLives: an index that is made of the log alone has the highest life of every key', async () => {
    const harness = getHarness();
    const [plain, again, ended] = [unique(), unique(), unique()];
    const repeat = keyed(unique());
    const { title, id } = await put(client, plain, content());
    await put(client, again, content(), repeat);
    for (const key of [again, ended]) {
      await put(client, key, content());
      expectStatus(await client.delete(keyPath(key)), 204);
    }
    const next = await put(client, again, content());
    await harness.backends.admin.discardCurrent();
    const { counts } = await harness.reindexHarness.reindex();
    expect(counts.keys).to.be.at.least(3);
    await expectIndexEqualsLog(harness.backends);
    expect(await put(client, plain, content({ title }))).to.include({ result: 'unchanged', id });
    expect((await readByKey(client, again)).id).to.equal(next.id);
    expectError(await client.put(keyPath(again), content(), repeat), 'IDEMPOTENCY_KEY_REUSED');
    expectError(await client.get(keyPath(ended)), 'DOCUMENT_NOT_FOUND');
    expect((await put(client, ended, content())).result).to.equal('created');
  }).timeout(MINUTE_MS);

  it('followEntries: what keys lead to is followed when it changes after they were loaded', async () => {
    const harness = getHarness();
    const [again, late] = [unique(), unique()];
    const { id: former } = await put(client, again, content());
    const ids: string[] = [];
    const change = once(async () => {
      expectStatus(await client.delete(keyPath(again)), 204);
      for (const key of [again, late]) ids.push((await put(client, key, content())).id);
    });
    const admin = altering(harness.backends.admin, 'writeIfHigher', async (real, [, entries]) => {
      await real();
      if ((entries as Entry[]).some((entry) => entry.kind === 'key' && entry.entry.id === former)) await change();
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    await expectIndexEqualsLog(harness.backends);
    for (const [i, key] of [again, late].entries()) expect((await readByKey(client, key)).id).to.equal(ids[i]);
  }).timeout(MINUTE_MS);

  it('helpOldFirst: no version goes into the new index before the old head has reached it', async () => {
    const harness = getHarness();
    const [behind, missing] = [makeVersions({ owner, versions: 3 }), makeVersions({ owner })];
    await putInLog(harness, [...behind, ...missing]);
    await putHead(harness, headOf(behind[0]!), behind.slice(0, 1));
    const old = await harness.index();
    const ahead: string[] = [];
    const admin = altering(harness.backends.admin, 'writeIfHigher', async (real, [, entries]) => {
      const heads = headsAmong(entries);
      const present = await harness.backends.admin.readHeads(
        old,
        heads.map(({ id }) => id),
      );
      ahead.push(
        ...heads.flatMap(({ id, currentVersion }, i) =>
          (present[i]?.head.currentVersion ?? 0) < currentVersion ? [id] : [],
        ),
      );
      return real();
    });
    const { counts } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(ahead).to.deep.equal([]);
    expect(counts).to.include({ behind: 2, repaired: 0 });
    await expectVersion(harness, behind[0]!.document.id, 3);
    await expectVersion(harness, missing[0]!.document.id, 1);
  }).timeout(MINUTE_MS);

  it('upToCheckpoint: a write that shows itself after a later one is taken over all the same', async () => {
    const harness = getHarness();
    const [hidden, shown] = [await create(client), await create(client)];
    const admin = showingLate(harness.backends.admin, hidden.id, async () => {
      await push(client, hidden.id);
      await push(client, shown.id);
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    await expectVersion(harness, hidden.id, 2);
    await expectVersion(harness, shown.id, 2);
  }).timeout(MINUTE_MS);

  it('catchUpAfterBlock: what is written right before the block is in the new index when the swap comes', async () => {
    const harness = getHarness();
    const { id } = await create(client);
    const source = await harness.index();
    const pushOnce = once(() => push(client, id));
    const versions: unknown[] = [];
    const blocking = altering(harness.backends.admin, 'block', async (real, [token]) => {
      if ((token as FencingToken).index === source) await pushOnce();
      return real();
    });
    const admin = altering(blocking, 'swap', async (real, [, token]) => {
      const [found] = await harness.backends.admin.readHeads((token as FencingToken).index, [id]);
      versions.push(found?.head.currentVersion);
      return real();
    });
    await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(versions).to.deep.equal([2]);
    await expectVersion(harness, id, 2);
  }).timeout(MINUTE_MS);

  it('deleteNewBeforeUnblock: the index of a rebuild that is given up is gone when writes go on', async () => {
    const harness = getHarness();
    const source = await harness.index();
    await errorOf(
      harness.reindexHarness.reindex({ stepping: new Stepping({ of: 'swap', at: 1, how: 'before' }), timing: SILENT }),
    );
    const { rebuild: state } = await readStatus(new LeaseRecords(harness.backends.store));
    const generation = state?.generation as string;
    expect(await harness.backends.admin.find(generation)).not.to.equal(undefined);
    const left: (ConcreteIndex | undefined)[] = [];
    const admin = altering(harness.backends.admin, 'unblock', async (real) => {
      left.push(await harness.backends.admin.find(generation));
      return real();
    });
    expect(
      await harness.reindexHarness.maintain({ backends: { ...harness.backends, admin } }, abortInterruptedRebuild),
    ).to.equal('given up');
    expect(left).to.deep.equal([undefined]);
    expect(await harness.index()).to.equal(source);
    await create(client);
  }).timeout(MINUTE_MS);

  async function expectVersion(harness: MaintenanceHarness, id: string, version: number): Promise<void> {
    expect((await headAt(harness, id))?.head.currentVersion).to.equal(version);
    expect((await read(client, id)).id).to.equal(id);
  }
});

function headsAmong(entries: unknown): Head[] {
  return (entries as Entry[]).flatMap((entry) => (entry.kind === 'head' ? [entry.head] : []));
}

/**
 * In one round, after the comparison, `write` happens right after the checkpoint was read, and what it wrote of one
 * document is not seen yet. OpenSearch may show writes in another order than that of their numbers.
 */
function showingLate(real: IndexAdmin, id: string, write: () => Promise<void>): IndexAdmin {
  let round: 'before' | 'compared' | 'hiding' | 'after' = 'before';
  const scanning = altering(real, 'scanHeads', async function* (scan) {
    yield* scan() as AsyncIterable<HeadMark[]>;
    if (round === 'before') round = 'compared';
  });
  const marking = altering(scanning, 'checkpoint', async (look) => {
    const reached = await look();
    if (round === 'compared') {
      round = 'hiding';
      await write();
    }
    return reached;
  });
  return altering(marking, 'changesAfter', async function* (changes) {
    const hides = round === 'hiding';
    if (hides) round = 'after';
    for await (const batch of changes() as AsyncIterable<Entry[]>) {
      yield hides ? batch.filter((entry) => idOf(entry) !== id) : batch;
    }
  });
}

function idOf(entry: Entry): string {
  if (entry.kind === 'summary') return entry.id;
  if (entry.kind === 'key') return entry.entry.name;
  return entry.kind === 'head' ? entry.head.id : entry.folder.id;
}
