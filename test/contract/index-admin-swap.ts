import { expect } from 'chai';
import type { LivingHead } from '../../src/domain/head.js';
import type { IndexAdmin } from '../../src/ports/index-admin.js';
import { folder, livingHead } from '../support/factories.js';
import { addHeads, query, readExisting, searchHeads } from '../support/index-helpers.js';
import { block, currentName, errorOf, headEntry, makeNew, swap } from '../support/rebuild-helpers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';

export function swapFacts(get: () => IndexAdminFixture): void {
  describe('a swap', () => {
    it('moves what a service that was open before reads and writes', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const [generation, identity] = [await index.readGeneration(), await index.readIdentity()];
      expect(await index.readIdentity()).to.equal(identity);
      await swap(admin, from, to);
      expect((await admin.current())?.name).to.equal(to);
      expect(await index.readGeneration()).not.to.equal(generation);
      expect(await index.readIdentity())
        .to.be.a('string')
        .that.is.not.equal(identity);
      expect((await admin.current())?.generation).to.equal(await index.readGeneration());
      expect((await readExisting(index, head.id)).head).to.deep.equal(second(head));
      await index.refresh();
      expect(await searchHeads(index, query(head.owner))).to.deep.equal([second(head)]);

      const [added, made] = [livingHead(), folder()];
      await addHeads(index, [added]);
      expect(await index.createFolder(made)).to.equal('created');
      expect((await admin.readHeads(to, [added.id]))[0]?.head).to.deep.equal(added);
      expect(await admin.readHeads(from, [added.id])).to.deep.equal([undefined]);
      expect(await index.readFolder(made.id)).to.deep.equal(made);
    });

    it('concreteIndex: lets no write through under a revision of the index before, be it blocked or removed', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const { revision } = await readExisting(index, head.id);
      await block(admin, from);
      await swap(admin, from, to);
      const late = { head: { ...head, currentVersion: 9 }, expected: revision, summaries: [] };
      expect(await index.writeHead(late)).to.equal('refused');
      await admin.remove(from);
      expect(await index.writeHead(late)).to.equal('refused');
      const current = await readExisting(index, head.id);
      expect(current.head).to.deep.equal(second(head));
      expect(await index.writeHead({ ...late, expected: current.revision })).to.equal('written');
    });

    it('keeps the block of the new index until it is lifted', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const token = await block(admin, to);
      await admin.swap(from, token);
      const { revision } = await readExisting(index, head.id);
      const writes = [
        { head: { ...head, currentVersion: 3 }, expected: revision, summaries: [] },
        { head: livingHead(), expected: 'absent', summaries: [] },
      ] as const;
      for (const write of writes) expect(await index.writeHead(write)).to.equal('refused');
      await admin.unblock(token);
      for (const write of writes) expect(await index.writeHead(write)).to.equal('written');
    });

    it('is one step for readers, who go on without an error and see nothing of before when it has resolved', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      await admin.refresh(from);
      await admin.refresh(to);
      let [swapped, ended] = [false, false];
      const seen: number[] = [];
      const reader = async (read: () => Promise<number | undefined>) => {
        for (let highest = 1; !ended;) {
          const least = swapped ? 2 : highest;
          highest = (await read()) ?? 0;
          expect(highest).to.be.at.least(least);
          seen.push(highest);
        }
      };
      const byId = async () => (await index.readHead(head.id))?.head.currentVersion;
      const bySearch = async () => (await searchHeads(index, query(head.owner)))[0]?.currentVersion;
      const readers = Promise.all([byId, byId, byId, bySearch, bySearch].map(reader));
      const goOn = async (count: number) => {
        const goal = seen.length + count;
        while (seen.length < goal) await Promise.race([readers, new Promise((resolve) => setImmediate(resolve))]);
      };
      await goOn(50);
      await swap(admin, from, to);
      swapped = true;
      await goOn(50);
      ended = true;
      await readers;
      expect(new Set(seen)).to.deep.equal(new Set([1, 2]));
    });

    it('raises an error and changes nothing where the one to leave is not the current one', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const third = await makeNew(admin);
      const before = await admin.current();
      for (const wrong of [third, 'never-made', undefined]) await errorOf(swap(admin, wrong, to));
      expect(await admin.current()).to.deep.equal(before);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      await swap(admin, from, to);
    });

    it('raises an error and changes nothing where the one to go to does not exist', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const before = await admin.current();
      await admin.remove(to);
      for (const missing of [to, 'never-made']) await errorOf(swap(admin, from, missing));
      expect(await admin.current()).to.deep.equal(before);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      await addHeads(index, [livingHead()]);
    });

    it('swapNamesToken: raises an error and changes nothing where the token was taken over, from nothing too', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      const late = await admin.takeToken(to, 1);
      await admin.takeToken(to, 2);
      await errorOf(admin.swap(from, late));
      expect(await currentName(admin)).to.equal(from);
      expect((await readExisting(index, head.id)).head).to.deep.equal(head);
      await admin.discardCurrent();
      await errorOf(admin.swap(undefined, late));
      expect(await admin.current()).to.equal(undefined);
    });

    it('that was done already is done when it is taken again', async () => {
      const { admin, index } = get();
      const { head, from, to } = await twoIndices();
      await swap(admin, from, to);
      const after = await admin.current();
      await swap(admin, from, to);
      expect(await admin.current()).to.deep.equal(after);
      expect((await readExisting(index, head.id)).head).to.deep.equal(second(head));
    });

    it('goes to one of two that are asked for at once', async () => {
      const { admin } = get();
      const { from, to } = await twoIndices();
      const other = await makeNew(admin);
      const fates = await Promise.allSettled([swap(admin, from, to), swap(admin, from, other)]);
      expect(fates.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
      expect(await currentName(admin)).to.equal(fates[0]?.status === 'fulfilled' ? to : other);
    });

    it('goes on from nothing where the index is lost', async function () {
      const { admin, index, lose } = get();
      if (lose === undefined) return this.skip();
      const { head, from, to } = await twoIndices();
      await lose();
      await errorOf(swap(admin, from, to));
      expect(await admin.current()).to.equal(undefined);
      await swap(admin, undefined, to);
      expect(await currentName(admin)).to.equal(to);
      expect((await readExisting(index, head.id)).head).to.deep.equal(second(head));
      await addHeads(index, [livingHead()]);
    });

    it('is found by a service that starts afterwards', async function () {
      const { admin, reopen } = get();
      if (reopen === undefined) return this.skip();
      const { head, from, to } = await twoIndices();
      await swap(admin, from, to);
      const generation = (await admin.current())?.generation;
      const reopened = await reopen();
      expect(await reopened.readGeneration()).to.equal(generation);
      expect((await readExisting(reopened, head.id)).head).to.deep.equal(second(head));
    });
  });

  /** The current index has the first version of a document, the new one the second. */
  async function twoIndices(): Promise<{ head: LivingHead; from: string; to: string }> {
    const { admin, index } = get();
    const head = livingHead();
    await addHeads(index, [head]);
    return { head, from: await currentName(admin), to: await filled(admin, head) };
  }
}

const second = (head: LivingHead): LivingHead => ({ ...head, currentVersion: 2 });

async function filled(admin: IndexAdmin, head: LivingHead): Promise<string> {
  const made = await makeNew(admin);
  await admin.writeIfHigher(made, [headEntry(second(head))]);
  return made;
}
