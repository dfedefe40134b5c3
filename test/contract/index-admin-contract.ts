import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import type { IndexAdmin } from '../../src/ports/index-admin.js';
import { livingHead, tombstoneHead } from '../support/factories.js';
import { addHeads, readExisting } from '../support/index-helpers.js';
import { block, collect, currentName, errorOf, headEntry, makeNew, marksOf, swap } from '../support/rebuild-helpers.js';
import { blockFacts } from './index-admin-block.js';
import { feedFacts } from './index-admin-feed.js';
import { swapFacts } from './index-admin-swap.js';
import { upkeepFacts } from './index-admin-upkeep.js';
import { guardedWriteFacts } from './index-admin-writes.js';

export type IndexAdminFixture = {
  admin: IndexAdmin;
  /** A service's view of the same place: installed with a generation, and empty. */
  index: DocumentIndex;
  /** The view of a service that starts now; where a place has one owner, the former one has ended. */
  reopen?(): Promise<DocumentIndex>;
  /** Makes the current index vanish, as an accident would. */
  lose?(): Promise<void>;
  dispose(): Promise<void>;
};

type Facts = (get: () => IndexAdminFixture) => void;

const ALL: readonly Facts[] = [
  concreteIndexFacts,
  headFacts,
  scanFacts,
  guardedWriteFacts,
  feedFacts,
  blockFacts,
  swapFacts,
  upkeepFacts,
];

/** What every index must do for a rebuild, whatever it is made of. A place of its own for every test. */
export function indexAdminContract(name: string, make: () => Promise<IndexAdminFixture>, parts = ALL): void {
  describe(`index rebuild contract: ${name}`, function () {
    this.timeout(120_000);
    let fixture: IndexAdminFixture;
    const get = () => fixture;

    beforeEach(async () => {
      fixture = await make();
    });
    afterEach(async () => fixture?.dispose());

    for (const facts of parts) facts(get);
  });
}

