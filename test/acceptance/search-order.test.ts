import { expect } from 'chai';
import { expectStatus, header } from '../http/client.js';
import { create, createFolder, push, search, searchFor, unique, type Found } from '../http/making.js';
import { expectInvalidAt } from './expecting.js';
import { find, findFromCursors, patchDocument, times } from './making.js';
import { suite } from './suite.js';

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

suite('search: pages', ['alice'], ({ alice }) => {
  const tag = unique();
  const total = 130;
  let sorted: string[];

  before(async function () {
    this.timeout(60_000);
    const made = await times(total, (n) => create(alice, { title: `${tag} ${n % 7}`, metadata: { tags: [tag] } }));
    const key = ({ title, id }: { title: string; id: string }): string => `${title} ${id}`;
    sorted = made.sort((a, b) => byBytes(key(a), key(b))).map((document) => document.id);
  });

  async function page(parameters: Record<string, number>, by = 'tag'): Promise<string[]> {
    return (await find(alice, { [by]: tag, ...parameters })).map((found: Found) => found.id);
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

  it('follow each other by cursors, each document once, in the same order, whatever their size', async () => {
    for (const [by, limit] of [
      ['tag', 50],
      ['q', 50],
      ['tag', 13],
      ['q', 130],
    ] as const) {
      const found = await findFromCursors(alice, { [by]: tag, limit: Math.min(limit, 50) });
      expect(found.map(({ id }) => id)).to.deep.equal(sorted);
    }
  });

  it('name the next one if they are full, and after an offset too', async () => {
    const last = await search(alice, { tag, offset: 100, limit: 50 });
    expect(last.next_cursor).to.equal(null);
    const full = await search(alice, { tag, offset: 100, limit: 10 });
    const after = await search(alice, { tag, cursor: String(full.next_cursor), limit: 50 });
    expect(after.results.map(({ id }) => id)).to.deep.equal(sorted.slice(110));
    const whole = await search(alice, { tag, offset: 80, limit: 50 });
    expect(await search(alice, { tag, cursor: String(whole.next_cursor) })).to.deep.include({
      results: [],
      count: 0,
      next_cursor: null,
    });
  });

  it('have an entity tag each, with which they are 304 until a result changes', async () => {
    const own = unique();
    const [first, second] = await times(2, (n) => create(alice, { title: `${own} ${n}` }));
    const { next_cursor } = await search(alice, { q: own, limit: 1 });
    const path = searchFor({ q: own, limit: 1, cursor: String(next_cursor) });
    const answer = await alice.get(path);
    const known = { 'If-None-Match': header(answer, 'ETag') };
    expect(answer.text).to.include(String(second?.id)).and.not.include(String(first?.id));
    expectStatus(await alice.get(path, known), 304);
    await patchDocument(alice, String(second?.id), { visibility: 'public' });
    expectStatus(await alice.get(path, known), 200);
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
      await push(alice, id, { title: titles.get(id), metadata: { tags: [tag] } });
    }
    expect(await page({ limit: 50 })).to.deep.equal(sorted.slice(0, 50));
  });

  for (const cursor of ['x', '!!!!', 'A'.repeat(32), 'AAAA AAAA']) {
    it(`are 400 with the cursor ${cursor.slice(0, 9)}, also where q and tag are missing`, async () => {
      expectInvalidAt(await alice.get(searchFor({ tag, cursor })), '/cursor');
      expectInvalidAt(await alice.get(searchFor({ cursor })), '/cursor');
    });
  }

  it('are 400 with cursor and offset, which an empty cursor is not', async () => {
    const { next_cursor } = await search(alice, { tag, limit: 1 });
    for (const offset of [0, 1])
      expectInvalidAt(await alice.get(searchFor({ tag, offset, cursor: String(next_cursor) })), '/cursor');
    expect(await page({ offset: 1, limit: 1 })).to.deep.equal(
      (await find(alice, { tag, cursor: '', offset: 1, limit: 1 })).map(({ id }) => id),
    );
  });

  for (const offset of [total, total + 1, 9_999, 10_000, 10_001, 1_000_000, 2_147_483_647]) {
    it(`are empty past the end, at ${offset}`, async () => {
      expect(await search(alice, { tag, offset, limit: 50 })).to.deep.include({ results: [], count: 0 });
      expect(await search(alice, { q: tag, offset })).to.deep.include({ results: [], count: 0 });
    });
  }
});

suite('search: pages from cursors, while documents change', ['alice', 'bob'], ({ alice, bob }) => {
  const deleteDocument = async (id: string) => expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
  const makeTagged = (tag: string, count: number) =>
    times(count, (n) => create(alice, { title: `${tag} ${n % 9}`, metadata: { tags: [tag] } }));

  it('have every document of a loop that deletes what it finds', async function () {
    this.timeout(60_000);
    const tag = unique();
    await makeTagged(tag, 120);
    const found = await findFromCursors(alice, { tag, limit: 50 }, ({ id }) => deleteDocument(id));
    expect(found).to.have.length(120);
    expect(await find(alice, { tag })).to.deep.equal([]);
  });

  it('have every document of a loop that takes the tag off what it finds', async function () {
    this.timeout(60_000);
    const tag = unique();
    await makeTagged(tag, 120);
    const untag = ({ id }: Found) => patchDocument(alice, id, { metadata: { tags: [] } });
    expect(await findFromCursors(alice, { tag, limit: 50 }, untag)).to.have.length(120);
    expect(await find(alice, { tag })).to.deep.equal([]);
  });

  it('have a document whose title stays exactly once, while others come, move and go', async () => {
    const tag = unique();
    const staying = await makeTagged(tag, 30);
    const moving = await create(alice, { title: `${tag} 0`, metadata: { tags: [tag] } });
    let n = 0;
    const found = await findFromCursors(alice, { q: tag, limit: 4 }, async () => {
      n++;
      if (n > 60) return;
      const { id } = await create(alice, { title: `${tag} ${n % 9}` });
      if (n % 2 === 1) await deleteDocument(id);
      await patchDocument(alice, moving.id, { title: `${tag} ${(n * 5) % 9}` });
    });
    const ids = found.map(({ id }) => id);
    for (const { id } of staying) expect(ids.filter((each) => each === id)).to.have.length(1);
  });

  it('show nothing of another owner, whose cursor is but a place', async () => {
    const word = unique();
    await create(bob, { title: `${word} m`, metadata: { tags: [word] } });
    const { next_cursor } = await search(bob, { q: word, limit: 1 });
    const { id: folder_id } = await createFolder(alice);
    const made = await times(2, (n) => create(alice, { folder_id, title: `${word} ${n === 0 ? 'a' : 'z'}` }));
    const found = await find(alice, { q: word, folder_id, cursor: String(next_cursor) });
    expect(found.map(({ id }) => id)).to.deep.equal([made[1]?.id]);
  });
});
