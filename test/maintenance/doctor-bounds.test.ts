import { expect } from 'chai';
import { makeClient } from '../../src/adapters/opensearch/transport/opensearch-client.js';
import type { ClusterConfig } from '../../src/config/config.js';
import { readConfig } from '../../src/config/read-config.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { FindingKind } from '../../src/maintenance/doctor/findings.js';
import { create, unique } from '../http/making.js';
import { addText, objectsOf } from '../support/log-objects.js';
import { callingBefore } from '../support/calling-before.js';
import { Gate } from '../support/gate.js';
import { clusterPlace, describeModes, type Place } from '../support/modes.js';
import { describeCluster } from '../support/parts.js';
import { currentName, errorOf, makeNew, swap } from '../support/rebuild-helpers.js';
import { headAt, lastOf, plant, plantDeleted, takeHead } from './planting.js';
import { DiedError, Stepping } from './stepping.js';
import { SILENT } from './town.js';
import { Ward, wardOf } from './ward.js';

/** What the log cannot decide, and how it comes about. */
const UNDECIDED: { kind: FindingKind; how: string; plant(ward: Ward): Promise<string> }[] = [
  {
    kind: 'head ahead of the log',
    how: 'the log has lost its last version',
    plant: async (ward) => {
      const { document } = lastOf(await plant(ward, { versions: 3 }));
      await ward.log.remove(document.id, 3);
      return document.id;
    },
  },
  {
    kind: 'deletion missing in the log',
    how: 'the log has lost the tombstone, and has a version',
    plant: async (ward) => {
      const { id, tombstone } = await plantDeleted(ward, { versions: 2, left: [1, 2] });
      await ward.log.remove(id, tombstone.version);
      return id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the log has lost a version in the middle',
    plant: async (ward) => {
      const { document } = lastOf(await plant(ward, { versions: 3 }));
      await ward.log.remove(document.id, 2);
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the log has lost the first version',
    plant: async (ward) => {
      const { document } = lastOf(await plant(ward, { versions: 3 }));
      await ward.log.remove(document.id, 1);
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the last version is torn',
    plant: async (ward) => {
      const { document } = lastOf(await plant(ward, { versions: 2 }));
      await addText(ward.parts.store, slotKey(document.id, 2), '{"format":3,"wri');
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the last version is of another document',
    plant: async (ward) => {
      const [{ document }, other] = [lastOf(await plant(ward, { versions: 2 })), lastOf(await plant(ward))];
      const body = await ward.parts.store.read(slotKey(other.document.id, 1));
      await ward.parts.store.put(slotKey(document.id, 2), body as Uint8Array);
      return document.id;
    },
  },
];

/** What is right as it is. */
const TOLD: typeof UNDECIDED = [
  {
    kind: 'tombstone left to gc',
    how: 'gc was killed between the last object and the head',
    plant: async (ward) => {
      const { id, tombstone } = await plantDeleted(ward);
      await ward.log.remove(id, tombstone.version);
      return id;
    },
  },
  {
    kind: 'versions without a first one',
    how: 'a slot came long after its document was gone',
    plant: async (ward) => {
      const { document } = lastOf(await plant(ward, { versions: 3 }));
      await takeHead(ward, document.id);
      await ward.log.remove(document.id, 1);
      return document.id;
    },
  },
];

describeModes('doctor and what the log does not decide', (makePlace) => {
  const getWard = wardOf(makePlace);

  for (const { kind, how, plant: plantIt } of [...UNDECIDED, ...TOLD]) {
    it(`is told and left as it is: ${kind}, ${how}`, async () => {
      const ward = getWard();
      const before = (await ward.look()).left;
      const id = await plantIt(ward);
      const isFault = UNDECIDED.some((one) => one.how === how);
      const was = [await headAt(ward, id), await objectsOf(ward.parts.store, `documents/${id}/`)];
      for (const report of [await ward.look(), await ward.repair({ limitShare: 1 }), await ward.look()]) {
        expect(report.findings[kind]?.examples).to.include(id);
        expect(report.left).to.equal(before + (isFault ? 1 : 0));
        expect([await headAt(ward, id), await objectsOf(ward.parts.store, `documents/${id}/`)]).to.deep.equal(was);
      }
    });
  }

  it('tells what does not belong into the bucket, and goes on', async () => {
    const ward = getWard();
    const { store } = ward.parts;
    await addText(store, 'documents/what-is-this.txt', 'x');
    await addText(store, 'notes/mine.txt', 'x');
    const { strange } = await ward.look({ quick: true });
    expect(strange['foreign key']?.examples).to.include.members(['documents/what-is-this.txt', 'notes/mine.txt']);
  });
});

describeModes('a repair', (makePlace) => {
  const getWard = wardOf(makePlace);
  let owner: string;
  beforeEach(() => {
    owner = unique();
  });

  it('of more than a share is refused and changes nothing, unless it is asked for', async () => {
    const ward = getWard();
    const ids = await plantMany(ward, 40);
    const { documents } = (await ward.look({ quick: true })).counts;
    const lost = ids.slice(0, Math.max(11, Math.ceil(documents * 0.3)));
    for (const id of lost) await takeHead(ward, id);
    const refused = await ward.repair({ limitShare: 0.2 });
    const atMost = Math.max(10, Math.floor(refused.counts.documents * 0.2));
    expect(refused.refused).to.deep.equal([
      { realm: 'documents', faults: lost.length, of: refused.counts.documents, atMost },
    ]);
    expect([refused.repaired, refused.left]).to.deep.equal([false, lost.length]);
    for (const id of lost) expect(await headAt(ward, id)).to.equal(undefined);
    expect((await ward.repair({ limitShare: 0.2, force: true })).left).to.equal(0);
    for (const id of ids) expect((await headAt(ward, id))?.head.deleted).to.equal(false);
  });

  it('of ten, or of no more than the share, is not', async () => {
    const ward = getWard();
    const ids = await plantMany(ward, 30);
    for (const id of ids.slice(0, 10)) await takeHead(ward, id);
    expect(await ward.repair({ limitShare: 0 })).to.deep.include({ refused: [], left: 0 });
    for (const id of ids.slice(0, 12)) await takeHead(ward, id);
    expect(await ward.repair({ limitShare: 0.9 })).to.deep.include({ refused: [], left: 0 });
  });

  it('stops where more is wrong by then than was counted', async () => {
    const ward = getWard();
    const ids = await plantMany(ward, 14);
    await takeHead(ward, ids[0]!);
    let rounds = 0;
    const rebuild = callingBefore(ward.parts.rebuild, 'scanHeads', async () => {
      if (++rounds === 2) for (const id of ids.slice(1)) await takeHead(ward, id);
    });
    const report = await ward.repair({ limitShare: 0, parts: { ...ward.parts, rebuild } });
    expect(report).to.deep.include({ repaired: true });
    expect(report.refused.map(({ faults, atMost }) => [faults, atMost])).to.deep.equal([[14, 10]]);
    expect((await ward.look()).left).to.equal(14);
    expect(await ward.repair({ force: true })).to.deep.include({ left: 0, resumed: false });
  });

  it('that was killed goes on where it was, and one that is to do something else begins again', async () => {
    const ward = getWard();
    const ids = await plantMany(ward, 3);
    const breaking = async (stepping: Stepping) => {
      for (const id of ids) await takeHead(ward, id);
      return ward.repair({ parts: stepping.wrapAll(ward.parts), timing: SILENT }).catch((error: unknown) => error);
    };
    for (const [care, resumed] of [
      [{}, true],
      [{ limitShare: 0.7 }, false],
    ] as const) {
      expect(await breaking(new Stepping({ of: 'writeHead', at: 1, how: 'before' }))).to.be.instanceOf(DiedError);
      expect(await ward.repair(care)).to.deep.include({ resumed, left: 0 });
      for (const id of ids) expect((await headAt(ward, id))?.head.deleted).to.equal(false);
    }
  });

  it('does not begin beside a rebuild that has not come to its end', async function () {
    this.timeout(60_000);
    const ward = getWard();
    const stepping = new Stepping({ at: 30, how: 'before' });
    await ward.town.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
    expect((await errorOf(ward.repair())).message).to.match(/quire reindex/);
    expect((await ward.look()).left).to.equal(0);
    await ward.town.reindex();
    expect((await ward.repair()).left).to.equal(0);
  });

  it('does not begin while another maintenance lives', async () => {
    const ward = getWard();
    const gate = new Gate();
    const first = ward.repair({ parts: { ...ward.parts, rebuild: gate.before(ward.parts.rebuild, 'scanHeads') } });
    await gate.reached;
    expect((await errorOf(ward.repair())).message).to.match(/a doctor is running already/);
    gate.open();
    await first;
  });

  it('ends when it is asked to, and lets the next one begin at once', async () => {
    const ward = getWard();
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    expect((await errorOf(ward.repair({ stop: stop.signal }))).message).to.equal('stopped');
    expect((await ward.repair()).left).to.equal(0);
  });

  async function plantMany(ward: Ward, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(lastOf(await plant(ward, { owner })).document.id);
    return ids;
  }
});

type Spoil = (ward: Ward) => Promise<unknown>;

const SPOILS: Record<string, Spoil> = {
  'that is gone': ({ parts }) => parts.rebuild.discardCurrent(),
  'of a generation that the log does not name': async ({ parts: { rebuild } }) =>
    swap(rebuild, await currentName(rebuild), await makeNew(rebuild)),
};

describeModes('doctor and gc with an index', (makePlace) => {
  for (const [what, spoil] of Object.entries(SPOILS)) {
    it(`${what} say so and name the rebuild`, () => expectRefusal(makePlace, spoil));
  }
});

describeCluster('doctor and gc with an index', () => {
  it('that was emptied say so and name the rebuild', () =>
    expectRefusal(clusterPlace, async (ward) => {
      const { storage } = readConfig(ward.place.env);
      const client = makeClient((storage as ClusterConfig).openSearch);
      await client.deleteByQuery({ index: await ward.index(), refresh: true, body: { query: { match_all: {} } } });
      await client.close();
    }));
});

async function expectRefusal(makePlace: () => Promise<Place>, spoil: Spoil): Promise<void> {
  const ward = await Ward.open(await makePlace());
  try {
    await create(await ward.caller());
    await spoil(ward);
    for (const run of [() => ward.look(), () => ward.repair({ force: true }), () => ward.preview(), () => ward.gc()]) {
      expect((await errorOf(run())).message).to.match(/run `quire reindex`/);
    }
  } finally {
    await ward.close();
  }
}
