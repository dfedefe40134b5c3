import { expect } from 'chai';
import { folder, livingHead, versionSummary } from '../support/factories.js';
import { addHeads, query, readExisting } from '../support/index-helpers.js';
import type { FencingToken } from '../../src/ports/index-admin.js';
import { PushingWriters } from '../support/pushing-writers.js';
import { block, changesOf, currentName, errorOf, headEntry, makeNew, marksOf } from '../support/rebuild-helpers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';

/** Summaries in one request, which keep a shard busy for longer than it takes to ask for a block. */
const LARGE = 20_000;

export function blockFacts(get: () => IndexAdminFixture): void {
  describe('a block', () => {
    it('refuses every write, and no read', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const [head, made] = [livingHead(), folder()];
      await addHeads(index, [head]);
      await index.createFolder(made);
      const found = await readExisting(index, head.id);
      await block(rebuild, current);
      const next = { head: { ...head, currentVersion: 2 }, expected: found.revision, summaries: [] };
      const other = { head: livingHead(), expected: 'absent', summaries: [] } as const;
      for (const write of [next, other]) {
        expect(await index.writeHead(write)).to.equal('refused');
        expect(await rebuild.writeHead(current, write)).to.equal('refused');
      }
      expect(await index.createFolder(folder())).to.equal('refused');
      await errorOf(rebuild.writeIfHigher(current, [headEntry(next.head)]));
      expect(await readExisting(index, head.id)).to.deep.equal(found);
      expect(await index.readFolder(made.id)).to.deep.equal(made);
      await index.refresh();
      expect(await index.search(query(head.owner))).to.deep.equal([head]);
      expect(await changesOf(rebuild, current, await rebuild.checkpoint(current))).to.deep.equal([]);
      expect(await marksOf(rebuild, current)).to.have.length(1);
    });

    it('of one index leaves the others alone', async () => {
      const { rebuild, index } = get();
      const made = await makeNew(rebuild);
      await block(rebuild, made);
      await addHeads(index, [livingHead()]);
      await errorOf(rebuild.writeIfHigher(made, [headEntry(livingHead())]));
    });

    it('can be set again, and be lifted, once or twice', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const head = livingHead();
      const write = { head, expected: 'absent', summaries: [] } as const;
      let hold: FencingToken | undefined;
      for (let round = 0; round < 3; round++) {
        hold = await block(rebuild, current);
        expect(await index.writeHead(write)).to.equal('refused');
      }
      await rebuild.unblock(hold as FencingToken);
      await rebuild.unblock(hold as FencingToken);
      expect(await index.writeHead(write)).to.equal('written');
      expect(await index.createFolder(folder())).to.equal('created');
    });

    it('raises an error where there is no such index; lifting that of one that is gone does nothing', async () => {
      const { rebuild } = get();
      await errorOf(block(rebuild, 'never-made'));
      await errorOf(rebuild.isBlocked('never-made'));
      const made = await makeNew(rebuild);
      const hold = await block(rebuild, made);
      await rebuild.remove(made);
      await rebuild.unblock(hold);
    });

    it('hold: is not lifted by a former holder, however late that comes', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const write = { head: livingHead(), expected: 'absent', summaries: [] } as const;
      const holds = [await block(rebuild, current), await block(rebuild, current), await block(rebuild, current, 2)];
      await rebuild.unblock(holds[0] as FencingToken);
      await rebuild.unblock(holds[1] as FencingToken);
      expect(await index.writeHead(write)).to.equal('refused');
      await rebuild.unblock(holds[2] as FencingToken);
      expect(await index.writeHead(write)).to.equal('written');
      const again = await block(rebuild, current, 3);
      await rebuild.unblock(holds[2] as FencingToken);
      expect(await rebuild.isBlocked(current)).to.equal(true);
      await rebuild.unblock(again);
    });

    it('newHoldEachTime: is not lifted in the name of an earlier hold of the same rank', async () => {
      const { rebuild } = get();
      const current = await currentName(rebuild);
      const [first, second] = [await block(rebuild, current), await block(rebuild, current)];
      await rebuild.unblock(first);
      expect(await rebuild.isBlocked(current)).to.equal(true);
      await rebuild.unblock(second);
      expect(await rebuild.isBlocked(current)).to.equal(false);
    });

    it('rankedHolds: is refused to a rank below one that had it, which changes nothing', async () => {
      const { rebuild } = get();
      const current = await currentName(rebuild);
      const hold = await block(rebuild, current, 7);
      await errorOf(block(rebuild, current, 6));
      expect(await rebuild.isBlocked(current)).to.equal(true);
      await rebuild.unblock(hold);
      await errorOf(block(rebuild, current, 6));
      expect(await rebuild.isBlocked(current)).to.equal(false);
    });

    it('is seen', async () => {
      const { rebuild } = get();
      const made = await makeNew(rebuild);
      expect(await rebuild.isBlocked(made)).to.equal(false);
      const hold = await block(rebuild, made);
      expect(await rebuild.isBlocked(made)).to.equal(true);
      expect(await rebuild.isBlocked(await currentName(rebuild))).to.equal(false);
      await rebuild.unblock(hold);
      expect(await rebuild.isBlocked(made)).to.equal(false);
    });

    it('drain: lets no write land after it has resolved', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      for (let round = 0; round < 5; round++) {
        const writers = new PushingWriters(index, { writers: 50, documents: 20 });
        await writers.begin();
        await writers.more(100);
        const hold = await block(rebuild, current);
        const ids = [...writers.acknowledged.keys()];
        const atOnce = await rebuild.readHeads(current, ids);
        await writers.refused();
        expect(await rebuild.readHeads(current, ids)).to.deep.equal(atOnce);
        const versions = [...writers.acknowledged.values()].slice(0, ids.length);
        expect(atOnce.map((found) => found?.head.currentVersion)).to.deep.equal(versions);
        await rebuild.unblock(hold);
      }
    });

    it('drain: does not resolve in the middle of a large write, which lands as a whole', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const head = livingHead();
      const summaries = Array.from({ length: LARGE }, (_, i) => versionSummary({ version: i + 1 }));
      const has = async (version: number) => (await index.readSummaries(head.id, [version]))[0] !== undefined;
      const writing = index.writeHead({ head, expected: 'absent', summaries });
      while (!(await has(1)));
      await block(rebuild, current);
      const hadLast = await has(LARGE);
      expect(await writing).to.equal('written');
      expect([hadLast, await has(LARGE)]).to.deep.equal([true, true]);
    });

    it('that is set by three processes at once lets none of them go on before the last write has landed', async () => {
      const { rebuild, index } = get();
      const current = await currentName(rebuild);
      const writers = new PushingWriters(index, { writers: 50, documents: 20 });
      await writers.begin();
      await writers.more(100);
      const ids = [...writers.acknowledged.keys()];
      const seen = await Promise.allSettled(
        [1, 2, 3].map(async () => {
          await block(rebuild, current);
          return rebuild.readHeads(current, ids);
        }),
      );
      await writers.refused();
      const last = await rebuild.readHeads(current, ids);
      // One that loses its hold before or while it waits raises.
      const blocked = seen.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(blocked).not.to.be.empty;
      for (const each of blocked) expect(each).to.deep.equal(last);
      expect(await index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] })).to.equal('refused');
    });
  });
}
