import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { create, createFolder, searchFor, unique, type Found } from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { patchDocument, query, times } from './making.js';
import { suite } from './suite.js';

type Conditions = Record<string, string | number>;
type Page = { items: Found[]; next_cursor: string | null };

const ORDERS = ['title', 'updated_at', '-updated_at', 'created_at', '-created_at'];

suite('documents: orders', ['alice'], ({ alice }) => {
  const word = unique();
  const tag = `t${word}`;
  let folder_id: string;
  let all: Found[];

  const listed = async (conditions: Conditions): Promise<Page> => {
    const answer = await alice.get<{ documents: Found[]; next_cursor: string | null }>(
      `/v1/documents?${query(conditions)}`,
    );
    const { documents: items, next_cursor } = expectStatus(answer, 200);
    return { items, next_cursor };
  };
  const found = async (conditions: Conditions): Promise<Page> => {
    const answer = await alice.get<{ results: Found[]; next_cursor: string | null }>(searchFor(conditions));
    const { results: items, next_cursor } = expectStatus(answer, 200);
    return { items, next_cursor };
  };

  async function walk(read: (conditions: Conditions) => Promise<Page>, conditions: Conditions): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await read({ ...conditions, cursor });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  }

  before(async function () {
    this.timeout(60_000);
    folder_id = (await createFolder(alice)).id;
    const made = await times(24, (n) =>
      create(alice, {
        ...{ folder_id, title: `${word} ${n % 5}`, visibility: n % 3 ? 'private' : 'public' },
        metadata: { tags: n % 2 ? [tag] : [tag, `${tag} even`] },
      }),
    );
    for (const { id } of made.filter((_, n) => n % 4 === 0)) {
      await patchDocument(alice, id, { metadata: { tags: [tag], changed: true } });
    }
    all = (await listed({ folder_id, limit: 200 })).items;
    expect(all).to.have.length(24);
  });

  /** Identifiers in an order, by what the answers say of each document. */
  function expected(sort: string, isMeant: (document: Found) => boolean = () => true): string[] {
    const [, minus, field = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
    const textOf = (document: Found) => (document as unknown as Record<string, string>)[field] ?? '';
    const sorted = all
      .filter(isMeant)
      .map((document) => ({ id: document.id, text: textOf(document) }))
      .sort((a, b) => (a.text === b.text ? (a.id < b.id ? -1 : 1) : a.text < b.text ? -1 : 1));
    return (minus ? sorted.reverse() : sorted).map(({ id }) => id);
  }

  for (const sort of ORDERS) {
    it(`list and find by ${sort}, page by page`, async () => {
      for (const limit of [5, 50]) {
        expect(await walk(listed, { folder_id, sort, limit })).to.deep.equal(expected(sort));
        expect(await walk(listed, { tag, sort, limit })).to.deep.equal(expected(sort));
        expect(await walk(found, { tag, sort, limit })).to.deep.equal(expected(sort));
        expect(await walk(found, { q: word, tag, folder_id, sort, limit })).to.deep.equal(expected(sort));
      }
      const isThird = ({ title }: Found) => title.endsWith('3');
      expect(await walk(found, { q: `${word} 3`, sort, limit: 2 })).to.deep.equal(expected(sort, isThird));
      const { items } = await found({ q: word, sort, offset: 7, limit: 4 });
      expect(items.map(({ id }) => id)).to.deep.equal(expected(sort).slice(7, 11));
    });

    it(`list by ${sort} what meets all conditions`, async () => {
      const isPublic = ({ visibility }: Found) => visibility === 'public';
      const visibility = 'public';
      expect(await walk(listed, { folder_id, sort, visibility, limit: 3 })).to.deep.equal(expected(sort, isPublic));
      const hours = [...new Set(all.map(({ updated_at }) => updated_at))].sort();
      const [from = '', before = ''] = [hours[3], hours[12]];
      const isBetween = ({ updated_at }: Found) => updated_at >= from && updated_at < before;
      const between = { folder_id, sort, limit: 4, updated_from: from, updated_before: before };
      expect(await walk(listed, between)).to.deep.equal(expected(sort, isBetween));
      const inBerlin = new Date(Date.parse(from) + 3_600_000).toISOString().replace('Z', '+01:00');
      expect(await walk(listed, { ...between, updated_from: inBerlin })).to.deep.equal(expected(sort, isBetween));
      expect(await walk(listed, { ...between, updated_before: from })).to.deep.equal([]);
      const even = { tag: `${tag} even`, sort, visibility, folder_id, limit: 2 };
      const { items } = await found({ tag: `${tag} even`, limit: 50 });
      const isEven = (document: Found) => isPublic(document) && items.some(({ id }) => id === document.id);
      expect(await walk(listed, even)).to.deep.equal(expected(sort, isEven));
    });

    it(`refuse the cursor of ${sort} with another order: 400`, async () => {
      const { next_cursor } = await listed({ folder_id, sort, limit: 5 });
      const cursor = String(next_cursor);
      for (const other of ORDERS.filter((each) => each !== sort)) {
        expectInvalidAt(await alice.get(`/v1/documents?${query({ folder_id, sort: other, cursor })}`), '/cursor');
        expectInvalidAt(await alice.get(searchFor({ tag, sort: other, cursor })), '/cursor');
      }
      const rest = (await listed({ folder_id, sort, cursor })).items.map(({ id }) => id);
      expect(rest).to.deep.equal(expected(sort).slice(5));
    });
  }

  it('has the newest change first at once', async () => {
    const { id } = await create(alice, { title: `${word} new`, metadata: { tags: [`${word} fresh`] } });
    const older = String(expected('updated_at')[0]);
    const { visibility } = all.find((document) => document.id === older) as Found;
    await patchDocument(alice, older, { visibility: visibility === 'public' ? 'private' : 'public' });
    const [first, second] = (await listed({ sort: '-updated_at', limit: 2 })).items;
    expect([first?.id, second?.id]).to.deep.equal([older, id]);
    const results = (await found({ q: word, sort: '-created_at', limit: 1 })).items;
    expect(results[0]?.id).to.equal(id);
    all = all.map((document) => (document.id === older ? (first as Found) : document));
  });

  for (const [name, value] of [
    ['sort', 'Title'],
    ['sort', '-title'],
    ['sort', ''],
    ['visibility', 'secret'],
    ['updated_from', 'yesterday'],
    ['updated_from', '2026-03-14'],
    ['updated_from', '2026-02-30T00:00:00Z'],
    ['updated_from', '2026-03-14T15:09:26'],
    ['updated_before', '2026-03-14T15:09:26 01:00'],
    ['updated_before', '9999-12-31T23:59:59-01:00'],
    ['updated_before', `2026-03-14T15:09:26.${'1'.repeat(30)}Z`],
    ['cursor', Buffer.from(`-updated_at ${'a'.repeat(24)}2026-03-14`).toString('base64url')],
  ] as const) {
    it(`refuse ${name}=${value.slice(0, 30)}: 400`, async () => {
      expectInvalidAt(await alice.get(`/v1/documents?${query({ sort: '-updated_at', [name]: value })}`), `/${name}`);
    });
  }

  it('take any spelling of a time, to the millisecond above', async () => {
    const time = String(all.map(({ updated_at }) => updated_at).sort()[9]);
    const from = all.filter(({ updated_at }) => updated_at >= time).length;
    const after = all.filter(({ updated_at }) => updated_at > time).length;
    const count = async (updated_from: string) => (await walk(listed, { folder_id, updated_from })).length;
    expect(await count(time.toLowerCase())).to.equal(from);
    expect(await count(time.replace('Z', '000Z'))).to.equal(from);
    expect(await count(time.replace('Z', '0001Z'))).to.equal(after);
    expect(await count('')).to.equal(24);
    expect((await listed({ tag: '', sort: 'title', updated_before: '', limit: 1 })).items).to.have.length(1);
  });

  it('find nothing without q and tag, in any order', async () => {
    expectError(await alice.get(searchFor({ sort: '-updated_at' })), 422, 'QUERY_REQUIRED');
  });
});
