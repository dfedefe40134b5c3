/** Doctor beside requests: what is acknowledged stays so, deleted documents stay deleted, and no head goes back. */
import { expect } from 'chai';
import { headOf } from '../../src/domain/head.js';
import { derivedId } from '../../src/domain/ids.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { HeadMark, IndexAdmin } from '../../src/ports/index-admin.js';
import type { MaintenanceBackends as Parts } from '../../src/maintenance/shared/with-lease.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { content, listVersions, push, read, search, unique, type Created } from '../http/making.js';
import { keyed, range } from '../races/support.js';
import { altering, once } from '../support/altering.js';
import { callingBefore } from '../support/calling-before.js';
import { describeModes } from '../support/modes.js';
import { collect } from '../support/rebuild-helpers.js';
import { headAt, lastOf, makeVersions, plant, putHead, putInLog, takeHead } from './planting.js';
import { wardOf, type Ward } from './ward.js';

describeModes('doctor beside requests', (makePlace) => {
  const getWard = wardOf(makePlace);
  let owner: string;
  let client: Client;

  beforeEach(async () => {
    owner = unique();
    client = await getWard().caller({ owner });
  });

  it('doctorHeadFirst: a document that is made while it looks is not taken for a head without a log', async () => {
    const ward = getWard();
    const [key, body] = [unique(), content()];
    const id = derivedId('document', owner, key);
    const make = once(async () => {
      expectStatus(await client.post<Created>('/v1/documents', body, keyed(key)), 201);
    });
    await makeStale(ward);
    let rounds = 0;
    const scanning = callingBefore(suspecting(ward.parts.rebuild, id), 'scanHeads', async () => {
      rounds++;
    });
    // In the round that repairs: between the two reads of a look at this document, or before both.
    const rebuild = altering(scanning, 'readHeads', async (real, [, ids]) => {
      if (rounds === 2 && (ids as string[]).includes(id)) await make();
      return real();
    });
    const { findings } = await ward.repair({ quick: true, parts: { ...ward.parts, rebuild } });
    expect(findings['ghost head']).to.equal(undefined);
    expect((await read(client, id)).id).to.equal(id);
    expect((await push(client, id)).version).to.equal(2);
  });

  for (const moment of ['before it writes', 'after it has looked'] as const) {
    it(`brings no deleted document back that is deleted right ${moment}`, async () => {
      const ward = getWard();
      const { id, word } = await makeStale(ward);
      const parts = disturbed(ward, { id, moment }, async () => {
        expectStatus(await client.delete(`/v1/documents/${id}`), 204);
      });
      await ward.repair({ quick: true, parts });
      expect((await headAt(ward, id))?.head.deleted).to.equal(true);
      expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
      expect((await search(client, { q: word })).count).to.equal(0);
    });

    it(`takes no head back that a push brings further right ${moment}`, async () => {
      const ward = getWard();
      const { id } = await makeStale(ward);
      const word = unique();
      const parts = disturbed(ward, { id, moment }, async () => {
        expect((await push(client, id, { title: word })).version).to.equal(3);
      });
      const { findings, left } = await ward.repair({ quick: true, parts });
      expect([findings['stale head'], left]).to.deep.equal([{ count: 1, repaired: 1, examples: [id] }, 0]);
      expect((await read(client, id)).title).to.equal(word);
      expect((await listVersions(client, id)).versions.map(({ version }) => version)).to.deep.equal(range(1, 3));
    });
  }

  it('does nothing wrong by a repair whose answer was lost and that lands when all is over', async () => {
    const ward = getWard();
    const { id } = await makeStale(ward);
    const ghost = await makeGhost(ward);
    const late: (() => Promise<unknown>)[] = [];
    const rebuild = failingOnce(failingOnce(ward.parts.rebuild, 'writeHead', late), 'removeHead', late);
    expect((await ward.repair({ quick: true, parts: { ...ward.parts, rebuild } })).left).to.equal(0);
    expect(late).to.have.length(2);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    for (const land of late) expect(await land()).to.equal('conflict');
    expect((await headAt(ward, id))?.head.deleted).to.equal(true);
    expect(await headAt(ward, ghost)).to.equal(undefined);
  });

  it('waits for a write that is under way, and takes it for no fault', async () => {
    const ward = getWard();
    const versions = makeVersions({ owner, versions: 2, at: new Date().toISOString() });
    await putInLog(ward, versions);
    await putHead(ward, headOf(versions[0]!), versions.slice(0, 1));
    let looks = 0;
    const rebuild = callingBefore(ward.parts.rebuild, 'readHeads', async () => {
      if (++looks === 4) await putHead(ward, headOf(versions[1]!), versions);
    });
    const { findings, left } = await ward.look({ quick: true, writeMs: 60_000, parts: { ...ward.parts, rebuild } });
    expect([findings, left]).to.deep.equal([{}, 0]);
    expect(looks).to.be.at.least(4);
  });

  it('takes it for one when the time is over that a write may take, also if its clock was ahead', async () => {
    const ward = getWard();
    const versions = makeVersions({ owner, at: new Date(Date.now() + 86_400_000).toISOString() });
    await putInLog(ward, versions);
    const { findings } = await ward.look({ quick: true, writeMs: 50 });
    expect(findings['missing head']?.examples).to.deep.equal([versions[0]!.document.id]);
    await ward.repair({ quick: true, writeMs: 50 });
  });

  async function makeStale(ward: Ward): Promise<{ id: string; word: string }> {
    const word = unique();
    // Not of the service: one that meets a head behind a write of its own refuses the whole index.
    const [first] = await plant(ward, { owner, versions: 2, title: word });
    await putHead(ward, headOf(first!));
    return { id: first!.document.id, word };
  }

  async function makeGhost(ward: Ward): Promise<string> {
    const versions = makeVersions({ owner });
    await putHead(ward, headOf(lastOf(versions)), versions);
    return lastOf(versions).document.id;
  }
});

