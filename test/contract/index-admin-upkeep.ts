import { expect } from 'chai';
import type { LivingHead } from '../../src/domain/head.js';
import type { Revision } from '../../src/ports/document-index.js';
import type { Entry, ImmutableEntry, SummaryMark } from '../../src/ports/index-admin.js';
import { byBytes, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { folder, livingHead, tombstoneHead, tombstoneOf, versionSummary } from '../support/factories.js';
import { block, collect, currentName, headEntry, makeNew, marksOf } from '../support/rebuild-helpers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

/** What doctor and gc need of an index. */
export function upkeepFacts(get: () => IndexAdminFixture): void {
  removalFacts(get);
  summaryFacts(get);
  folderFacts(get);
  markFacts(get);
  blockFacts(get);
}

function removalFacts(get: () => IndexAdminFixture): void {
  describe('the removal of a head', () => {
    it('leaves nothing of it, to no reader, search, count or scan, and no other head is touched', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead({ tags: ['a'] });
      const other = livingHead({ owner: head.owner, folderId: head.folderId, title: head.title, tags: ['a'] });
      const month = head.createdAt.slice(0, 7);
      await admin.writeIfHigher(current, [head, other].map(headEntry));
      expect(await admin.removeHead(head.id, await revisionOf(head.id))).to.equal('removed');
      await admin.refresh(current);
      expect(await index.readHead(head.id)).to.equal(undefined);
      for (const conditions of [{}, { tag: 'a' }, { folderId: head.folderId }, { prefix: 'title' }]) {
        expect(await searchHeads(index, query(head.owner, conditions))).to.deep.equal([other]);
      }
      expect(await index.countCreated(head.owner, month)).to.equal(1);
      expect(await admin.countCreated(current, head.owner, month)).to.equal(1);
      expect((await marksOf(admin, current)).map(({ id }) => id)).to.deep.equal([other.id]);
    });

    it('counts a month by the heads and tombstone heads that are there', async () => {
      const { admin } = get();
      const current = await currentName(admin);
      const { owner } = livingHead();
      const heads = [livingHead({ owner }), tombstoneHead({ owner }), tombstoneHead({ owner })];
      await admin.writeIfHigher(current, heads.map(headEntry));
      for (const [i, { id }] of heads.entries()) {
        await admin.refresh(current);
        expect(await admin.countCreated(current, owner, '2026-03')).to.equal(3 - i);
        expect(await admin.countCreated(current, owner, '2026-04')).to.equal(0);
        await admin.removeHead(id, await revisionOf(id));
      }
      await admin.refresh(current);
      expect(await admin.countCreated(current, owner, '2026-03')).to.equal(0);
    });

    it('is done only under the revision that the head has, and once', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead();
      await admin.writeIfHigher(current, [headEntry(head)]);
      const revision = await revisionOf(head.id);
      await index.writeHead({ head: tombstoneOf(head), expected: revision, summaries: [] });
      expect(await admin.removeHead(head.id, revision)).to.equal('conflict');
      expect((await readExisting(index, head.id)).head).to.deep.equal(tombstoneOf(head));
      const newer = await revisionOf(head.id);
      expect(await admin.removeHead(head.id, newer)).to.equal('removed');
      expect(await admin.removeHead(head.id, newer)).to.equal('conflict');
      expect(await admin.removeHead(livingHead().id, newer)).to.equal('conflict');
    });

    it('is for good: a late write on condition of it changes nothing, and a new head may be made', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead();
      await admin.writeIfHigher(current, [headEntry(head)]);
      const revision = await revisionOf(head.id);
      await admin.removeHead(head.id, revision);
      const late = { head: { ...head, currentVersion: 2 }, expected: revision, summaries: [] };
      expect(await index.writeHead(late)).to.equal('conflict');
      expect(await index.readHead(head.id)).to.equal(undefined);
      expect(await index.writeHead({ head, expected: 'absent', summaries: [] })).to.equal('written');
      expect(await admin.removeHead(head.id, revision)).to.equal('conflict');
    });

    it('is done by one of 20 callers at once', async () => {
      const { admin } = get();
      const head = livingHead();
      await admin.writeIfHigher(await currentName(admin), [headEntry(head)]);
      const revision = await revisionOf(head.id);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => admin.removeHead(head.id, revision)));
      expect(outcomes.filter((outcome) => outcome === 'removed')).to.have.length(1);
      expect(outcomes.filter((outcome) => outcome === 'conflict')).to.have.length(19);
    });

    it('is refused by an index that is blocked or gone', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const head = livingHead();
      await admin.writeIfHigher(made, [headEntry(head)]);
      const [at] = await admin.readHeads(made, [head.id]);
      const token = await block(admin, made);
      expect(await admin.removeHead(head.id, at!.revision)).to.equal('refused');
      await admin.unblock(token);
      expect((await admin.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
      await admin.remove(made);
      expect(await admin.removeHead(head.id, at!.revision)).to.equal('refused');
    });
  });

  async function revisionOf(id: string): Promise<Revision> {
    return (await readExisting(get().index, id)).revision;
  }
}

