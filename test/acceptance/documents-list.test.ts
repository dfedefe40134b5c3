import { expect } from 'chai';
import { expectStatus, header, type Answer, type Client } from '../http/client.js';
import { content, create, createFolder, put, unique, unknownId, type Found } from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { deleteByKey, find, patchDocument, query, times } from './making.js';
import { suite } from './suite.js';

type Listed = Found & { key: string | null; content_hash: string | null };
type Page = { documents: Listed[]; next_cursor: string | null };
type Conditions = Record<string, string | number>;

suite('documents: list', ['alice', 'bob', 'reader', 'writer'], ({ alice, bob, reader, writer }) => {
  const page = async (conditions: Conditions, who: Client = alice): Promise<Page> =>
    expectStatus(await who.get<Page>(`/v1/documents?${query(conditions)}`), 200);

  /** All documents; `between` runs after each page. */
  async function walk(
    conditions: Conditions,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<Listed[]> {
    const all: Listed[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page({ ...conditions, ...(cursor !== null && { cursor }) });
      expect(next.documents.length).to.be.at.most(Number(conditions['limit'] ?? 50));
      all.push(...next.documents);
      cursor = next.next_cursor;
      await between();
    } while (cursor !== null);
    return all;
  }

  const titles = (documents: readonly Listed[]): string[] => documents.map(({ title }) => title);

  it('has the items of a search with key, hashes and source, at once after the write', async () => {
    const key = unique();
    const body = content({ metadata: { tags: ['listed'], a: 1 } }) as { title: string };
    const { content_hash } = await put(alice, key, body);
    const [found] = await find(alice, { q: body.title });
    const { documents, next_cursor } = await page({ key_prefix: key });
    expect(documents).to.deep.equal([{ ...found, key, content_hash, assets_hash: null, source: null }]);
    expect(next_cursor).to.equal(null);
    await deleteByKey(alice, key);
    expect((await page({ key_prefix: key })).documents).to.deep.equal([]);
  });

  it('has the hash of documents without a key, which changes with the content alone', async () => {
    const { id: folder_id } = await createFolder(alice);
    const { id } = await create(alice, { folder_id, title: 'one' });
    const hash = async (): Promise<string | null> => (await page({ folder_id })).documents[0]?.content_hash ?? null;
    const before = await hash();
    expect(before).to.match(/^[0-9a-f]{64}$/);
    await patchDocument(alice, id, { visibility: 'public' });
    expect(await hash()).to.equal(before);
    await patchDocument(alice, id, { title: 'two' });
    expect(await hash()).not.to.equal(before);
    await patchDocument(alice, id, { title: 'one' });
    expect(await hash()).to.equal(before);
    expect((await page({ folder_id })).documents[0]?.key).to.equal(null);
  });

  it('has all documents of a folder once, in the order of a search, in pages of any size', async () => {
    const { id: folder_id } = await createFolder(alice);
    const word = unique();
    await times(25, (n) => create(alice, { folder_id, title: `${word} ${n % 5} ${n % 2 ? 'ß' : 'Z'}` }));
    const expected = (await find(alice, { q: word, limit: 50 })).map(({ id }) => id);
    for (const limit of [1, 7, 25, 26, 200]) {
      expect((await walk({ folder_id, limit })).map(({ id }) => id)).to.deep.equal(expected);
    }
    expect((await page({ folder_id })).documents).to.have.length(25);
  });

  it('has 50 documents a page by default', async () => {
    const { id: folder_id } = await createFolder(alice);
    await times(51, (n) => create(alice, { folder_id, title: `t ${n}` }));
    const { documents, next_cursor } = await page({ folder_id });
    expect(documents).to.have.length(50);
    expect((await page({ folder_id, cursor: String(next_cursor) })).documents).to.have.length(1);
  });

  it('has a document whose title and folder stay exactly once, while others are written', async () => {
    const { id: folder_id } = await createFolder(alice);
    const staying = await times(12, (n) => create(alice, { folder_id, title: `m ${n}` }));
    const moving = await create(alice, { folder_id, title: 'a moving' });
    let n = 0;
    const found = await walk({ folder_id, limit: 2 }, async () => {
      n++;
      await create(alice, { folder_id, title: `${n % 2 ? 'a' : 'z'} ${n}` });
      await patchDocument(alice, moving.id, { title: `${n % 2 ? 'z' : 'a'} moving` });
      await patchDocument(alice, staying[n % 12]?.id ?? '', { visibility: n % 2 ? 'public' : 'private' });
    });
    const ids = found.map(({ id }) => id);
    for (const { id } of staying) expect(ids.filter((each) => each === id)).to.have.length(1);
  });

  it('has the folders below a folder where recursive is true, and no others', async () => {
    const name = unique();
    const top = await createFolder(alice, { name });
    const twin = await createFolder(alice, { name });
    const below = await createFolder(alice, { name: 'b', parent_id: top.id });
    const deep = await createFolder(alice, { name: 'c', parent_id: below.id });
    const ofTwin = await createFolder(alice, { name: 'b', parent_id: twin.id });
    const longer = await createFolder(alice, { name: `${name}x` });
    const folders = { top, below, deep, twin, ofTwin, longer };
    for (const [title, { id: folder_id }] of Object.entries(folders)) await create(alice, { folder_id, title });
    const inside = (folder_id: string, recursive: string) => walk({ folder_id, recursive, limit: 2 });
    expect(titles(await inside(top.id, 'true'))).to.deep.equal(['below', 'deep', 'top']);
    expect(titles(await inside(below.id, 'true'))).to.deep.equal(['below', 'deep']);
    expect(titles(await inside(top.id, 'false'))).to.deep.equal(['top']);
    expect(titles(await inside(deep.id, 'true'))).to.deep.equal(['deep']);
  });

  it('has the documents whose key begins with a text', async () => {
    const word = unique();
    const keys = ['a/1', 'a/2', 'a/b/3', 'ab', 'A/1', 'a*'].map((key) => `${word}/${key}`);
    for (const [n, key] of keys.entries()) await put(alice, key, content({ title: `t ${n}` }));
    const found = async (key_prefix: string) => (await walk({ key_prefix, limit: 2 })).map(({ key }) => key);
    expect(await found(`${word}/`)).to.deep.equal(keys);
    expect(await found(`${word}/a/`)).to.deep.equal(keys.slice(0, 3));
    expect(await found(`${word}/a*`)).to.deep.equal([keys[5]]);
    expect(await found(`${word}/b`)).to.deep.equal([]);
  });

  it('ends a page at 4 MB, has all documents once, and answers several such pages at once', async () => {
    const { id: folder_id } = await createFolder(alice);
    const word = unique();
    const metadata = { tags: [word], a: '漢'.repeat(80_000) };
    const made = await times(40, (n) =>
      put(alice, `${word}/${n}`, content({ title: `${word} ${n}`, metadata, folder_id })),
    );
    for (const conditions of [{ folder_id }, { key_prefix: `${word}/` }, { folder_id, recursive: 'true' }]) {
      const sizes: number[] = [];
      const all: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer: Answer<Page> = await alice.get<Page>(
          `/v1/documents?${query({ ...conditions, limit: 200, cursor })}`,
        );
        const { documents, next_cursor }: Page = expectStatus(answer, 200);
        sizes.push(Buffer.byteLength(answer.text));
        all.push(...documents.map(({ id }) => id));
        cursor = next_cursor;
      }
      expect([...all].sort()).to.deep.equal(made.map(({ id }) => id).sort());
      expect(Math.max(...sizes)).to.be.at.most(4_000_000);
      expect(sizes.length).to.be.at.most(10);
    }
    const path = `/v1/documents?${query({ folder_id, limit: 200 })}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => alice.get(path)));
    for (const answer of answers) expectStatus(answer, 200);
    const tag = header(await alice.get(path), 'ETag');
    expect(header(await alice.send('HEAD', path), 'ETag')).to.equal(tag);
    expectStatus(await alice.get(path, { 'If-None-Match': tag }), 304);
    const found = await find(alice, { tag: word, limit: 50 });
    expect(found.map(({ id }) => id).sort()).to.deep.equal(made.map(({ id }) => id).sort());
  }).timeout(60_000);

  it('has the documents of the owner alone', async () => {
    const key = unique();
    await put(alice, key, content());
    expect((await page({ key_prefix: key }, bob)).documents).to.deep.equal([]);
    expect((await page({ key_prefix: key }, reader)).documents).to.have.length(1);
    const { id: folder_id } = await createFolder(alice);
    expectError(await bob.get(`/v1/documents?folder_id=${folder_id}`), 404, 'FOLDER_NOT_FOUND');
    expectError(await writer.get('/v1/documents'), 403, 'INSUFFICIENT_ROLE');
  });

  it('has an entity tag, and is 304 while nothing changes', async () => {
    const { id: folder_id } = await createFolder(alice);
    const answer = await alice.get(`/v1/documents?folder_id=${folder_id}`);
    const again = { 'If-None-Match': header(answer, 'ETag') };
    expectStatus(await alice.get(`/v1/documents?folder_id=${folder_id}`, again), 304);
    await create(alice, { folder_id });
    expectStatus(await alice.get(`/v1/documents?folder_id=${folder_id}`, again), 200);
  });

  for (const [name, value] of [
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'x'],
    ['recursive', 'yes'],
    ['cursor', 'x'],
    ['cursor', '!!!!'],
    ['cursor', 'A'.repeat(32)],
    ['key_prefix', 'x'.repeat(513)],
  ] as const) {
    it(`refuses ${name}=${value.slice(0, 8)}: 400`, async () => {
      const { folder_id } = await create(alice);
      expectInvalidAt(await alice.get(`/v1/documents?${query({ folder_id, [name]: value })}`), `/${name}`);
    });
  }

  it('refuses recursive without a folder, and a folder that is not there', async () => {
    expectInvalidAt(await alice.get('/v1/documents?recursive=true'), '/recursive');
    expectError(await alice.get(`/v1/documents?folder_id=${unknownId()}`), 404, 'FOLDER_NOT_FOUND');
    expectStatus(await alice.get('/v1/documents?folder_id=&key_prefix=&cursor=&limit=1'), 200);
  });
});
