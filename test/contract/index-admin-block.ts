import { expect } from 'chai';
import { folder, keyEntry, livingHead, versionSummary } from '../support/factories.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import type { FencingToken } from '../../src/ports/index-admin.js';
import { PushingWriters } from '../support/pushing-writers.js';
import { block, changesOf, currentName, errorOf, headEntry, makeNew, marksOf } from '../support/rebuild-helpers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';

/** Summaries in one request, which keep a shard busy for longer than it takes to ask for a block. */
const LARGE = 20_000;

export function blockFacts(get: () => IndexAdminFixture): void {
  describe('a block', () => {
    it('refuses every write, and no read', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const [head, made] = [livingHead(), folder()];
      await addHeads(index, [head]);
      await index.createFolder(made);
      const found = await readExisting(index, head.id);
      await block(admin, current);
      const next = { head: { ...head, currentVersion: 2 }, expected: found.revision, summaries: [] };
      const other = { head: livingHead(), expected: 'absent', summaries: [] } as const;
      for (const write of [next, other]) {
        expect(await index.writeHead(write)).to.equal('refused');
        expect(await admin.writeHead(current, write)).to.equal('refused');
      }
      expect(await index.createFolder(folder())).to.equal('refused');
      expect(await index.raiseKey(keyEntry())).to.equal('refused');
      await errorOf(admin.writeIfHigher(current, [headEntry(next.head)]));
      expect(await readExisting(index, head.id)).to.deep.equal(found);
      expect(await index.readFolder(made.id)).to.deep.equal(made);
      await index.refresh();
      expect(await searchHeads(index, query(head.owner))).to.deep.equal([head]);
      expect(await changesOf(admin, current, await admin.checkpoint(current))).to.deep.equal([]);
      expect(await marksOf(admin, current)).to.have.length(1);
    });

    it('of one index leaves the others alone', async () => {
      const { admin, index } = get();
      const made = await makeNew(admin);
      await block(admin, made);
      await addHeads(index, [livingHead()]);
      await errorOf(admin.writeIfHigher(made, [headEntry(livingHead())]));
    });

    it('can be set again, and be lifted, once or twice', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead();
      const write = { head, expected: 'absent', summaries: [] } as const;
      let token: FencingToken | undefined;
      for (let round = 0; round < 3; round++) {
        token = await block(admin, current);
        expect(await index.writeHead(write)).to.equal('refused');
      }
      await admin.unblock(token as FencingToken);
      await admin.unblock(token as FencingToken);
      expect(await index.writeHead(write)).to.equal('written');
      expect(await index.createFolder(folder())).to.equal('created');
    });

    it('raises an error where there is no such index; lifting that of one that is gone does nothing', async () => {
      const { admin } = get();
      await errorOf(block(admin, 'never-made'));
      await errorOf(admin.isBlocked('never-made'));
      const made = await makeNew(admin);
      const token = await block(admin, made);
      await admin.remove(made);
      await admin.unblock(token);
    });

    it('token: is not lifted by a former holder, however late that comes', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const write = { head: livingHead(), expected: 'absent', summaries: [] } as const;
      const tokens = [await block(admin, current), await block(admin, current), await block(admin, current, 2)];
      await admin.unblock(tokens[0] as FencingToken);
      await admin.unblock(tokens[1] as FencingToken);
      expect(await index.writeHead(write)).to.equal('refused');
      await admin.unblock(tokens[2] as FencingToken);
      expect(await index.writeHead(write)).to.equal('written');
      const again = await block(admin, current, 3);
      await admin.unblock(tokens[2] as FencingToken);
      expect(await admin.isBlocked(current)).to.equal(true);
      await admin.unblock(again);
    });

    it('newTokenEachTime: is not lifted in the name of an earlier token of the same rank', async () => {
      const { admin } = get();
      const current = await currentName(admin);
      const [first, second] = [await block(admin, current), await block(admin, current)];
      await admin.unblock(first);
      expect(await admin.isBlocked(current)).to.equal(true);
      await admin.unblock(second);
      expect(await admin.isBlocked(current)).to.equal(false);
    });

    it('rankedTokens: is refused to a rank below one that had it, which changes nothing', async () => {
      const { admin } = get();
      const current = await currentName(admin);
      const token = await block(admin, current, 7);
      await errorOf(block(admin, current, 6));
      expect(await admin.isBlocked(current)).to.equal(true);
      await admin.unblock(token);
      await errorOf(block(admin, current, 6));
      expect(await admin.isBlocked(current)).to.equal(false);
    });

    it('is seen', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      expect(await admin.isBlocked(made)).to.equal(false);
      const token = await block(admin, made);
      expect(await admin.isBlocked(made)).to.equal(true);
      expect(await admin.isBlocked(await currentName(admin))).to.equal(false);
      await admin.unblock(token);
      expect(await admin.isBlocked(made)).to.equal(false);
    });

    it('drain: lets no write land after it has resolved', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      for (let round = 0; round < 5; round++) {
        const writers = new PushingWriters(index, { writers: 50, documents: 20 });
        await writers.begin();
        await writers.more(100);
        const token = await block(admin, current);
        const ids = [...writers.acknowledged.keys()];
        const atOnce = await admin.readHeads(current, ids);
        await writers.refused();
        expect(await admin.readHeads(current, ids)).to.deep.equal(atOnce);
        const versions = [...writers.acknowledged.values()].slice(0, ids.length);
        expect(atOnce.map((found) => found?.head.currentVersion)).to.deep.equal(versions);
        await admin.unblock(token);
      }
    });

    it('drain: does not resolve in the middle of a large write, which lands as a whole', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead();
      const summaries = Array.from({ length: LARGE }, (_, i) => versionSummary({ version: i + 1 }));
      const has = async (version: number) => (await index.readSummaries(head.id, [version]))[0] !== undefined;
      const writing = index.writeHead({ head, expected: 'absent', summaries });
      while (!(await has(1)));
      await block(admin, current);
      const hadLast = await has(LARGE);
      expect(await writing).to.equal('written');
      expect([hadLast, await has(LARGE)]).to.deep.equal([true, true]);
    });

    it('that is set by three processes at once lets none of them go on before the last write has landed', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const writers = new PushingWriters(index, { writers: 50, documents: 20 });
      await writers.begin();
      await writers.more(100);
      const ids = [...writers.acknowledged.keys()];
      const seen = await Promise.allSettled(
        [1, 2, 3].map(async () => {
          await block(admin, current);
          return admin.readHeads(current, ids);
        }),
      );
      await writers.refused();
      const last = await admin.readHeads(current, ids);
      // One that loses its token before or while it waits raises.
      const blocked = seen.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(blocked).not.to.be.empty;
      for (const each of blocked) expect(each).to.deep.equal(last);
      expect(await index.writeHead({ head: livingHead(), expected: 'absent', summaries: [] })).to.equal('refused');
    });
  });
}
