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
  rebuild: IndexAdmin;
  /** A service's view of the same place: installed with a generation, and empty. */
  index: DocumentIndex;
  /** The view of a service that starts now; where a place has one owner, the former one has ended. */
  reopen?(): Promise<DocumentIndex>;
  /** Makes the current index vanish, as an accident would. */
  lose?(): Promise<void>;
  dispose(): Promise<void>;
};

/** What every index must do for a rebuild, whatever it is made of. A place of its own for every test. */
export function indexAdminContract(name: string, make: () => Promise<IndexAdminFixture>): void {
  describe(`index rebuild contract: ${name}`, function () {
    this.timeout(120_000);
    let fixture: IndexAdminFixture;
    const get = () => fixture;

    beforeEach(async () => {
      fixture = await make();
    });
    afterEach(async () => fixture?.dispose());

    concreteIndexFacts(get);
    headFacts(get);
    scanFacts(get);
    guardedWriteFacts(get);
    feedFacts(get);
    blockFacts(get);
    swapFacts(get);
    upkeepFacts(get);
  });
}

function concreteIndexFacts(get: () => IndexAdminFixture): void {
  describe('concrete indices', () => {
    it('are told by name, generation and schema', async () => {
      const current = await get().rebuild.current();
      expect(current?.name).to.match(/./);
      expect(current?.generation).to.equal(await get().index.readGeneration());
      expect(current?.schemaVersion).to.be.a('number');
    });

    it('are made empty, and no request goes to them', async () => {
      const { rebuild, index } = get();
      const before = await rebuild.current();
      const made = await makeNew(rebuild);
      const head = livingHead();
      await addHeads(index, [head]);
      expect(await rebuild.current()).to.deep.equal(before);
      expect(made).not.to.equal(before?.name);
      expect(await rebuild.readHeads(made, [head.id])).to.deep.equal([undefined]);
      expect(await marksOf(rebuild, made)).to.deep.equal([]);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are found by their generation', async () => {
      const { rebuild } = get();
      const current = await rebuild.current();
      expect(await rebuild.find(current?.generation as string)).to.deep.equal(current);
      expect(await rebuild.find('never-made')).to.equal(undefined);
      const made = await rebuild.create('found');
      expect(await rebuild.find('found')).to.deep.include({ name: made, generation: 'found' });
      await rebuild.remove(made);
      expect(await rebuild.find('found')).to.equal(undefined);
    });

    it('of one generation are made once, and left as they are', async () => {
      const { rebuild } = get();
      const head = livingHead();
      const made = await rebuild.create('again');
      await rebuild.writeIfHigher(made, [headEntry(head)]);
      await block(rebuild, made);
      expect(await rebuild.create('again')).to.equal(made);
      expect((await rebuild.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
    });

    it('are removed with all that is in them, once or twice, and the current one stays', async () => {
      const { rebuild, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const before = await rebuild.current();
      const made = await makeNew(rebuild);
      await rebuild.writeIfHigher(made, [headEntry(livingHead())]);
      await rebuild.remove(made);
      await rebuild.remove(made);
      await rebuild.remove(`${made}-never-made`);
      expect(await rebuild.current()).to.deep.equal(before);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are not removed while requests go to them, blocked or not', async () => {
      const { rebuild, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const current = await currentName(rebuild);
      await errorOf(rebuild.remove(current));
      await block(rebuild, current);
      await errorOf(rebuild.remove(current));
      expect(await currentName(rebuild)).to.equal(current);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
    });

    it('are discarded where requests go to them, blocked or not, and the others stay', async () => {
      const { rebuild } = get();
      const made = await makeNew(rebuild);
      const head = livingHead();
      await rebuild.writeIfHigher(made, [headEntry(head)]);
      await block(rebuild, await currentName(rebuild));
      await rebuild.discardCurrent();
      await rebuild.discardCurrent();
      expect(await rebuild.current()).to.equal(undefined);
      expect((await rebuild.readHeads(made, [head.id]))[0]?.head).to.deep.equal(head);
    });

    it('are removed when requests go to them no more', async () => {
      const { rebuild, index } = get();
      const head = livingHead();
      await addHeads(index, [head]);
      const from = await currentName(rebuild);
      const to = await makeNew(rebuild);
      await rebuild.writeIfHigher(to, [headEntry(head)]);
      await swap(rebuild, from, to);
      await rebuild.remove(from);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      expect(await rebuild.readHeads(to, [head.id])).to.have.length(1);
      await errorOf(rebuild.refresh(from));
    });

    it('are removed while they are blocked', async () => {
      const { rebuild } = get();
      const made = await rebuild.create('blocked');
      const head = livingHead();
      await rebuild.writeIfHigher(made, [headEntry(head)]);
      await block(rebuild, made);
      await block(rebuild, made);
      await rebuild.remove(made);
      expect(await rebuild.readHeads(await rebuild.create('blocked'), [head.id])).to.deep.equal([undefined]);
    });

    it('are gone when they are gone', async function () {
      const { rebuild, lose } = get();
      if (lose === undefined) return this.skip();
      await lose();
      expect(await rebuild.current()).to.equal(undefined);
    });
  });
}

function headFacts(get: () => IndexAdminFixture): void {
  describe('heads of a concrete index', () => {
    it('are read at once, in the order asked for', async () => {
      const { rebuild } = get();
      const made = await makeNew(rebuild);
      const heads = [livingHead(), tombstoneHead(), livingHead()];
      await rebuild.writeIfHigher(made, heads.map(headEntry));
      const ids = [heads[2]!.id, newId('nobody'), heads[0]!.id, heads[1]!.id];
      expect((await rebuild.readHeads(made, ids)).map((found) => found?.head)).to.deep.equal([
        heads[2],
        undefined,
        heads[0],
        heads[1],
      ]);
      expect(await rebuild.readHeads(made, [])).to.deep.equal([]);
    });

    it('are written where absent in that index, and under the revision they have', async () => {
      const { rebuild, index } = get();
      const made = await makeNew(rebuild);
      const head = livingHead();
      const write = { head, expected: 'absent', summaries: [] } as const;
      expect(await rebuild.writeHead(made, write)).to.equal('written');
      expect(await index.readHead(head.id)).to.equal(undefined);
      expect(await rebuild.writeHead(made, write)).to.equal('conflict');
      const [found] = await rebuild.readHeads(made, [head.id]);
      const next = { head: { ...head, currentVersion: 2 }, expected: found!.revision, summaries: [] };
      expect(await rebuild.writeHead(made, next)).to.equal('written');
      expect(await rebuild.writeHead(made, next)).to.equal('conflict');
      expect((await rebuild.readHeads(made, [head.id]))[0]?.head).to.deep.equal(next.head);
    });

    it('are those that the service has, where the index is the current one', async () => {
      const { rebuild, index } = get();
      const head = livingHead();
      const current = await currentName(rebuild);
      expect(await rebuild.writeHead(current, { head, expected: 'absent', summaries: [] })).to.equal('written');
      expect(await rebuild.readHeads(current, [head.id])).to.deep.equal([await index.readHead(head.id)]);
    });
  });
}

function scanFacts(get: () => IndexAdminFixture): void {
  describe('a scan of heads', () => {
    it('tells all of them by identifier, tombstones too, and nothing else', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const heads = Array.from({ length: 2_500 }, (_, i) =>
        i % 7 === 0 ? tombstoneHead({ currentVersion: 3 }) : livingHead({ currentVersion: 1 + (i % 5) }),
      );
      await rebuild.writeIfHigher(current, heads.map(headEntry));
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
      expect(await marksOf(rebuild, current)).to.deep.equal(expected);
    });

    it('comes in batches of at most a thousand, none of them empty', async () => {
      const { rebuild } = get();
      const made = await makeNew(rebuild);
      await rebuild.writeIfHigher(
        made,
        Array.from({ length: 2_500 }, () => headEntry(livingHead())),
      );
      await rebuild.refresh(made);
      const sizes = (await collect(rebuild.scanHeads(made))).map((batch) => batch.length);
      expect(Math.max(...sizes)).to.be.at.most(1_000);
      expect(Math.min(...sizes)).to.be.at.least(1);
    });
  });
}
