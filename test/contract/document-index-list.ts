import { expect } from 'chai';
import { metadataBytes, type LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex, ListQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner, tombstoneOf } from '../support/factories.js';
import { addHeads, byTitle, listAll, placeOf, replaceHead } from '../support/index-helpers.js';

export function listFacts(index: () => DocumentIndex): void {
  describe('a list', () => {
    const owner = newOwner();
    const [folderId, other] = [newId(owner), newId(owner)];
    let heads: LivingHead[];
    before(async () => {
      const titles = [
        'a',
        'A',
        'a',
        'b',
        'Ünï',
        '\uff5e',
        '😀',
        'x'.repeat(500),
        '𝅘𝅥𝅮'.repeat(125),
        '\u{1d160}'.repeat(500),
      ];
      heads = [...titles, ...titles].map((title, n) =>
        livingHead({
          owner,
          title,
          folderId: n % 3 === 0 ? folderId : other,
          byKey: n % 2 === 0 ? { key: `docs/${'é*?\\'.slice(n % 4)}${n}`, life: 1 } : null,
          contentHash: String(n).padStart(64, '0'),
        }),
      );
      await addHeads(index(), [...heads, livingHead({ title: 'a' })]);
      await index().refresh();
    });

    const list = (conditions: Partial<ListQuery>) => listAll(index(), { owner, ...conditions });

    for (const limit of [1, 3, 200]) {
      it(`has every document once, in order, in pages of ${limit}`, async () => {
        expect(await list({ limit })).to.deep.equal([...heads].sort(byTitle));
      });
    }

    it('has those of a folder', async () => {
      const inFolder = heads.filter((head) => head.folderId === folderId).sort(byTitle);
      expect(await list({ folderId, limit: 2 })).to.deep.equal(inFolder);
      expect(await list({ folderId: newId(owner) })).to.deep.equal([]);
    });

    for (const keyPrefix of ['', 'docs/', 'docs/é', 'docs/*', 'docs/?', 'docs/\\', 'nothing', 'docs/é*?\\0']) {
      it(`has those whose key begins with ${JSON.stringify(keyPrefix)}`, async () => {
        const meant = heads.filter(({ byKey }) => byKey?.key.startsWith(keyPrefix)).sort(byTitle);
        expect(await list({ keyPrefix, limit: 3 })).to.deep.equal(meant);
        const both = meant.filter((head) => head.folderId === folderId);
        expect(await list({ keyPrefix, folderId, limit: 3 })).to.deep.equal(both);
      });
    }

    it('goes on from any place, of a document or not', async () => {
      const sorted = [...heads].sort(byTitle);
      const middle = sorted[7] as LivingHead;
      const { heads: page } = await index().list({ ...EVERYTHING, owner, limit: 5, after: placeOf(middle) });
      expect(page).to.deep.equal(sorted.slice(8, 13));
      const { heads: last, next } = await index().list({
        ...EVERYTHING,
        owner,
        limit: 5,
        after: { value: '\u{10ffff}'.repeat(1_500), id: middle.id },
      });
      expect([last, next]).to.deep.equal([[], undefined]);
    });

    describe('of large metadata', () => {
      const mine = newOwner();
      let large: LivingHead[];
      before(async () => {
        const metadata = (n: number) => JSON.stringify({ a: (n % 2 ? '漢' : 'x').repeat(n % 3 ? 60_000 : 1) });
        large = Array.from({ length: 40 }, (_, n) =>
          livingHead({ owner: mine, metadata: metadata(n), byKey: n % 4 ? null : { key: `k/${n}`, life: 1 } }),
        );
        await addHeads(index(), large);
        await index().refresh();
        large.sort(byTitle);
      });

      for (const bytes of [1, 150_000, 1_000_000, 4_000_000]) {
        it(`ends a page with the head by which it has ${bytes} bytes, or before, and has all heads`, async () => {
          const sizes: number[] = [];
          const found = await listAll(index(), { owner: mine, bytes }, ({ heads: page }) => {
            const before = page.slice(0, -1).map(metadataBytes);
            sizes.push(before.reduce((sum, size) => sum + size, 0));
          });
          expect(found).to.deep.equal(large);
          expect(Math.max(...sizes)).to.be.below(bytes);
        });
      }

      it('has a limit of documents all the same, and those of keys alone', async () => {
        expect(await listAll(index(), { owner: mine, limit: 3 })).to.deep.equal(large);
        const meant = large.filter(({ byKey }) => byKey);
        expect(await listAll(index(), { owner: mine, keyPrefix: 'k/' })).to.deep.equal(meant);
        expect(await listAll(index(), { owner: mine, keyPrefix: 'k/', bytes: 1 })).to.deep.equal(meant);
        expect(await listAll(index(), { owner: mine, keyPrefix: 'zz' })).to.deep.equal([]);
      });

      it('has unrefreshed documents in their places, also where a page ends by bytes', async () => {
        const unrefreshed = large.filter((_, n) => n % 3 === 0).map(({ id }) => id);
        for (const bytes of [1, 150_000]) {
          expect(await listAll(index(), { owner: mine, unrefreshed, bytes })).to.deep.equal(large);
        }
      });
    });

    it('has unrefreshed documents as they are now, each once', async () => {
      const mine = newOwner();
      const [first, moved, gone, last] = ['a', 'b', 'c', 'd'].map((title) => livingHead({ owner: mine, title })) as [
        LivingHead,
        LivingHead,
        LivingHead,
        LivingHead,
      ];
      await addHeads(index(), [first, moved, gone, last]);
      await index().refresh();
      const made = livingHead({ owner: mine, title: 'bb', byKey: { key: 'k/1', life: 1 } });
      const now = { ...moved, title: 'e', foldedTitle: 'e', currentVersion: 2 };
      await addHeads(index(), [made]);
      await replaceHead(index(), now);
      await replaceHead(index(), tombstoneOf(gone));
      const unrefreshed = [made, moved, gone].map(({ id }) => id);
      for (const limit of [1, 2, 10]) {
        const found = await listAll(index(), { owner: mine, unrefreshed, limit });
        expect(found).to.deep.equal([first, made, last, now]);
      }
      expect(await listAll(index(), { owner: mine, unrefreshed, keyPrefix: 'k/' })).to.deep.equal([made]);
    });
  });
}

const EVERYTHING = { order: 'title' as const, after: undefined, unrefreshed: [], bytes: Infinity };
