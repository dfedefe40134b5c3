import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { fold } from '../../src/domain/fold.js';
import type { LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex, SearchQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner, tombstoneHead, tombstoneOf } from '../support/factories.js';
import { idsOf } from './document-index-pages.js';
import {
  addHeads,
  byTitle,
  expectedPage,
  placeOf,
  query,
  replaceHead,
  searchAll,
  searchHeads,
} from '../support/index-helpers.js';

/** Of 12 bytes in NFC: 500 of it are the longest folded title there is. */
const WIDEST = '\u{1d160}';

export function searchFacts(index: () => DocumentIndex): void {
  const search = async (owner: string, conditions: Partial<SearchQuery> = {}) => {
    await index().refresh();
    return searchHeads(index(), query(owner, conditions));
  };
  const titles = async (owner: string, conditions: Partial<SearchQuery> = {}) =>
    (await search(owner, conditions)).map(({ title }) => title);
  const withTitles = async (owner: string, all: readonly string[]) => {
    const heads = all.map((title) => livingHead({ owner, title }));
    await addHeads(index(), heads);
    return heads;
  };

  describe('search', () => {
    it('tells what the metadata takes, and gives up where it is told to', async () => {
      const owner = newOwner();
      const metadata = JSON.stringify({ x: 'y'.repeat(10_000) });
      await addHeads(
        index(),
        Array.from({ length: 5 }, () => livingHead({ owner, title: 'a', metadata })),
      );
      let most = 0;
      await search(owner, {
        prefix: 'a',
        onSize: (bytes) => {
          most = Math.max(most, bytes);
        },
      });
      expect(most).to.equal(5 * metadata.length);
      const refused = search(owner, {
        prefix: 'a',
        onSize: () => {
          throw new OverloadedError('no room');
        },
      });
      expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(OverloadedError);
      expect(await search(owner, { prefix: 'a' })).to.have.length(5);
    });

    it('goes by the order of UTF-8 bytes, not of UTF-16 units', async () => {
      const owner = newOwner();
      await withTitles(owner, ['😀', '\uff5e', 'ｚ', '𐐨', 'z', '~', 'é', 'ab', 'a', 'a b', '\ue000', '\u{10ffff}']);
      expect(await titles(owner)).to.deep.equal([
        'a',
        'a b',
        'ab',
        'z',
        '~',
        'é',
        '\ue000',
        'ｚ',
        '\uff5e',
        '𐐨',
        '😀',
        '\u{10ffff}',
      ]);
    });

    it('orders and finds titles with control characters', async () => {
      const owner = newOwner();
      const sorted = ['a', 'a\u0000', 'a\u0000\u0000', 'a\u0000\u0001', 'a\u0000b', 'a\u0001', 'a\u0001b', 'a b', 'ab'];
      await withTitles(owner, [...sorted].reverse());
      expect(await titles(owner)).to.deep.equal(sorted);
      expect(await titles(owner, { prefix: 'a\u0000' })).to.deep.equal(sorted.slice(1, 5));
      expect(await titles(owner, { prefix: 'a\u0001' })).to.deep.equal(sorted.slice(5, 7));
    });

    it('puts equal titles in the order of their identifiers', async () => {
      const owner = newOwner();
      const heads = await withTitles(
        owner,
        Array.from({ length: 30 }, (_, i) => (i % 3 ? 'Same' : 'SAME')),
      );
      expect(idsOf(await search(owner))).to.deep.equal(idsOf([...heads].sort(byTitle)));
    });

    it('finds and orders titles of 500 emoji', async () => {
      const owner = newOwner();
      const heads = await withTitles(owner, ['😀'.repeat(500), `${'😀'.repeat(499)}😁`, '😀'.repeat(499), '😀']);
      expect(idsOf(await search(owner))).to.deep.equal(idsOf([...heads].sort(byTitle)));
      expect(await titles(owner, { prefix: '😀'.repeat(500) })).to.deep.equal(['😀'.repeat(500)]);
    });

    it('orders titles of 6,000 bytes that differ in the last character only, over all pages', async () => {
      const owner = newOwner();
      const start = WIDEST.repeat(499);
      expect(Buffer.byteLength(fold(start))).to.equal(499 * 12);
      const long = await withTitles(
        owner,
        [...'gfedcbaéhijé'].map((last) => start + last),
      );
      const short = await withTitles(owner, ['a', WIDEST.repeat(120), WIDEST.repeat(300), '\u{1d165}', 'zz']);
      const heads = [...long, ...short];
      const sorted = idsOf([...heads].sort(byTitle));
      expect(idsOf(await search(owner))).to.deep.equal(sorted);
      for (let offset = 0; offset <= sorted.length; offset++) {
        expect(idsOf(await search(owner, { offset, limit: 4 })), `offset ${offset}`).to.deep.equal(
          sorted.slice(offset, offset + 4),
        );
      }
      for (const limit of [1, 4, 50]) {
        expect(idsOf(await searchAll(index(), query(owner, { limit }))), `limit ${limit}`).to.deep.equal(sorted);
      }
      for (const prefix of [fold(start), fold(`${start}é`), fold(WIDEST.repeat(200)), fold(`${start}x`)]) {
        for (const offset of [0, 1, 5]) {
          const wanted = query(owner, { prefix, offset, limit: 3 });
          expect(idsOf(await searchHeads(index(), wanted))).to.deep.equal(idsOf(expectedPage(heads, wanted)));
        }
        const found = idsOf(expectedPage(heads, query(owner, { prefix })));
        expect(idsOf(await searchAll(index(), query(owner, { prefix, limit: 2 })))).to.deep.equal(found);
        for (const head of heads) {
          const wanted = query(owner, { prefix, after: placeOf(head), limit: 3 });
          expect(idsOf(await searchHeads(index(), wanted))).to.deep.equal(idsOf(expectedPage(heads, wanted)));
        }
      }
    });

    it('takes a prefix of every length, and of one character too many', async () => {
      const owner = newOwner();
      const characters = Array.from({ length: 500 }, (_, i) => [...'aé😀\uff5e '][i % 5] ?? '');
      const title = characters.join('');
      await withTitles(owner, [title, 'b']);
      await index().refresh();
      for (let length = 1; length <= 500; length++) {
        const prefix = characters.slice(0, length).join('');
        expect(await searchHeads(index(), query(owner, { prefix })), `length ${length}`).to.have.length(1);
        expect(await searchHeads(index(), query(owner, { prefix: `${prefix}q` })), `length ${length}`).to.have.length(
          0,
        );
      }
      expect(await titles(owner, { prefix: title.repeat(15) })).to.deep.equal([]);
    });

    it('takes every character of a prefix literally', async () => {
      const owner = newOwner();
      const all = ['a*b', 'a?b', 'a.b', 'a\\b', 'a%b', 'a_b', '*', '?', '.*', '"a"', '/a/', 'a\nb', '{"a":1}', 'axb'];
      await withTitles(owner, all);
      for (const title of all) expect(await titles(owner, { prefix: title }), title).to.deep.equal([title]);
    });

    it('does not find a title by its middle, nor by a word of it', async () => {
      const owner = newOwner();
      await withTitles(owner, ['Hello Wide World']);
      expect(await titles(owner, { prefix: 'hello w' })).to.have.length(1);
      for (const prefix of ['wide', 'world', ' hello', 'hello  w', 'helo']) {
        expect(await titles(owner, { prefix }), prefix).to.deep.equal([]);
      }
    });

    it('compares tags byte for byte', async () => {
      const owner = newOwner();
      const tags = ['a', 'A', ' a', 'a ', 'é', 'e\u0301', 'a,b', '*', 'a*', 'b', '😀', '__proto__', 'null'];
      for (const tag of tags) await addHeads(index(), [livingHead({ owner, title: `T${tag}`, tags: [tag] })]);
      for (const tag of tags) expect(await titles(owner, { tag }), tag).to.deep.equal([`T${tag}`]);
      expect(await titles(owner, { tag: 'c' })).to.deep.equal([]);
    });

    it('finds tags of 1,024 characters of four bytes that differ in the last one', async () => {
      const owner = newOwner();
      const [one, two] = ['😀'.repeat(1024), `${'😀'.repeat(1023)}😁`];
      await addHeads(index(), [
        livingHead({ owner, title: '1', tags: [one] }),
        livingHead({ owner, title: '2', tags: [two] }),
      ]);
      expect(await titles(owner, { tag: one })).to.deep.equal(['1']);
      expect(await titles(owner, { tag: two })).to.deep.equal(['2']);
      expect(await titles(owner, { tag: '😀'.repeat(1023) })).to.deep.equal([]);
    });

    it('finds a document by each of its 1,000 tags', async () => {
      const owner = newOwner();
      const tags = Array.from({ length: 1000 }, (_, i) => `tag ${i} ${'x'.repeat(100)}`);
      const head = livingHead({ owner, tags });
      await addHeads(index(), [head]);
      for (const tag of tags.filter((_, i) => i % 37 === 0 || i === 999)) {
        expect(await search(owner, { tag })).to.deep.equal([head]);
      }
      await replaceHead(index(), { ...head, tags: tags.slice(1) });
      expect(await search(owner, { tag: String(tags[0]) })).to.deep.equal([]);
      expect(await search(owner, { tag: String(tags[1]) })).to.have.length(1);
    });

    it("never shows another owner's documents", async () => {
      const [owner, other] = [newOwner(), newOwner()];
      const folderId = newId(owner);
      await addHeads(index(), [livingHead({ owner: other, title: 'Secret', tags: ['t'], folderId })]);
      for (const conditions of [{}, { prefix: 's' }, { tag: 't' }, { folderId }, { tag: 't', folderId, prefix: 's' }]) {
        expect(await titles(owner, conditions)).to.deep.equal([]);
        expect(await titles(other, conditions)).to.deep.equal(['Secret']);
      }
    });

    it('moves a document when only its title, its tags or its folder change', async () => {
      const changes: Partial<LivingHead>[] = [
        { title: 'After', foldedTitle: 'after' },
        { tags: ['both', 'new'] },
        { tags: ['both'] },
        { folderId: newId('x') },
      ];
      for (const change of changes) {
        const owner = newOwner();
        const head = livingHead({ owner, title: 'Before', tags: ['old', 'both'] });
        const neighbour = livingHead({ owner, title: 'Amid', tags: ['both'], folderId: head.folderId });
        const moved = { ...head, ...change, currentVersion: 2 };
        await addHeads(index(), [head, neighbour]);
        await replaceHead(index(), moved);
        await index().refresh();
        for (const prefix of [undefined, 'a', 'b']) {
          for (const tag of [undefined, 'old', 'both', 'new']) {
            for (const folderId of [undefined, head.folderId, moved.folderId]) {
              const wanted = query(owner, { prefix, tag, folderId });
              expect(await searchHeads(index(), wanted), JSON.stringify([change, wanted])).to.deep.equal(
                expectedPage([moved, neighbour], wanted),
              );
            }
          }
        }
      }
    });

    it('never shows tombstones', async () => {
      const head = livingHead({ title: 'Mortal', tags: ['t'] });
      const { owner, folderId } = head;
      await addHeads(index(), [head, tombstoneHead({ owner })]);
      expect(await titles(owner)).to.deep.equal(['Mortal']);
      await replaceHead(index(), tombstoneOf(head));
      for (const conditions of [{}, { prefix: 'm' }, { tag: 't' }, { folderId }]) {
        expect(await titles(owner, conditions)).to.deep.equal([]);
      }
    });

    it('leaves no gap in a page where a document was deleted', async () => {
      const owner = newOwner();
      const heads = await withTitles(owner, ['a', 'b', 'c', 'd']);
      for (const head of heads.slice(0, 2)) await replaceHead(index(), tombstoneOf(head));
      expect(await titles(owner, { limit: 1 })).to.deep.equal(['c']);
      expect(await titles(owner, { limit: 1, offset: 1 })).to.deep.equal(['d']);
    });

    it('sees each write after the refresh that follows it, 50 times', async () => {
      const head = livingHead();
      await addHeads(index(), [head]);
      for (let round = 0; round < 50; round++) {
        const title = `round ${round}`;
        await replaceHead(index(), { ...head, title, foldedTitle: title });
        expect(await titles(head.owner)).to.deep.equal([title]);
      }
    });
  });
}
