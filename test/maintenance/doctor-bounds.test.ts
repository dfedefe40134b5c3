import { expect } from 'chai';
import { makeClient } from '../support/opensearch-client.js';
import type { ClusterConfig } from '../../src/config/config.js';
import { readConfig } from '../../src/config/read-config.js';
import { slotKey } from '../../src/log/object-keys.js';
import type { FindingKind } from '../../src/maintenance/doctor/findings.js';
import { create, unique } from '../http/making.js';
import { addText, objectsOf } from '../support/log-objects.js';
import { Gate } from '../support/gate.js';
import { clusterStorage, describeModes, type TestStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { currentName, errorOf, makeNew, swap } from '../support/rebuild-helpers.js';
import { headAt, lastOf, plant, plantDeleted, takeHead } from './planting.js';
import { DiedError, Stepping } from './stepping.js';
import { SILENT } from './reindex-harness.js';
import { MaintenanceHarness, maintenanceHarnessOf } from './maintenance-harness.js';

/** What the log cannot decide, and how it comes about. */
const UNDECIDED: { kind: FindingKind; how: string; plant(harness: MaintenanceHarness): Promise<string> }[] = [
  {
    kind: 'head ahead of the log',
    how: 'the log has lost its last version',
    plant: async (harness) => {
      const { document } = lastOf(await plant(harness, { versions: 3 }));
      await harness.log.remove(document.id, 3);
      return document.id;
    },
  },
  {
    kind: 'deletion missing in the log',
    how: 'the log has lost the tombstone, and has a version',
    plant: async (harness) => {
      const { id, tombstone } = await plantDeleted(harness, { versions: 2, left: [1, 2] });
      await harness.log.remove(id, tombstone.version);
      return id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the log has lost a version in the middle',
    plant: async (harness) => {
      const { document } = lastOf(await plant(harness, { versions: 3 }));
      await harness.log.remove(document.id, 2);
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the log has lost the first version',
    plant: async (harness) => {
      const { document } = lastOf(await plant(harness, { versions: 3 }));
      await harness.log.remove(document.id, 1);
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the last version is torn',
    plant: async (harness) => {
      const { document } = lastOf(await plant(harness, { versions: 2 }));
      await addText(harness.backends.store, slotKey(document.id, 2), '{"format":3,"wri');
      return document.id;
    },
  },
  {
    kind: 'damaged log',
    how: 'the last version is of another document',
    plant: async (harness) => {
      const [{ document }, other] = [lastOf(await plant(harness, { versions: 2 })), lastOf(await plant(harness))];
      const body = await harness.backends.store.read(slotKey(other.document.id, 1));
      await harness.backends.store.put(slotKey(document.id, 2), body as Uint8Array);
      return document.id;
    },
  },
];

/** What is right as it is. */
const TOLD: typeof UNDECIDED = [
  {
    kind: 'tombstone left to gc',
    how: 'gc was killed between the last object and the head',
    plant: async (harness) => {
      const { id, tombstone } = await plantDeleted(harness);
      await harness.log.remove(id, tombstone.version);
      return id;
    },
  },
  {
    kind: 'versions without a first one',
    how: 'a slot came long after its document was gone',
    plant: async (harness) => {
      const { document } = lastOf(await plant(harness, { versions: 3 }));
      await takeHead(harness, document.id);
      await harness.log.remove(document.id, 1);
      return document.id;
    },
  },
];

describeModes('doctor and what the log does not decide', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);

  for (const { kind, how, plant: plantIt } of [...UNDECIDED, ...TOLD]) {
    it(`is told and left as it is: ${kind}, ${how}`, async () => {
      const harness = getHarness();
      const before = (await harness.look()).left;
      const id = await plantIt(harness);
      const isFault = UNDECIDED.some((one) => one.how === how);
      const was = [await headAt(harness, id), await objectsOf(harness.backends.store, `documents/${id}/`)];
      for (const report of [await harness.look(), await harness.repair(), await harness.look()]) {
        expect(report.findings[kind]?.examples).to.include(id);
        expect(report.left).to.equal(before + (isFault ? 1 : 0));
        expect([await headAt(harness, id), await objectsOf(harness.backends.store, `documents/${id}/`)]).to.deep.equal(
          was,
        );
      }
    });
  }

  it('tells what does not belong into the bucket, and goes on', async () => {
    const harness = getHarness();
    const { store } = harness.backends;
    await addText(store, 'documents/what-is-this.txt', 'x');
    await addText(store, 'notes/mine.txt', 'x');
    const { anomalies } = await harness.look();
    expect(anomalies['foreign key']?.examples).to.include.members(['documents/what-is-this.txt', 'notes/mine.txt']);
  });
});

describeModes('a repair', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  beforeEach(() => {
    owner = unique();
  });

  it('of more than ten entries and a twentieth of the documents is refused, unless it is asked for', async () => {
    const harness = getHarness();
    const { documents } = (await harness.look()).counts;
    const atMost = Math.max(10, Math.floor((documents + 20) * 0.05));
    const ids = await plantMany(harness, 20);
    for (const id of ids.slice(0, atMost + 1)) await takeHead(harness, id);
    const refused = await harness.repair();
    expect(refused.refused).to.deep.equal({ faults: atMost + 1, atMost });
    expect([refused.repaired, refused.left]).to.deep.equal([false, atMost + 1]);
    expect(await headAt(harness, ids[0]!)).to.equal(undefined);
    expect(await harness.repair({ force: true })).to.deep.include({ refused: null, left: 0 });
    for (const id of ids) expect((await headAt(harness, id))?.head.deleted).to.equal(false);
  });

  it('of ten entries is not', async () => {
    const harness = getHarness();
    const ids = await plantMany(harness, 10);
    for (const id of ids) await takeHead(harness, id);
    expect(await harness.repair()).to.deep.include({ refused: null, left: 0 });
  });

  it('that was killed is finished by the next one', async () => {
    const harness = getHarness();
    const ids = await plantMany(harness, 3);
    for (const id of ids) await takeHead(harness, id);
    const stepping = new Stepping({ of: 'writeHead', at: 1, how: 'before' });
    const killed = harness.repair({ backends: stepping.wrapAll(harness.backends), timing: SILENT });
    expect(await killed.catch((error: unknown) => error)).to.be.instanceOf(DiedError);
    expect(await harness.repair()).to.deep.include({ left: 0 });
    for (const id of ids) expect((await headAt(harness, id))?.head.deleted).to.equal(false);
  });

  it('does not begin beside a rebuild that has not come to its end', async function () {
    this.timeout(60_000);
    const harness = getHarness();
    const stepping = new Stepping({ at: 30, how: 'before' });
    await harness.reindexHarness.reindex({ stepping, timing: SILENT }).catch((error: unknown) => error);
    expect((await errorOf(harness.repair())).message).to.match(/quire reindex/);
    expect((await harness.look()).left).to.equal(0);
    await harness.reindexHarness.reindex();
    expect((await harness.repair()).left).to.equal(0);
  });

  it('does not begin while another maintenance lives', async () => {
    const harness = getHarness();
    const gate = new Gate();
    const first = harness.repair({
      backends: { ...harness.backends, admin: gate.before(harness.backends.admin, 'scanHeads') },
    });
    await gate.reached;
    expect((await errorOf(harness.repair())).message).to.match(/a doctor is running already/);
    gate.open();
    await first;
  });

  it('ends when it is asked to, and lets the next one begin at once', async () => {
    const harness = getHarness();
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    expect((await errorOf(harness.repair({ stop: stop.signal }))).message).to.equal('stopped');
    expect((await harness.repair()).left).to.equal(0);
  });

  async function plantMany(harness: MaintenanceHarness, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(lastOf(await plant(harness, { owner })).document.id);
    return ids;
  }
});

type Spoil = (harness: MaintenanceHarness) => Promise<unknown>;

const SPOILS: Record<string, Spoil> = {
  'that is gone': ({ backends }) => backends.admin.discardCurrent(),
  'of a generation that the log does not name': async ({ backends: { admin } }) =>
    swap(admin, await currentName(admin), await makeNew(admin)),
};

describeModes('doctor and gc with an index', (makeStorage) => {
  for (const [what, spoil] of Object.entries(SPOILS)) {
    it(`${what} say so and name the rebuild`, () => expectRefusal(makeStorage, spoil));
  }
});

describeCluster('doctor and gc with an index', () => {
  it('that was emptied say so and name the rebuild', () =>
    expectRefusal(clusterStorage, async (harness) => {
      const { storage } = readConfig(harness.storage.env);
      const client = makeClient((storage as ClusterConfig).openSearch);
      await client.deleteByQuery({ index: await harness.index(), refresh: true, body: { query: { match_all: {} } } });
      await client.close();
    }));
});

async function expectRefusal(makeStorage: () => Promise<TestStorage>, spoil: Spoil): Promise<void> {
  const harness = await MaintenanceHarness.open(await makeStorage());
  try {
    await create(await harness.caller());
    await spoil(harness);
    for (const run of [
      () => harness.look(),
      () => harness.repair({ force: true }),
      () => harness.preview(),
      () => harness.gc(),
    ]) {
      expect((await errorOf(run())).message).to.match(/run `quire reindex`/);
    }
  } finally {
    await harness.close();
  }
}