function concreteIndexFacts(get: () => IndexAdminFixture): void {
  describe('concrete indices', () => {
    it('are told by name, generation and schema', async () => {
      const current = await get().admin.current();
      expect(current?.name).to.match(/./);
      expect(current?.generation).to.equal(await get().index.readGeneration());
      expect(current?.schemaVersion).to.be.a('number');
    });

    it('are made empty, and no request goes to them', async () => {
      const { admin, index } = get();
      const before = await admin.current();
      const made = await makeNew(admin);
      const head = livingHead();
      await addHeads(index, [head]);
      expect(await admin.current()).to.deep.equal(before);
      expect(made).not.to.equal(before?.name);
      expect(await admin.readHeads(made, [head.id])).to.deep.equal([undefined]);
      expect(await marksOf(admin, made)).to.deep.equal([]);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are found by their generation', async () => {
      const { admin } = get();
      const current = await admin.current();
      expect(await admin.find(current?.generation as string)).to.deep.equal(current);
      expect(await admin.find('never-made')).to.equal(undefined);
      const made = await admin.create('found');
      expect(await admin.find('found')).to.deep.include({ name: made, generation: 'found' });
      await admin.remove(made);
      expect(await admin.find('found')).to.equal(undefined);
    });

    it('of one generation are made once, and left as they are', async () => {
      const { admin } = get();
      const head = livingHead();
      const made = await admin.create('again');
      await admin.writeIfHigher(made, [headEntry(head)]);
      await block(admin, made);
      expect(await admin.create('again')).to.equal(made);
      expect((await admin.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
    });

    it('are removed with all that is in them, once or twice, and the current one stays', async () => {
      const { admin, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const before = await admin.current();
      const made = await makeNew(admin);
      await admin.writeIfHigher(made, [headEntry(livingHead())]);
      await admin.remove(made);
      await admin.remove(made);
      await admin.remove(`${made}-never-made`);
      expect(await admin.current()).to.deep.equal(before);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are not removed while requests go to them, blocked or not', async () => {
      const { admin, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const current = await currentName(admin);
      await errorOf(admin.remove(current));
      await block(admin, current);
      await errorOf(admin.remove(current));
      expect(await currentName(admin)).to.equal(current);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are discarded where requests go to them, blocked or not, and the others stay', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const head = livingHead();
      await admin.writeIfHigher(made, [headEntry(head)]);
      await block(admin, await currentName(admin));
      await admin.discardCurrent();
      await admin.discardCurrent();
      expect(await admin.current()).to.equal(undefined);
      expect((await admin.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
    });

    it('are removed when requests go to them no more', async () => {
      const { admin, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const from = await currentName(admin);
      const to = await makeNew(admin);
      await admin.writeIfHigher(to, [headEntry(head)]);
      await swap(admin, from, to);
      await admin.remove(from);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      expect(await admin.readHeads(to, [head.id])).to.have.length(1);
      await errorOf(admin.refresh(from));
    });

    it('are removed while they are blocked', async () => {
      const { admin } = get();
      const made = await admin.create('blocked');
      const head = livingHead();
      await admin.writeIfHigher(made, [headEntry(head)]);
      await block(admin, made);
      await block(admin, made);
      await admin.remove(made);
      expect(await admin.readHeads(await admin.create('blocked'), [head.id])).to.deep.equal([undefined]);
    });

    it('are gone when they are gone', async function () {
      const { admin, lose } = get();
      if (lose === undefined) return this.skip();
      await lose();
      expect(await admin.current()).to.equal(undefined);
    });
  });
}

function headFacts(get: () => IndexAdminFixture): void {
  describe('heads of a concrete index', () => {
    it('are read at once, in the order asked for', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const heads = [livingHead(), tombstoneHead(), livingHead()];
      await admin.writeIfHigher(made, heads.map(headEntry));
      const ids = [heads[2]!.id, newId('nobody'), heads[0]!.id, heads[1]!.id];
      expect((await admin.readHeads(made, ids)).map((found) => found?.head)).to.deep.equal([
        heads[2],
        undefined,
        heads[0],
        heads[1],
      ]);
      expect(await admin.readHeads(made, [])).to.deep.equal([]);
    });

    it('are written where absent in that index, and under the revision they have', async () => {
      const { admin, index } = get();
      const made = await makeNew(admin);
      const head = livingHead();
      const write = { head, expected: 'absent', summaries: [] } as const;
      expect(await admin.writeHead(made, write)).to.equal('written');
      expect(await index.readHead(head.id)).to.equal(undefined);
      expect(await admin.writeHead(made, write)).to.equal('conflict');
      const [found] = await admin.readHeads(made, [head.id]);
      const next = { head: { ...head, currentVersion: 2 }, expected: found!.revision, summaries: [] };
      expect(await admin.writeHead(made, next)).to.equal('written');
      expect(await admin.writeHead(made, next)).to.equal('conflict');
      expect((await admin.readHeads(made, [head.id]))[0]?.head).to.deep.equal(next.head);
    });

    it('are those that the service has, where the index is the current one', async () => {
      const { admin, index } = get();
      const head = livingHead();
      const current = await currentName(admin);
      expect(await admin.writeHead(current, { head, expected: 'absent', summaries: [] })).to.equal('written');
      expect(await admin.readHeads(current, [head.id])).to.deep.equal([await index.readHead(head.id)]);
    });
  });
}

function scanFacts(get: () => IndexAdminFixture): void {
  describe('a scan of heads', () => {
    it('tells all of them by identifier, tombstones too, and nothing else', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const heads = Array.from({ length: 2_500 }, (_, i) =>
        i % 7 === 0 ? tombstoneHead({ currentVersion: 3 }) : livingHead({ currentVersion: 1 + (i % 5) }),
      );
      await admin.writeIfHigher(current, heads.map(headEntry));
      const { owner } = livingHead();
      await index.createFolder({
        id: newId(owner),
        owner,
        name: 'f',
        parentId: null,
        path: '/f',
        depth: 0,
        createdAt: '2026-01-01T00:00:00.000Z',
      });
      const expected = heads
        .map(({ id, currentVersion, deleted }) => ({ id, currentVersion, deleted }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(await marksOf(admin, current)).to.deep.equal(expected);
    });

    it('comes in batches of at most a thousand, none of them empty', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      await admin.writeIfHigher(
        made,
        Array.from({ length: 2_500 }, () => headEntry(livingHead())),
      );
      await admin.refresh(made);
      const sizes = (await collect(admin.scanHeads(made))).map((batch) => batch.length);
      expect(Math.max(...sizes)).to.be.at.most(1_000);
      expect(Math.min(...sizes)).to.be.at.least(1);
    });
  });
}
