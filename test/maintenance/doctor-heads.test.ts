import { expect } from 'chai';
import { sourceInfo, sourceOf } from '../../src/domain/content/source.js';
import { headOf } from '../../src/domain/head.js';
import { summarize, type Version } from '../../src/domain/version.js';
import type { FindingKind } from '../../src/maintenance/doctor/findings.js';
import { expectError, expectStatus, type Client } from '../http/client.js';
import { create, createFolder, listVersions, push, read, search, unique } from '../http/making.js';
import { slotNumbers } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import {
  headAt,
  lastOf,
  livingAt,
  makeVersions,
  plant,
  putHead,
  putInLog,
  takeHead,
  tombstoneAfter,
} from './planting.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

/** What a document must be when the fault is mended. */
type Outcome = 'lives' | 'ended' | 'nowhere';
type Fault = {
  kind: FindingKind;
  how: string;
  plant(harness: MaintenanceHarness, owner: string): Promise<Version[]>;
  outcome: Outcome;
};

const FAULTS: Fault[] = [
  {
    kind: 'missing head',
    how: 'a document that the index lost',
    outcome: 'lives',
    plant: async (harness, owner) => {
      const versions = await plant(harness, { owner, versions: 2 });
      await takeHead(harness, lastOf(versions).document.id);
      return versions;
    },
  },
  {
    kind: 'missing head',
    how: 'a deleted document whose tombstone head the index lost',
    outcome: 'ended',
    plant: async (harness, owner) => {
      const versions = makeVersions({ owner, versions: 2 });
      await putInLog(harness, [tombstoneAfter(lastOf(versions))]);
      return versions;
    },
  },
  {
    kind: 'stale head',
    how: 'a slot ahead of its head, as a killed push leaves it',
    outcome: 'lives',
    plant: async (harness, owner) => {
      const versions = makeVersions({ owner, versions: 2 });
      await putInLog(harness, versions);
      await putHead(harness, headOf(versions[0]!), versions.slice(0, 1));
      return versions;
    },
  },
  {
    kind: 'head of a deleted document',
    how: 'a tombstone ahead of the head, as a killed delete leaves it',
    outcome: 'ended',
    plant: async (harness, owner) => {
      const versions = await plant(harness, { owner, versions: 2 });
      await putInLog(harness, [tombstoneAfter(lastOf(versions))]);
      return versions;
    },
  },
  {
    kind: 'differing head',
    how: 'a head with another title, other tags and another time',
    outcome: 'lives',
    plant: async (harness, owner) => {
      const versions = await plant(harness, { owner, versions: 2 });
      const head = await livingAt(harness, lastOf(versions).document.id);
      await putHead(harness, {
        ...head,
        title: 'Wrong',
        foldedTitle: 'wrong',
        tags: ['wrong'],
        updatedAt: head.createdAt,
      });
      return versions;
    },
  },
  ...(['none', 'another', 'that of plain paragraphs'] as const).map((source): Fault => ({
    kind: 'differing head',
    how: `a head that names another source than its version has: ${source}`,
    outcome: 'lives',
    plant: async (harness, owner) => {
      // The last of three is made of a file.
      const versions = await plant(harness, { owner, versions: 3 });
      const last = lastOf(versions);
      const own = { ...sourceInfo(last.source)!, isPlain: true };
      const others = { none: null, another: sourceInfo(sourceOf('another')), 'that of plain paragraphs': own };
      await putHead(harness, { ...(await livingAt(harness, last.document.id)), source: others[source] });
      return versions;
    },
  })),
  {
    kind: 'ghost head',
    how: 'a head whose document the log does not have',
    outcome: 'nowhere',
    plant: async (harness, owner) => {
      const versions = makeVersions({ owner, versions: 2 });
      await putHead(harness, headOf(lastOf(versions)), versions);
      return versions;
    },
  },
];

/** What was deleted so lately may still have summaries. */
const A_WRITE_MS = 20_000;

