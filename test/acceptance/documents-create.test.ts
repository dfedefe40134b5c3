import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, createFolder, paragraph, read, unique } from '../http/making.js';
import { expectInvalidAt, timestamp } from './expecting.js';
import { suite } from './suite.js';

const fields = [
  'id',
  'url',
  'folder_id',
  'title',
  'content_type',
  'block_count',
  'metadata',
  'visibility',
  'created_at',
];

suite('documents: create', ['alice'], ({ alice }) => {
  it('answers 201 with exactly the fields of the specification', async () => {
    const answer = await alice.post('/v1/documents', content());
    expect(expectStatus(answer, 201)).to.have.all.keys(...fields);
  });

  it('gives a viewer URL that ends in /d/ and the identifier', async () => {
    const { id, url } = await create(alice);
    expect(new URL(url).pathname).to.match(new RegExp(`/d/${id}$`));
  });

  it('gives identifiers of 24 base62 characters that end alike for one owner', async () => {
    const [first, second] = [await create(alice), await create(alice)];
    expect(first.id).to.match(/^[0-9A-Za-z]{24}$/);
    expect(second.id.slice(22)).to.equal(first.id.slice(22));
    expect(second.id).not.to.equal(first.id);
  });

  it('defaults to markdown, private and no metadata', async () => {
    const created = await create(alice);
    expect(created).to.include({ content_type: 'markdown', visibility: 'private', metadata: null });
  });

  it('takes null for an optional field as absent', async () => {
    const nothing = { content_type: null, visibility: null, metadata: null, folder_id: null };
    const [created, plain] = [await create(alice, nothing), await create(alice)];
    expect(created).to.include({ content_type: 'markdown', visibility: 'private', metadata: null });
    expect(created.folder_id).to.equal(plain.folder_id);
  });

  it('answers what was asked for', async () => {
    const { id: folder_id } = await createFolder(alice);
    const asked = { title: unique(), folder_id, content_type: 'html', visibility: 'public' };
    const created = await create(alice, { ...asked, metadata: { source: 'here' } });
    expect(created).to.include(asked);
    expect(created.metadata).to.deep.equal({ source: 'here' });
  });

  for (const content_type of ['markdown', 'html', 'text']) {
    it(`takes the content type ${content_type}`, async () => {
      expect((await create(alice, { content_type })).content_type).to.equal(content_type);
    });
  }

  for (const visibility of ['private', 'public']) {
    it(`takes the visibility ${visibility}`, async () => {
      expect((await create(alice, { visibility })).visibility).to.equal(visibility);
    });
  }

  it('counts the blocks', async () => {
    expect((await create(alice, { blocks: [paragraph(), paragraph(), paragraph()] })).block_count).to.equal(3);
  });

  it('takes a document without blocks', async () => {
    const created = await create(alice, { blocks: [] });
    expect(created.block_count).to.equal(0);
    expect((await read(alice, created.id)).blocks).to.deep.equal([]);
  });

  it('dates in UTC with milliseconds', async () => {
    expect((await create(alice)).created_at).to.match(timestamp);
  });

  it('ignores unknown fields and unknown parameters', async () => {
    const body = content({ id: 'mine', owner: 'bob', version: 7, created_at: 5, extra: { deep: [1] } });
    const created = expectStatus(await alice.post<{ id: string }>('/v1/documents?x=1&x=2', body), 201);
    expect(created).to.have.all.keys(...fields);
    expect(created.id).not.to.equal('mine');
  });

  const faults: [string, object, string][] = [
    ['no title', { title: undefined }, '/title'],
    ['a title of null', { title: null }, '/title'],
    ['an empty title', { title: '' }, '/title'],
    ['a number as title', { title: 5 }, '/title'],
    ['no blocks', { blocks: undefined }, '/blocks'],
    ['blocks of null', { blocks: null }, '/blocks'],
    ['an object as blocks', { blocks: {} }, '/blocks'],
    ['a string as blocks', { blocks: 'text' }, '/blocks'],
    ['another content type', { content_type: 'pdf' }, '/content_type'],
    ['a content type in capitals', { content_type: 'HTML' }, '/content_type'],
    ['a number as content type', { content_type: 1 }, '/content_type'],
    ['another visibility', { visibility: 'shared' }, '/visibility'],
    ['a boolean as visibility', { visibility: true }, '/visibility'],
    ['a number as folder', { folder_id: 7 }, '/folder_id'],
    ['an array as metadata', { metadata: [] }, '/metadata'],
    ['a string as metadata', { metadata: 'tags' }, '/metadata'],
  ];
  for (const [fault, overrides, path] of faults) {
    it(`refuses ${fault} with 400 at ${path}`, async () => {
      expectInvalidAt(await alice.post('/v1/documents', content(overrides)), path);
    });
  }
});
