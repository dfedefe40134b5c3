/** Doctor beside requests: what is acknowledged stays so, deleted documents stay deleted, and no head goes back. */
import { expect } from 'chai';
import { headOf } from '../../src/domain/head.js';
import { derivedId } from '../../src/domain/ids.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { HeadMark, IndexAdmin } from '../../src/ports/index-admin.js';
import type { MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, listVersions, push, read, search, unique, type Created } from '../http/making.js';
import { keyed, range } from '../races/support.js';
import { altering, callingBefore, once } from '../support/intercept-calls.js';
import { describeModes } from '../support/modes.js';
import { collect } from '../support/rebuild-helpers.js';
import { headAt, lastOf, makeVersions, plant, putHead, putInLog, takeHead } from './planting.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

describeModes('doctor beside requests', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));

  it('doctorHeadFirst: a document that is made while it looks is not taken for a head without a log', async () => {
    const harness = getHarness();
    const [key, body] = [unique(), content()];
    const id = derivedId('document', owner, key);
    const make = once(async () => {
      expectStatus(await client.post<Created>('/v1/documents', body, keyed(key)), 201);
    });
    await makeStale(harness);
    let rounds = 0;
    const scanning = callingBefore(suspecting(harness.backends.admin, id), 'scanHeads', async () => {
      rounds++;
    });
    // In the round that repairs: between the two reads of a look at this document, or before both.
    const admin = altering(scanning, 'readHeads', async (real, [, ids]) => {
      if (rounds === 2 && (ids as string[]).includes(id)) await make();
      return real();
    });
    const { findings } = await harness.repair({ backends: { ...harness.backends, admin } });
    expect(findings['ghost head']).to.equal(undefined);
    expect((await read(client, id)).id).to.equal(id);
    expect((await push(client, id)).version).to.equal(2);
  });

  for (const moment of ['before it writes', 'after it has looked'] as const) {
    it(`brings no deleted document back that is deleted right ${moment}`, async () => {
      const harness = getHarness();
      const { id, word } = await makeStale(harness);
      const backends = disturbed(harness, { id, moment }, async () => {
        expectStatus(await client.delete(`/v1/documents/${id}`), 204);
      });
      await harness.repair({ backends });
      expect((await headAt(harness, id))?.head.deleted).to.equal(true);
      expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
      expect((await search(client, { q: word })).count).to.equal(0);
    });

    it(`takes no head back that a push brings further right ${moment}`, async () => {
      const harness = getHarness();
      const { id } = await makeStale(harness);
      const word = unique();
      const backends = disturbed(harness, { id, moment }, async () => {
        expect((await push(client, id, { title: word })).version).to.equal(3);
      });
      const { findings, left } = await harness.repair({ backends });
      expect([findings['stale head'], left]).to.deep.equal([{ count: 1, repaired: 1, examples: [id] }, 0]);
      expect((await read(client, id)).title).to.equal(word);
      expect((await listVersions(client, id)).versions.map(({ version }) => version)).to.deep.equal(range(1, 3));
    });
  }

  it('does nothing wrong by a repair whose answer was lost and that lands when all is over', async () => {
    const harness = getHarness();
    const { id } = await makeStale(harness);
    const ghost = await makeGhost(harness);
    const late: (() => Promise<unknown>)[] = [];
    const admin = failingOnce(failingOnce(harness.backends.admin, 'writeHead', late), 'removeHead', late);
    expect((await harness.repair({ backends: { ...harness.backends, admin } })).left).to.equal(0);
    expect(late).to.have.length(2);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    for (const land of late) expect(await land()).to.equal('conflict');
    expect((await headAt(harness, id))?.head.deleted).to.equal(true);
    expect(await headAt(harness, ghost)).to.equal(undefined);
  });

  it('waits for a write that is under way, and takes it for no fault', async () => {
    const harness = getHarness();
    const versions = makeVersions({ owner, versions: 2, at: new Date().toISOString() });
    await putInLog(harness, versions);
    await putHead(harness, headOf(versions[0]!), versions.slice(0, 1));
    let looks = 0;
    const admin = callingBefore(harness.backends.admin, 'readHeads', async () => {
      if (++looks === 4) await putHead(harness, headOf(versions[1]!), versions);
    });
    const { findings, left } = await harness.look({ writeMs: 60_000, backends: { ...harness.backends, admin } });
    expect([findings, left]).to.deep.equal([{}, 0]);
    expect(looks).to.be.at.least(4);
  });

  it('takes it for one when the time is over that a write may take, also if its clock was ahead', async () => {
    const harness = getHarness();
    const versions = makeVersions({ owner, at: new Date(Date.now() + 86_400_000).toISOString() });
    await putInLog(harness, versions);
    const { findings } = await harness.look({ writeMs: 50 });
    expect(findings['missing head']?.examples).to.deep.equal([versions[0]!.document.id]);
    await harness.repair({ writeMs: 50 });
  });

  async function makeStale(harness: MaintenanceHarness): Promise<{ id: string; word: string }> {
    const word = unique();
    // Not of the service: one that meets a head behind a write of its own refuses the whole index.
    const [first] = await plant(harness, { owner, versions: 2, title: word });
    await putHead(harness, headOf(first!));
    return { id: first!.document.id, word };
  }

  async function makeGhost(harness: MaintenanceHarness): Promise<string> {
    const versions = makeVersions({ owner });
    await putHead(harness, headOf(lastOf(versions)), versions);
    return lastOf(versions).document.id;
  }
});

