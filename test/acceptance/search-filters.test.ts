import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  paragraph,
  push,
  read,
  search,
  searchFor,
  unique,
  unknownId,
  type FoundPage,
} from '../http/making.js';
import { expectError } from './expecting.js';
import { find } from './making.js';
import { suite } from './suite.js';

const fields = [
  'id',
  'url',
  'folder_id',
  'folder_path',
  'title',
  'content_type',
  'block_count',
  'metadata',
  'visibility',
  'current_version',
  'created_at',
  'updated_at',
];

suite('search: answer', ['alice'], ({ alice }) => {
  it('is 200 with the fields of the specification, and a cursor', async () => {
    const title = unique();
    await create(alice, { title });
    const page = expectStatus(await alice.get<FoundPage>(searchFor({ q: title })), 200);
    expect(page).to.have.all.keys('results', 'count', 'query', 'tag', 'folder_id', 'next_cursor');
    expect(page.results[0]).to.have.all.keys(...fields);
  });

  it('agrees with what create answered', async () => {
    const metadata = { tags: ['a'], source: 'b', deep: { c: [null, 1] } };
    const created = await create(alice, { content_type: 'text', visibility: 'public', metadata });
    const { created_at: updated_at } = created;
    expect(await find(alice, { q: created.title })).to.deep.equal([
      { ...created, folder_path: '/', current_version: 1, updated_at },
    ]);
  });

  it('agrees with the newest version', async () => {
    const created = await create(alice, { metadata: { a: 1 } });
    const title = unique();
    const blocks = [paragraph(), paragraph(), paragraph()];
    const pushed = await push(alice, created.id, { title, blocks, content_type: 'html' });
    const { created_at: updated_at } = pushed;
    expect(await find(alice, { q: title })).to.deep.equal([
      {
        ...{ ...created, folder_path: '/', title, block_count: 3, content_type: 'html' },
        ...{ metadata: null, current_version: 2, updated_at },
      },
    ]);
    expect((await read(alice, created.id)).updated_at).to.equal(updated_at);
  });

  it('echoes what was asked', async () => {
    const { id } = await createFolder(alice);
    expect(await search(alice, { q: ' Ärger ', tag: ' T ', folder_id: id })).to.deep.equal({
      results: [],
      count: 0,
      query: ' Ärger ',
      tag: ' T ',
      folder_id: id,
      next_cursor: null,
    });
  });

  it('answers null for what was not asked, the empty included', async () => {
    const q = unique();
    expect(await search(alice, { q })).to.include({ query: q, tag: null, folder_id: null });
    expect(await search(alice, { q, tag: '', folder_id: '' })).to.include({ query: q, tag: null, folder_id: null });
    expect(await search(alice, { q: '', tag: q })).to.include({ query: null, tag: q, folder_id: null });
  });

  it('counts the results it returns', async () => {
    const title = unique();
    for (const end of ['a', 'b', 'c']) await create(alice, { title: title + end });
    expect((await search(alice, { q: title })).count).to.equal(3);
    expect((await search(alice, { q: title, limit: 2 })).count).to.equal(2);
  });

  it('is an operation, not a document', async () => {
    expectError(await alice.get('/v1/documents/search'), 422, 'QUERY_REQUIRED');
  });
});

suite('search: filters', ['alice', 'bob'], ({ alice, bob }) => {
  it('finds the documents with a tag, wherever it stands among the tags', async () => {
    const [tag, other] = [unique(), unique()];
    const ids = [
      (await create(alice, { title: 'a', metadata: { tags: [tag] } })).id,
      (await create(alice, { title: 'b', metadata: { tags: [other, tag, 'x'] } })).id,
    ];
    await create(alice, { metadata: { tags: [other], source: tag, tag } });
    expect((await find(alice, { tag })).map((found) => found.id)).to.deep.equal(ids);
  });

  it('needs both when q and tag are given', async () => {
    const [title, tag] = [unique(), unique()];
    const { id } = await create(alice, { title, metadata: { tags: [tag] } });
    await create(alice, { title });
    await create(alice, { metadata: { tags: [tag] } });
    expect((await find(alice, { q: title, tag })).map((found) => found.id)).to.deep.equal([id]);
  });

  it('is limited to a folder, without the folders in it', async () => {
    const title = unique();
    const outer = await createFolder(alice);
    const inner = await createFolder(alice, { parent_id: outer.id });
    const metadata = { tags: [title] };
    const at = await create(alice, { title, metadata, folder_id: outer.id });
    await create(alice, { title, metadata, folder_id: inner.id });
    const root = await create(alice, { title, metadata });
    for (const by of ['q', 'tag']) {
      const ids = async (folder_id: string): Promise<string[]> =>
        (await find(alice, { [by]: title, folder_id })).map((found) => found.id);
      expect(await ids(outer.id)).to.deep.equal([at.id]);
      expect(await ids(root.folder_id)).to.deep.equal([root.id]);
      expect(await find(alice, { [by]: title })).to.have.length(3);
    }
  });

  it("is 404 for a folder that is unknown, cannot be one or is another owner's", async () => {
    const [{ id }, { folder_id }] = [await createFolder(bob), await create(bob)];
    for (const of of [unknownId(), 'x', id, folder_id]) {
      expectError(await alice.get(searchFor({ q: 'a', folder_id: of })), 404, 'FOLDER_NOT_FOUND');
    }
  });

  it('shows no one the documents of another owner, public ones neither', async () => {
    const title = unique();
    expectStatus(
      await alice.post('/v1/documents', content({ title, metadata: { tags: [title] }, visibility: 'public' })),
      201,
    );
    for (const by of ['q', 'tag']) expect(await find(bob, { [by]: title })).to.deep.equal([]);
  });
});
