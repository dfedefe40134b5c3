import { expect } from 'chai';
import type { Entry } from '../../src/ports/index-admin.js';
import { folder, keyEntry, livingHead, tombstoneOf, versionSummary } from '../support/factories.js';
import { addHeads, replaceHead } from '../support/index-helpers.js';
import {
  block,
  changesOf,
  collect,
  copyRound,
  currentName,
  headEntry,
  makeNew,
  marksOf,
  swap,
} from '../support/rebuild-helpers.js';
import { PushingWriters } from '../support/pushing-writers.js';
import type { IndexAdminFixture } from './index-admin-contract.js';

export function feedFacts(get: () => IndexAdminFixture): void {
  describe('following an index', () => {
    it('gives every later write once, in its newest state, and nothing from before', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const { owner } = livingHead();
      const [pushed, deleted, untouched] = [livingHead({ owner }), livingHead({ owner }), livingHead({ owner })];
      for (const head of [pushed, deleted, untouched]) await addHeads(index, [head]);
      const position = await admin.checkpoint(current);

      const [added, made, summary] = [livingHead({ owner }), folder({ owner }), versionSummary()];
      await index.writeHead({ head: added, expected: 'absent', summaries: [summary] });
      for (const currentVersion of [2, 3, 4]) await replaceHead(index, { ...pushed, currentVersion });
      await replaceHead(index, tombstoneOf(deleted));
      await index.createFolder(made);
      const entry = keyEntry({ owner });
      for (const life of [1, 2]) await index.raiseKey({ ...entry, life });
      const expected: Entry[] = [
        headEntry(added),
        { kind: 'summary', id: added.id, summary },
        headEntry({ ...pushed, currentVersion: 4 }),
        headEntry(tombstoneOf(deleted)),
        { kind: 'folder', folder: made },
        { kind: 'key', entry: { ...entry, life: 2 } },
      ];
      expect(byKey(await changesOf(admin, current, position))).to.deep.equal(byKey(expected));
    });

    it('gives nothing after a checkpoint that nothing came after', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      await addHeads(
        index,
        Array.from({ length: 50 }, () => livingHead()),
      );
      expect(await changesOf(admin, current, await admin.checkpoint(current))).to.deep.equal([]);
    });

    it('gives the same again when it is asked again from the same position', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      const position = await admin.checkpoint(current);
      await addHeads(
        index,
        Array.from({ length: 50 }, () => livingHead()),
      );
      const first = await changesOf(admin, current, position);
      expect(first).to.have.length(50);
      expect(byKey(await changesOf(admin, current, position))).to.deep.equal(byKey(first));
    });

    it('gives all of the writes that came, one, a hundred, or some more', async () => {
      const { admin, index } = get();
      const current = await currentName(admin);
      for (const count of [1, 99, 100, 101, 201]) {
        const position = await admin.checkpoint(current);
        const { owner } = livingHead();
        const heads = Array.from({ length: count }, () => livingHead({ owner }));
        await addHeads(index, heads);
        expect(byKey(await changesOf(admin, current, position))).to.deep.equal(byKey(heads.map(headEntry)));
      }
    });

    it('copies 10,000 heads in batches of at most a thousand', async () => {
      const { admin } = get();
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      const position = await admin.checkpoint(from);
      await admin.writeIfHigher(
        from,
        Array.from({ length: 10_000 }, () => headEntry(livingHead())),
      );
      await admin.refresh(from);
      const batches = await collect(admin.changesAfter(from, position));
      expect(Math.max(...batches.map((batch) => batch.length))).to.be.at.most(1_000);
      for (const batch of batches) await admin.writeIfHigher(to, batch);
      const copied = await marksOf(admin, to);
      expect(copied).to.have.length(10_000);
      expect(copied).to.deep.equal(await marksOf(admin, from));
    });

    it('misses nothing of 100 writers that go on meanwhile, up to a block', async () => {
      const { admin, index } = get();
      const [from, to] = [await currentName(admin), await makeNew(admin)];
      let position = await admin.checkpoint(from);
      const writers = new PushingWriters(index, { writers: 100, documents: 60 });
      await writers.begin();
      for (let round = 0; round < 4; round++) {
        position = await copyRound(admin, { from, to, position });
        await writers.more(100);
      }
      await block(admin, from);
      await writers.refused();
      await copyRound(admin, { from, to, position });

      const ids = [...writers.acknowledged.keys()];
      const [source, copy] = [await admin.readHeads(from, ids), await admin.readHeads(to, ids)];
      expect(copy.map((found) => found?.head)).to.deep.equal(source.map((found) => found?.head));
      expect(copy.map((found) => found?.head.currentVersion)).to.deep.equal([...writers.acknowledged.values()]);
      expect(await marksOf(admin, to)).to.deep.equal(await marksOf(admin, from));
      await swap(admin, from, to);
      await Promise.all(
        [...writers.acknowledged].map(async ([id, version]) => {
          const versions = Array.from({ length: version }, (_, i) => i + 1);
          const summaries = await index.readSummaries(id, versions);
          expect(summaries.map((summary) => summary?.version)).to.deep.equal(versions);
        }),
      );
    });
  });
}

function byKey(entries: readonly Entry[]): Entry[] {
  const keyOf = (entry: Entry): string => {
    if (entry.kind === 'head') return `head ${entry.head.id}`;
    if (entry.kind === 'key') return `key ${entry.entry.name}`;
    return entry.kind === 'folder' ? `folder ${entry.folder.id}` : `summary ${entry.id} ${entry.summary.version}`;
  };
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
