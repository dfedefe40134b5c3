import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { keyEntry, livingHead, newOwner, tombstoneOf, versionSummary } from '../support/factories.js';
import { query, readExisting, searchHeads } from '../support/index-helpers.js';

export function keyFacts(index: () => DocumentIndex): void {
  describe("entries of clients' keys", () => {
    it('come back with every field as written, at once', async () => {
      const entry = keyEntry({ life: 2_147_483_648, hasMarks: true });
      expect(await index().raiseKey(entry)).to.equal('written');
      expect(await index().readKey(entry.name)).to.deep.equal(entry);
    });

    it('that were never made read as undefined', async () => {
      expect(await index().readKey(keyEntry().name)).to.equal(undefined);
    });

    it('move to a higher life only', async () => {
      const entry = keyEntry({ life: 2 });
      await index().raiseKey(entry);
      for (const life of [1, 2]) {
        expect(await index().raiseKey(keyEntry({ ...entry, life, hasMarks: true }))).to.equal('exists');
        expect(await index().readKey(entry.name)).to.deep.equal(entry);
      }
      const higher = keyEntry({ name: entry.name, owner: entry.owner, life: 3 });
      expect(await index().raiseKey(higher)).to.equal('written');
      expect(await index().readKey(entry.name)).to.deep.equal(higher);
    });

    it('have the highest of 20 lives after a race, and one life is written once', async () => {
      const { name, owner } = keyEntry();
      const lives = Array.from({ length: 20 }, (_, i) => keyEntry({ name, owner, life: 1 + (i % 10) }));
      const outcomes = await Promise.all(lives.map((entry) => index().raiseKey(entry)));
      const written = lives.filter((_, i) => outcomes[i] === 'written');
      expect(new Set(written.map(({ life }) => life)).size).to.equal(written.length);
      expect(await index().readKey(name)).to.deep.equal(written.find(({ life }) => life === 10));
    });

    it('are no documents and no folders', async () => {
      const owner = newOwner();
      const entry = keyEntry({ owner });
      await index().raiseKey(entry);
      await index().refresh();
      expect(await index().readHead(entry.name)).to.equal(undefined);
      expect(await index().readFolder(entry.name)).to.equal(undefined);
      expect(await searchHeads(index(), query(owner))).to.deep.equal([]);
      expect(await index().listFolders({ owner, parentId: null, limit: 10 })).to.deep.equal([]);
    });

    it('lead to documents that live, as they are now, 1,500 at once', async () => {
      const owner = newOwner();
      const linked = async (visibility: 'private' | 'public') => {
        const entry = keyEntry({ owner, id: newId(owner) });
        const head = livingHead({ id: entry.id, owner, visibility });
        await index().raiseKey(entry);
        await index().writeHead({ head, expected: 'absent', summaries: [] });
        return { entry, head };
      };
      const [first, second, ended] = [await linked('public'), await linked('private'), await linked('public')];
      const unborn = keyEntry({ owner, id: newId(owner) });
      await index().raiseKey(unborn);
      const { revision } = await readExisting(index(), ended.head.id);
      await index().writeHead({ head: tombstoneOf(ended.head), expected: revision, summaries: [] });
      const absent = Array.from({ length: 1_500 }, () => keyEntry({ owner }).name);
      const names = [first, second, ended].map(({ entry }) => entry.name);
      const found = await index().readLinked([...names, unborn.name, ...absent, first.entry.name]);
      const [one, other] = [first, second].map(({ head: { id, visibility } }) => ({ id, visibility }));
      expect(found.slice(0, 4)).to.deep.equal([one, other, undefined, undefined]);
      expect(found.length).to.equal(1_505);
      expect(found.slice(4).filter((each) => each !== undefined)).to.deep.equal([one]);
      expect(found.at(-1)).to.deep.equal(one);
      const changed = { ...second.head, visibility: 'public' as const };
      const { revision: before } = await readExisting(index(), changed.id);
      await index().writeHead({ head: changed, expected: before, summaries: [] });
      expect(await index().readLinked([second.entry.name])).to.deep.equal([{ id: changed.id, visibility: 'public' }]);
      expect(await index().readLinked([])).to.deep.equal([]);
    });

    it('of heads come back, 512 bytes of any text, and so do content hash, source, digest of assets and authors', async () => {
      const key = `${'ü/'.repeat(168)}\u0000"\\😀`;
      const source = { sha256: 'b'.repeat(64), bytes: 2 ** 28, isPlain: true };
      const assets = { sha256: 'c'.repeat(64), names: 1_000 };
      const head = livingHead({ byKey: { key, life: 3 }, contentHash: 'a'.repeat(64), source, assets, root: key });
      const author = { keyId: 'key_0VxMaoX6mGWi', label: key };
      const unlabelled = { ...author, label: null };
      const summaries = [versionSummary({ source, author }), versionSummary({ version: 2, author: unlabelled })];
      summaries.push(versionSummary({ version: 3 }));
      await index().writeHead({ head, expected: 'absent', summaries });
      expect((await readExisting(index(), head.id)).head).to.deep.equal(head);
      expect(await index().readSummaries(head.id, [1, 2, 3])).to.deep.equal(summaries);
      await index().refresh();
      expect(await searchHeads(index(), query(head.owner))).to.deep.equal([head]);
    });
  });
}
