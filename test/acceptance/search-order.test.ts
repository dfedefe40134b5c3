import { expect } from 'chai';

import { createDocument, find, pushVersion, search, times, unique } from './making.js';
import type { FoundDocumentBody } from './shapes.js';
import { suite } from './suite.js';

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

suite('search: order', ['alice'], ({ alice }) => {
  it('is that of folded titles in UTF-8 bytes', async () => {
    const start = unique();
    const ascending = ['', ' ', '!', '10', '9', 'A', 'aa', 'AB', 'b', '~', 'é', 'ße', 'я', '\uff61', '\u{1f600}'];
    const folded = (end: string): string => end.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
    const expected = [...ascending].sort((a, b) => byBytes(folded(a), folded(b)));
    await times(ascending.length, (n) => createDocument(alice, { title: start + String(ascending[n]) }));
    expect((await find(alice, { q: start })).map((found) => found.title.slice(start.length))).to.deep.equal(expected);
  });

  it('puts an exact title first', async () => {
    const title = unique();
    for (const end of [' ', 'a', '', '\u0001']) await createDocument(alice, { title: title + end });
    expect((await find(alice, { q: title }))[0]?.title).to.equal(title);
  });

  it('is that of identifiers where folded titles are equal', async () => {
    const title = unique('Same');
    const variants = [title, title.toUpperCase(), title.toLowerCase()];
    const made = await times(12, (n) => createDocument(alice, { title: variants[n % 3], metadata: { tags: [title] } }));
    const ids = made.map((document) => document.id).sort(byBytes);
    for (const by of ['q', 'tag']) {
      expect((await find(alice, { [by]: title })).map((found) => found.id)).to.deep.equal(ids);
    }
  });
});

suite('search: pages', ['alice'], ({ alice }) => {
  const tag = unique();
  const total = 130;
  let sorted: string[];

  before(async function () {
    this.timeout(60_000);
    const made = await times(total, (n) =>
      createDocument(alice, { title: `${tag} ${n % 7}`, metadata: { tags: [tag] } }),
    );
    const key = ({ title, id }: { title: string; id: string }): string => `${title} ${id}`;
    sorted = made.sort((a, b) => byBytes(key(a), key(b))).map((document) => document.id);
  });

  async function page(parameters: Record<string, number>, by = 'tag'): Promise<string[]> {
    return (await find(alice, { [by]: tag, ...parameters })).map((found: FoundDocumentBody) => found.id);
  }

  it('hold 20 unless asked', async () => {
    expect(await page({})).to.deep.equal(sorted.slice(0, 20));
  });

  it('hold what was asked, 50 at the most', async () => {
    expect(await page({ limit: 1 })).to.deep.equal(sorted.slice(0, 1));
    expect(await page({ limit: 50 })).to.deep.equal(sorted.slice(0, 50));
  });

  it('hold each document once, in one order, whatever their size', async () => {
    for (const [by, limit] of [
      ['tag', 50],
      ['q', 50],
      ['tag', 17],
      ['q', 9],
    ] as const) {
      const pages = await times(Math.ceil(total / limit), (n) => page({ limit, offset: n * limit }, by), 4);
      expect(pages.flat()).to.deep.equal(sorted);
    }
  });

  it('begin anywhere', async () => {
    for (const offset of [1, 49, 50, 51, 100, 129]) {
      expect(await page({ offset })).to.deep.equal(sorted.slice(offset, offset + 20));
    }
  });

  it('are not shuffled by pushes that keep a title', async () => {
    const moved = sorted.filter((_, n) => n % 10 === 0);
    const titles = new Map((await find(alice, { tag, limit: 50 })).map(({ id, title }) => [id, title]));
    for (const id of moved.slice(0, 5)) {
      await pushVersion(alice, id, { title: titles.get(id), metadata: { tags: [tag] } });
    }
    expect(await page({ limit: 50 })).to.deep.equal(sorted.slice(0, 50));
  });

  for (const offset of [total, total + 1, 9_999, 10_000, 10_001, 1_000_000, 2_147_483_647]) {
    it(`are empty past the end, at ${offset}`, async () => {
      expect(await search(alice, { tag, offset, limit: 50 })).to.deep.include({ results: [], count: 0 });
      expect(await search(alice, { q: tag, offset })).to.deep.include({ results: [], count: 0 });
    });
  }
});