function summaryFacts(get: () => IndexAdminFixture): void {
  describe('summaries of a concrete index', () => {
    it('are read at once, of several documents, in the order asked for', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const { entries, marks } = summariesOf(livingHead(), 3);
      await admin.writeIfHigher(made, entries);
      const other = summariesOf(livingHead(), 1);
      await admin.writeIfHigher(made, other.entries);
      const asked = [marks[2]!, other.marks[0]!, { id: livingHead().id, version: 1 }, marks[0]!];
      const found = await admin.readSummaries(made, asked);
      const expected = [entries[2]!, other.entries[0]!, undefined, entries[0]!];
      expect(found).to.deep.equal(expected.map((entry) => entry && summaryOf(entry)));
      expect(await admin.readSummaries(made, [])).to.deep.equal([]);
    });

    it('are overwritten and removed one by one; others stay, and absent ones are no error', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const { entries, marks } = summariesOf(livingHead(), 1_300);
      await admin.writeIfHigher(made, entries);
      const [changed, removed] = [marks.filter((_, i) => i % 3 === 0), marks.filter((_, i) => i % 3 === 1)];
      await admin.overwrite(
        made,
        changed.map(({ id, version }) => ({ kind: 'summary', id, summary: versionSummary({ version, title: 'New' }) })),
      );
      await admin.removeSummaries(made, removed);
      await admin.removeSummaries(made, [...removed, { id: livingHead().id, version: 7 }]);
      const found = await admin.readSummaries(made, marks);
      expect(found.map((summary) => summary?.title)).to.deep.equal(
        entries.map((entry, i) => ['New', undefined, summaryOf(entry).title][i % 3]),
      );
    });

    it('are told by a scan, those of documents without a head too, and nothing else', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const documents = [livingHead(), livingHead(), livingHead()].map((head) => summariesOf(head, 1_700));
      await admin.writeIfHigher(current, [...documents.flatMap(({ entries }) => entries), headEntry(livingHead())]);
      await index.createFolder(folder());
      const gone = documents[1]!.marks.slice(100, 200);
      await admin.removeSummaries(current, gone);
      await admin.refresh(current);
      const told = (await collect(admin.scanSummaries(current))).flat().map(nameOf);
      const expected = documents
        .flatMap(({ marks }) => marks)
        .filter((mark) => !gone.includes(mark))
        .map(nameOf);
      expect(told.sort(byBytes)).to.deep.equal(expected.sort(byBytes));
    });
  });
}

