import { expect } from 'chai';
import type { Head } from '../../src/domain/head.js';
import type { Entry, IndexAdmin } from '../../src/ports/index-admin.js';
import { folder, keyEntry, livingHead, tombstoneHead, tombstoneOf, versionSummary } from '../support/factories.js';
import { query, searchHeads } from '../support/index-helpers.js';
import { currentName, headEntry, makeNew } from '../support/rebuild-helpers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';

export function guardedWriteFacts(get: () => IndexAdminFixture): void {
  describe('writing what is higher', () => {
    it('brings heads, tombstones, summaries and folders, as the service reads them', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const head = livingHead({ tags: ['a'], metadata: '{"a":1}', currentVersion: 2 });
      const [tombstone, made] = [tombstoneHead(), folder()];
      const summaries = [1, 2].map((version) => versionSummary({ version }));
      await admin.writeIfHigher(current, [
        headEntry(head),
        headEntry(tombstone),
        { kind: 'folder', folder: made },
        ...summaries.map((summary): Entry => ({ kind: 'summary', id: head.id, summary })),
      ]);
      expect((await index.readHead(head.id))?.head).to.deep.equal(head);
      expect((await index.readHead(tombstone.id))?.head).to.deep.equal(tombstone);
      expect(await index.readSummaries(head.id, [1, 2, 3])).to.deep.equal([...summaries, undefined]);
      expect(await index.readFolder(made.id)).to.deep.equal(made);
      await admin.refresh(current);
      expect(await searchHeads(index, query(head.owner, { tag: 'a' }))).to.deep.equal([head]);
      const list = { owner: made.owner, parentId: null, limit: 1_000, offset: 0 };
      expect(await index.listFolders(list)).to.deep.equal([made]);
      expect(await index.countCreated(tombstone.owner, tombstone.createdAt.slice(0, 7))).to.equal(1);
      await admin.writeIfHigher(current, []);
    });

    it('guard: raises a head, and does nothing where it is as high or higher', async () => {
      const { admin, made, head } = await withHead(livingHead({ currentVersion: 3 }));
      const [before] = await admin.readHeads(made, [head.id]);
      for (const currentVersion of [1, 2, 3]) {
        await admin.writeIfHigher(made, [
          headEntry({ ...head, currentVersion, updatedAt: '2030-01-01T00:00:00.000Z' }),
        ]);
        expect(await admin.readHeads(made, [head.id])).to.deep.equal([before]);
      }
      const higher = livingHead({ ...head, currentVersion: 4, title: 'Four', foldedTitle: 'four' });
      await admin.writeIfHigher(made, [headEntry(higher)]);
      expect(await read(admin, made, head)).to.deep.equal(higher);
      await get().admin.refresh(made);
    });

    it('puts a tombstone over a lower living head, and no lower living head over a tombstone', async () => {
      const { admin, made, head } = await withHead(livingHead({ currentVersion: 3 }));
      const tombstone = tombstoneOf(head);
      await admin.writeIfHigher(made, [headEntry(tombstone)]);
      expect(await read(admin, made, head)).to.deep.equal(tombstone);
      await admin.writeIfHigher(made, [headEntry(head)]);
      await admin.writeIfHigher(made, [headEntry({ ...head, currentVersion: tombstone.currentVersion })]);
      expect(await read(admin, made, head)).to.deep.equal(tombstone);
    });

    it('brings entries of keys, and raises them only', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const entry = keyEntry({ life: 2 });
      await admin.writeIfHigher(current, [{ kind: 'key', entry }]);
      expect(await index.readKey(entry.name)).to.deep.equal(entry);
      await admin.writeIfHigher(current, [{ kind: 'key', entry: { ...keyEntry(entry), life: 1, hasMarks: true } }]);
      expect(await admin.readKeys(current, [entry.name, keyEntry().name])).to.deep.equal([entry, undefined]);
      expect(await index.raiseKey({ ...entry, life: 3 })).to.equal('written');
      await admin.writeIfHigher(current, [
        { kind: 'key', entry: { ...entry, life: 5 } },
        { kind: 'key', entry: { ...entry, life: 4 } },
      ]);
      expect(await admin.readKeys(current, [entry.name])).to.deep.equal([{ ...entry, life: 5 }]);
    });

    it('leaves summaries and folders as they are', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const { id } = livingHead();
      const [summary, made] = [versionSummary(), folder()];
      await admin.writeIfHigher(current, [
        { kind: 'summary', id, summary },
        { kind: 'folder', folder: made },
      ]);
      await admin.writeIfHigher(current, [
        { kind: 'summary', id, summary: { ...summary, title: 'Not this' } },
        { kind: 'folder', folder: { ...made, name: 'Not this' } },
      ]);
      expect(await index.readSummaries(id, [1])).to.deep.equal([summary]);
      expect(await index.readFolder(made.id)).to.deep.equal(made);
    });

    it('keeps the highest of several entries of one document in one call, in any order', async () => {
      const { admin, made, head } = await withHead(livingHead());
      const versions = [4, 9, 2, 7, 9, 1];
      await admin.writeIfHigher(
        made,
        versions.map((currentVersion) => headEntry({ ...head, currentVersion })),
      );
      expect(await read(admin, made, head)).to.include({ currentVersion: 9 });
    });

    it('guard: keeps the highest of 20 writers at once, of each of 10 documents, on an empty and a filled index', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const heads = Array.from({ length: 10 }, () => livingHead());
      for (const base of [0, 20, 40, 60]) {
        const versions = Array.from({ length: 20 }, (_, racer) => base + 1 + ((racer * 7) % 20));
        await Promise.all(
          versions.map((currentVersion) =>
            admin.writeIfHigher(
              made,
              heads.map((head) => headEntry({ ...head, currentVersion })),
            ),
          ),
        );
        const found = await admin.readHeads(
          made,
          heads.map(({ id }) => id),
        );
        expect(found.map((each) => each?.head.currentVersion)).to.deep.equal(heads.map(() => base + 20));
      }
    });

    it('guard: never undoes what a service writes at the same time', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const head = livingHead();
      await admin.writeIfHigher(made, [headEntry(head)]);
      let version = 1;
      const pushing = async () => {
        while (version < 60) {
          const [found] = await admin.readHeads(made, [head.id]);
          expect(found!.head.currentVersion).to.be.at.least(version);
          version = found!.head.currentVersion;
          const next = { ...head, currentVersion: version + 1 };
          const outcome = await admin.writeHead(made, { head: next, expected: found!.revision, summaries: [] });
          if (outcome === 'written') version++;
        }
      };
      const copying = async () => {
        for (let late = 1; version < 60; late++) {
          const currentVersion = Math.max(1, version - (late % 3) + 1);
          await admin.writeIfHigher(made, [headEntry({ ...head, currentVersion })]);
        }
      };
      await Promise.all([pushing(), copying(), copying(), copying()]);
      expect((await read(admin, made, head)).currentVersion).to.be.at.least(60);
    });

    it('takes twenty megabytes in one call', async () => {
      const { admin } = get();
      const made = await makeNew(admin);
      const heads = Array.from({ length: 80 }, () =>
        livingHead({ metadata: JSON.stringify({ text: 'x'.repeat(256 * 1024 - 11) }) }),
      );
      await admin.writeIfHigher(made, heads.map(headEntry));
      const found = await admin.readHeads(
        made,
        heads.map(({ id }) => id),
      );
      expect(found.map((each) => each?.head)).to.deep.equal(heads);
    });
  });

  async function withHead<T extends Head>(head: T): Promise<{ admin: IndexAdmin; made: string; head: T }> {
    const { admin } = get();
    const made = await makeNew(admin);
    await admin.writeIfHigher(made, [headEntry(head)]);
    return { admin, made, head };
  }
}

async function read(admin: IndexAdmin, index: string, { id }: Head): Promise<Head> {
  const [found] = await admin.readHeads(index, [id]);
  if (!found) throw new Error(`there is no head ${id}`);
  return found.head;
}