describeModes('doctor and heads', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));

  it('finds nothing wrong in what a service has made', async () => {
    const harness = getHarness();
    const folder = await createFolder(client);
    const before = (await harness.look()).counts;
    for (let i = 0; i < 5; i++) {
      const { id } = await create(client, { folder_id: folder.id });
      await push(client, id);
      if (i % 2 === 0) expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    }
    const report = await harness.look({ writeMs: A_WRITE_MS });
    expect(report.left, JSON.stringify(report)).to.equal(0);
    expect(report.counts).to.include({ documents: before.documents + 5, folders: before.folders });
    expect((await harness.repair({ writeMs: A_WRITE_MS })).repaired).to.equal(false);
  });

  for (const { kind, how, plant: plantFault, outcome } of FAULTS) {
    it(`finds, shows and repairs: ${kind}, ${how}`, async () => {
      const harness = getHarness();
      const planted = [
        await plantFault(harness, owner),
        await plantFault(harness, owner),
        await plantFault(harness, owner),
      ];
      const ids = planted.map((versions) => lastOf(versions).document.id);
      const before = await headsAt(harness, ids);
      const looked = await harness.look();
      expect(looked.findings[kind]).to.deep.include({ count: 3, repaired: 0 });
      expect(looked.findings[kind]?.examples).to.have.members(ids);
      expect([looked.repaired, looked.left]).to.deep.equal([false, 3]);
      expect(await headsAt(harness, ids)).to.deep.equal(before);

      const report = await harness.repair();
      expect(report.findings[kind]).to.deep.include({ count: 3, repaired: 3 });
      expect([report.repaired, report.left]).to.deep.equal([true, 0]);
      for (const versions of planted) await expectOutcome({ harness, client }, versions, outcome);
      const { findings, left } = await harness.look();
      expect([findings[kind], findings['ghost summary'], findings['stray summary'], left]).to.deep.equal([
        undefined,
        undefined,
        undefined,
        0,
      ]);
    });
  }

  it('repairs a document at the fault of each kind, all at once, and leaves the sound ones as they are', async () => {
    const harness = getHarness();
    const sound = await create(client);
    await push(client, sound.id);
    const before = await headAt(harness, sound.id);
    const planted = [];
    for (const fault of FAULTS) planted.push({ versions: await fault.plant(harness, owner), outcome: fault.outcome });
    const { left } = await harness.repair();
    expect(left).to.equal(0);
    for (const { versions, outcome } of planted) await expectOutcome({ harness, client }, versions, outcome);
    expect(await headAt(harness, sound.id)).to.deep.equal(before);
  });

  it('lets a mended document go on: it is pushed to, searched and deleted like any other', async () => {
    const harness = getHarness();
    // Not of the service: one that meets a head behind a write of its own refuses the whole index.
    const { id } = lastOf(await plant(harness, { owner, versions: 2 })).document;
    await takeHead(harness, id);
    expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    expect((await harness.repair()).left).to.equal(0);
    const word = unique();
    expect((await push(client, id, { title: word })).version).to.equal(3);
    expect((await search(client, { q: word })).results.map((found) => found.id)).to.deep.equal([id]);
    expectStatus(await client.delete(`/v1/documents/${id}`), 204);
    expect((await harness.look({ writeMs: A_WRITE_MS })).left).to.equal(0);
  });

  async function expectOutcome(at: At, versions: readonly Version[], outcome: Outcome): Promise<void> {
    const last = lastOf(versions);
    const { id } = last.document;
    if (outcome === 'lives') return expectLife(at, versions);
    expectError(await at.client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    const found = await search(at.client, { q: last.title });
    expect(found.results.map((result) => result.id)).not.to.include(id);
    const head = await headAt(at.harness, id);
    expect(head?.head.deleted).to.equal(outcome === 'ended' ? true : undefined);
    const marks = versions.map(({ version }) => ({ id, version }));
    const summaries = await at.harness.backends.admin.readSummaries(await at.harness.index(), marks);
    expect(summaries).to.deep.equal(marks.map(() => undefined));
  }
});

type At = { harness: MaintenanceHarness; client: Client };

async function expectLife({ harness, client }: At, versions: readonly Version[]): Promise<void> {
  const last = lastOf(versions);
  const { id } = last.document;
  expect((await headAt(harness, id))?.head).to.deep.equal(headOf(last));
  expect((await read(client, id)).title).to.equal(last.title);
  expect((await search(client, { q: last.title })).results.map((found) => found.id)).to.include(id);
  expect((await listVersions(client, id)).versions.map(({ title }) => title)).to.deep.equal(
    versions.map((version) => summarize(version).title),
  );
  expect(await slotNumbers(harness.backends.store, id)).to.deep.equal(versions.map(({ version }) => version));
}

async function headsAt(harness: MaintenanceHarness, ids: readonly string[]) {
  return Promise.all(ids.map((id) => headAt(harness, id)));
}