describeModes('doctor while everybody is at work', (makePlace) => {
  const getWard = wardOf(makePlace, 3);

  it('finds what is wrong, mends it, and finds nothing in what is being written', async function () {
    this.timeout(120_000);
    const ward = getWard();
    for (let round = 0; round < 2; round++) {
      await ward.town.atWork(async () => {
        const ids = [];
        for (let i = 0; i < 5; i++) ids.push(lastOf(await plant(ward, { versions: 2 })).document.id);
        for (const id of ids.slice(0, 3)) await takeHead(ward, id);
        const looked = await ward.look({ writeMs: 20_000 });
        expect(looked.findings['missing head']?.examples).to.have.members(ids.slice(0, 3));
        expect(looked.left).to.equal(3);
        expect((await ward.repair({ writeMs: 20_000 })).left).to.equal(0);
        for (const id of ids) expect((await headAt(ward, id))?.head.deleted).to.equal(false);
      });
      await ward.town.verify();
    }
  });

  it('takes nothing for a fault when it is impatient, and undoes nothing', async function () {
    this.timeout(120_000);
    const ward = getWard();
    await ward.town.atWork(async () => {
      for (let round = 0; round < 3; round++) {
        expect((await ward.repair({ writeMs: 0, quick: round % 2 === 0, force: true })).left).to.equal(0);
      }
    });
    await ward.town.verify();
  });
});

type When = { id: string; moment: 'before it writes' | 'after it has looked' };

/** Once, in the round that repairs, somebody does something to the document. */
function disturbed({ parts }: Ward, { id, moment }: When, act: () => Promise<unknown>): Parts {
  if (moment === 'before it writes') return { ...parts, rebuild: callingBefore(parts.rebuild, 'writeHead', once(act)) };
  let reads = 0;
  const store = altering(parts.store, 'read', async (real, [key]) => {
    const body = await real();
    if (key === slotKey(id, 2) && ++reads === 2) await act();
    return body;
  });
  return { ...parts, store };
}

/** Scans show a head that there is none of yet, so that it is looked at. */
function suspecting(rebuild: IndexAdmin, id: string): IndexAdmin {
  return altering(rebuild, 'scanHeads', async function* (real): AsyncGenerator<HeadMark[]> {
    const marks = (await collect(real() as AsyncIterable<HeadMark[]>)).flat();
    yield [...marks, { id, currentVersion: 1, deleted: false }].sort((a, b) => (a.id < b.id ? -1 : 1));
  });
}

/** The first call is not done but kept, and its caller hears that it failed. */
function failingOnce(
  rebuild: IndexAdmin,
  method: 'writeHead' | 'removeHead',
  late: (() => Promise<unknown>)[],
): IndexAdmin {
  let failed = false;
  return altering(rebuild, method, async (real) => {
    if (failed) return real();
    failed = true;
    late.push(real as () => Promise<unknown>);
    throw new UnavailableError('no answer came');
  });
}
