import { expect } from 'chai';
import { expectError, expectStatus, type Client } from './client.js';
import { content, create, paragraph, push, read, unique, unknownId, type Created, type Document } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

describeHttp('documents', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are created with what was sent and with defaults for the rest', async () => {
    const before = new Date().toISOString();
    const made = await create(alice, { title: 'Ünïcode \u{1f600} ' });
    const after = new Date().toISOString();
    expect(made).to.deep.include({
      title: 'Ünïcode \u{1f600} ',
      content_type: 'markdown',
      visibility: 'private',
      metadata: null,
      block_count: 1,
    });
    expect(made.id).to.match(/^[0-9A-Za-z]{24}$/);
    expect(made.folder_id).to.match(/^[0-9A-Za-z]{24}$/);
    expect(made.url).to.equal(`${api.url}/d/${made.id}`);
    expect(made.created_at >= before && made.created_at <= after, made.created_at).to.equal(true);
  });

  it('are created with every field that can be sent', async () => {
    const metadata = { tags: ['a', 'b'], source: 'test', more: { deep: [1, null, true] } };
    const made = await create(alice, { content_type: 'html', visibility: 'public', metadata, blocks: [] });
    expect(made).to.deep.include({ content_type: 'html', visibility: 'public', metadata, block_count: 0 });
    const text = await create(alice, { content_type: 'text' });
    expect(text.content_type).to.equal('text');
  });

  it('take null for a field that may be left out', async () => {
    const made = await create(alice, { folder_id: null, content_type: null, visibility: null, metadata: null });
    expect(made).to.deep.include({ content_type: 'markdown', visibility: 'private', metadata: null });
  });

  it('ignore unknown fields and unknown query parameters', async () => {
    const body = content({ id: 'mine', owner: 5, created_at: null, version: -1 });
    const made = expectStatus(await alice.post<Created>('/v1/documents?dry_run=1&dry_run=2', body), 201);
    expect(made.id).not.to.equal('mine');
  });

  it('are read as they were created', async () => {
    const made = await create(alice, { metadata: { source: 'x' } });
    const { blocks, updated_at: updated, ...rest } = await read(alice, made.id);
    const { block_count: count, ...created } = made;
    expect(rest).to.deep.equal(created);
    expect(updated).to.equal(made.created_at);
    expect(blocks).to.have.length(count);
  });

  it('are read with the content of their newest version, and with the time of it', async () => {
    const made = await create(alice);
    const { created_at: pushed } = await push(alice, made.id, {
      title: 'Two',
      content_type: 'text',
      metadata: { a: 1 },
    });
    const now = await read(alice, made.id);
    expect(now).to.deep.include({
      id: made.id,
      url: made.url,
      folder_id: made.folder_id,
      visibility: 'private',
      title: 'Two',
      content_type: 'text',
      metadata: { a: 1 },
      created_at: made.created_at,
      updated_at: pushed,
    });
  });

  it('can be pushed as they were read', async () => {
    const made = await create(alice, { metadata: { tags: ['t'] }, content_type: 'text' });
    const first = await read(alice, made.id);
    await push(alice, made.id, first);
    const second = await read(alice, made.id);
    expect({ ...second, blocks: [], updated_at: '' }).to.deep.equal({ ...first, blocks: [], updated_at: '' });
    expect(second.blocks.map(({ content: text }) => text)).to.deep.equal(first.blocks.map(({ content: text }) => text));
  });

  it('are gone after a delete', async () => {
    const { id } = await create(alice);
    const gone = await alice.delete(`/v1/documents/${id}`);
    expectStatus(gone, 204);
    expect(gone.headers).not.to.have.any.keys('content-type', 'content-length', 'transfer-encoding');
    expectError(await alice.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    expectError(await alice.delete(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
  });

  it('answer HEAD as GET, without a body', async () => {
    const { id } = await create(alice);
    const got = await alice.get<Document>(`/v1/documents/${id}`);
    const head = await alice.head(`/v1/documents/${id}`);
    expectStatus(head, 200);
    expect(head.bytes).to.have.length(0);
    // Its length is not told: nothing is read for a HEAD.
    for (const name of ['etag', 'content-type', 'cache-control']) {
      expect(head.headers[name], name).to.equal(got.headers[name]);
    }
    expectStatus(await alice.head(`/v1/documents/${unknownId()}`), 404);
  });

  it('ignore any body of GET and DELETE', async () => {
    const { id } = await create(alice);
    for (const [type, body] of [
      ['application/json', ''],
      ['application/json', '{"a'],
      ['text/csv', 'a;b'],
    ] as const) {
      const sending = { body, headers: { 'Content-Type': type } };
      expectStatus(await alice.send('GET', `/v1/documents/${id}`, sending), 200);
    }
    const sending = { body: 'nonsense', headers: { 'Content-Type': 'application/json' } };
    expectStatus(await alice.send('DELETE', `/v1/documents/${id}`, sending), 204);
  });

  it('are 404 under an identifier that names nothing or cannot', async () => {
    for (const id of [unknownId(), 'x', '%zz', '%ff', '..%2f..%2fkeys', `${unknownId()}0`, '%00', 'ä'.repeat(24)]) {
      expectError(await alice.get(`/v1/documents/${encodeURI(id).replaceAll('%25', '%')}`), 'DOCUMENT_NOT_FOUND');
    }
  });

  it('belong to their owner, not to a key', async () => {
    const owner = unique();
    const [one, other] = [await api.caller({ owner }), await api.caller({ owner })];
    const { id } = await create(one);
    expect((await push(other, id)).version).to.equal(2);
    expectError(await alice.get(`/v1/documents/${id}`), 'NOT_OWNER');
    expectError(await alice.delete(`/v1/documents/${id}`), 'NOT_OWNER');
    expect((await read(one, id)).blocks[0]?.content).to.equal(paragraph().content);
  });
});

describeOwnHttp(
  'documents with a public address',
  { settings: { PUBLIC_URL: 'https://docs.example/base/' } },
  (api) => {
    it('carry it in the viewer address of every answer', async () => {
      const alice = await api.caller();
      const { id, url } = await create(alice);
      expect(url).to.equal(`https://docs.example/base/d/${id}`);
      expect((await push(alice, id)).url).to.equal(url);
      expect((await read(alice, id)).url).to.equal(url);
    });
  },
);