describeModes('doctor while everybody is at work', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage, 3);

  it('finds what is wrong, repairs it, and finds nothing in what is being written', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    for (let round = 0; round < 2; round++) {
      await harness.reindexHarness.atWork(async () => {
        const ids = [];
        for (let i = 0; i < 5; i++) ids.push(lastOf(await plant(harness, { versions: 2 })).document.id);
        for (const id of ids.slice(0, 3)) await takeHead(harness, id);
        const looked = await harness.look({ writeMs: 20_000 });
        expect(looked.findings['missing head']?.examples).to.have.members(ids.slice(0, 3));
        expect(looked.left).to.equal(3);
        expect((await harness.repair({ writeMs: 20_000 })).left).to.equal(0);
        for (const id of ids) expect((await headAt(harness, id))?.head.deleted).to.equal(false);
      });
      await harness.reindexHarness.verify();
    }
  });

  it('takes nothing for a fault when it is impatient, and undoes nothing', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    await harness.reindexHarness.atWork(async () => {
      for (let round = 0; round < 3; round++) {
        expect((await harness.repair({ writeMs: 0, force: true })).left).to.equal(0);
      }
    });
    await harness.reindexHarness.verify();
  });
});

type When = { id: string; moment: 'before it writes' | 'after it has looked' };

/** Once, in the round that repairs, somebody does something to the document. */
function disturbed(
  { backends }: MaintenanceHarness,
  { id, moment }: When,
  act: () => Promise<unknown>,
): MaintenanceBackends {
  if (moment === 'before it writes')
    return { ...backends, admin: callingBefore(backends.admin, 'writeHead', once(act)) };
  let reads = 0;
  const store = altering(backends.store, 'read', async (real, [key]) => {
    const body = await real();
    if (key === slotKey(id, 2) && ++reads === 2) await act();
    return body;
  });
  return { ...backends, store };
}

/** Scans show a head that there is none of yet, so that it is looked at. */
function suspecting(admin: IndexAdmin, id: string): IndexAdmin {
  return altering(admin, 'scanHeads', async function* (real): AsyncGenerator<HeadMark[]> {
    const marks = (await collect(real() as AsyncIterable<HeadMark[]>)).flat();
    yield [...marks, { id, currentVersion: 1, deleted: false }].sort((a, b) => (a.id < b.id ? -1 : 1));
  });
}

/** The first call is not done but kept, and its caller hears that it failed. */
function failingOnce(
  admin: IndexAdmin,
  method: 'writeHead' | 'removeHead',
  late: (() => Promise<unknown>)[],
): IndexAdmin {
  let failed = false;
  return altering(admin, method, async (real) => {
    if (failed) return real();
    failed = true;
    late.push(real as () => Promise<unknown>);
    throw new UnavailableError('no answer came');
  });
}