function folderFacts(get: () => IndexAdminFixture): void {
  describe('folders of a concrete index', () => {
    it('are read at once and scanned by identifier, and nothing else is', async () => {
      const { admin } = get();
      const current = await currentName(admin);
      const folders = Array.from({ length: 2_300 }, () => folder());
      await admin.writeIfHigher(current, [...folders.map(folderEntry), headEntry(livingHead())]);
      await admin.refresh(current);
      const batches = await collect(admin.scanFolders(current));
      expect(batches.flat()).to.deep.equal([...folders].sort((a, b) => byBytes(a.id, b.id)));
      expect(Math.max(...batches.map(({ length }) => length))).to.be.at.most(1_000);
      const rest = batches.flat().slice(5);
      expect((await collect(admin.scanFolders(current, batches.flat()[4]?.id))).flat()).to.deep.equal(rest);
      const asked = [folders[9]!.id, folder().id, folders[3]!.id];
      expect(await admin.readFolders(current, asked)).to.deep.equal([folders[9], undefined, folders[3]]);
    });

    it('are overwritten, and lists show it', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const { owner } = livingHead();
      const [kept, changed] = [folder({ owner }), folder({ owner })];
      await admin.writeIfHigher(current, [kept, changed].map(folderEntry));
      const right = { ...changed, name: 'Right', path: '/Right', parentId: kept.id, depth: 1 };
      await admin.overwrite(current, [folderEntry(right)]);
      await admin.overwrite(current, [folderEntry(right)]);
      await admin.refresh(current);
      const list = (parentId: string | null) => index.listFolders({ owner, parentId, limit: 1_000 });
      expect(await list(null)).to.deep.equal([kept]);
      expect(await list(kept.id)).to.deep.equal([right]);
    });
  });
}

function markFacts(get: () => IndexAdminFixture): void {
  describe('marks of heads', () => {
    it('are read at once, in the order asked for', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const heads = [livingHead({ currentVersion: 4 }), tombstoneHead()];
      await admin.writeIfHigher(made, heads.map(headEntry));
      const [living, ended] = heads.map(({ id, currentVersion, deleted }) => ({ id, currentVersion, deleted }));
      const asked = [heads[1]!.id, livingHead().id, heads[0]!.id];
      expect(await admin.readMarks(made, asked)).to.deep.equal([ended, undefined, living]);
    });

    it('are scanned from any identifier on', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      await admin.writeIfHigher(
        made,
        Array.from({ length: 2_500 }, () => headEntry(livingHead())),
      );
      const all = await marksOf(admin, made);
      for (const storage of [0, 1, 998, 1_249, 2_498, 2_499]) {
        const rest = (await collect(admin.scanHeads(made, all[storage]?.id))).flat();
        expect(rest).to.deep.equal(all.slice(storage + 1));
      }
      expect((await collect(admin.scanHeads(made, '0'.repeat(24)))).flat()).to.deep.equal(all);
      expect(await collect(admin.scanHeads(made, 'z'.repeat(24)))).to.deep.equal([]);
    });
  });
}

function blockFacts(get: () => IndexAdminFixture): void {
  describe('a blocked index', () => {
    it('takes nothing of what doctor and gc write', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const { entries, marks } = summariesOf(livingHead(), 1);
      await block(admin, made);
      const calls = [() => admin.overwrite(made, entries), () => admin.removeSummaries(made, marks)];
      for (const call of calls) await expectUnavailable(call(), /takes no writes|cluster_block_exception/);
    });
  });
}

function summariesOf({ id }: LivingHead, count: number): { entries: ImmutableEntry[]; marks: SummaryMark[] } {
  const marks = Array.from({ length: count }, (_, i) => ({ id, version: i + 1 }));
  return {
    marks,
    entries: marks.map(({ version }) => ({ kind: 'summary', id, summary: versionSummary({ version }) })),
  };
}

function summaryOf(entry: Entry) {
  if (entry.kind !== 'summary') throw new Error('no summary');
  return entry.summary;
}

function folderEntry(each: ReturnType<typeof folder>): ImmutableEntry {
  return { kind: 'folder', folder: each };
}

const nameOf = ({ id, version }: SummaryMark): string => `${id}:${version}`;
