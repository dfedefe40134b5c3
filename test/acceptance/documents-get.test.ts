import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listVersions,
  paragraph,
  push,
  put,
  read,
  readByKey,
  unique,
  unknownId,
  type Document,
} from '../http/making.js';
import { expectError, timestamp } from './expecting.js';
import { suite } from './suite.js';

const fields = [
  'id',
  'url',
  'folder_id',
  'title',
  'content_type',
  'metadata',
  'visibility',
  'blocks',
  'created_at',
  'updated_at',
  'key',
  'current_version',
  'content_hash',
  'source',
  'assets',
  'root',
];

const malformedIds: [string, string][] = [
  ['too short', 'x'],
  ['too long', 'x'.repeat(400)],
  ['with a dash', 'aaaaaaaaaaaaaaaaaaaaaa-0'],
  ['with an escaped slash', 'aaaaaaaaaaaaa%2Faaaaaaaa'],
  ['with an escaped NUL', 'aaaaaaaaaaaaaaaaaaaaaa%00'],
  ['beyond ASCII', '%F0%9F%98%80'],
  ['with dots', '..%2f..%2fetc'],
  ['of letters beyond ASCII', '%C3%A4'.repeat(24)],
];

suite('documents: get', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 200 with exactly the fields that are described', async () => {
    const { id } = await create(alice);
    expect(expectStatus(await alice.get(`/v1/documents/${id}`), 200)).to.have.all.keys(...fields);
  });

  it('agrees with what create answered', async () => {
    const { id: folder_id } = await createFolder(alice);
    const metadata = { tags: ['a'], source: 'b' };
    const { block_count, ...created } = await create(alice, { folder_id, metadata, visibility: 'public' });
    const found = await read(alice, created.id);
    expect(found).to.deep.include(created);
    expect(found.blocks).to.have.length(block_count);
  });

  it('says when the newest version was made', async () => {
    const created = await create(alice);
    expect((await read(alice, created.id)).updated_at).to.equal(created.created_at);
    const pushed = await push(alice, created.id);
    const found = await read(alice, created.id);
    expect(found.updated_at).to.equal(pushed.created_at).and.match(timestamp);
    expect(found.created_at).to.equal(created.created_at);
  });

  it('has the key of the document, its newest version and the hash of its content', async () => {
    const key = unique();
    const { id, content_hash } = await put(alice, key, content());
    expect(await read(alice, id)).to.include({ key, current_version: 1, content_hash });
    expect(await readByKey(alice, key)).to.deep.equal(await read(alice, id));
    await put(alice, key, content());
    const { content_hash: next, current_version } = await read(alice, id);
    expect(current_version).to.equal(2);
    expect(next).not.to.equal(content_hash);
    const without = await create(alice);
    expect(await read(alice, without.id)).to.include({ key: null, current_version: 1 });
    const { content_hash: hash } = await read(alice, without.id);
    expect(hash).to.match(/^[0-9a-f]{64}$/);
  });

  it('can be sent back as a push unchanged', async () => {
    const blocks = [
      { type: 'heading', content: 'H', metadata: { level: 2, anchor: 'h' } },
      { type: 'divider', content: '' },
      paragraph('**p**'),
    ];
    const { id } = await create(alice, { content_type: 'html', metadata: { tags: ['t'], a: null }, blocks });
    const before = await read(alice, id);
    expectStatus(await alice.post(`/v1/documents/${id}/versions`, before), 201);
    const after = await read(alice, id);
    const bare = (found: Document): object => ({
      ...found,
      updated_at: '',
      current_version: 0,
      blocks: found.blocks.map((block) => ({ ...block, id: '' })),
    });
    expect(bare(after)).to.deep.equal(bare(before));
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });

  it('is 404 for an unknown document', async () => {
    expectError(await alice.get(`/v1/documents/${unknownId()}`), 404, 'DOCUMENT_NOT_FOUND');
  });

  for (const [what, id] of malformedIds) {
    it(`is 404 for an identifier ${what}`, async () => {
      expectError(await alice.get(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
    });
  }

  for (const path of [
    '/v1/documents/%zz',
    '/v1/documents/%',
    '/v1/documents/%E0%A4/versions',
    '/v1/documents/x/versions/%zz',
    '/v1/%ff',
    '/%',
  ]) {
    it(`is 404 for the malformed percent-escape in ${path}`, async () => {
      const answer = await alice.get<{ error: { code: string } }>(path);
      expectError(answer, 404, answer.body?.error.code);
    });
  }

  it('has a path whose escapes are undone, all but that of a slash', async () => {
    const { id } = await create(alice);
    const paths = [
      '/v1/documents/s%65arch?q=nothing',
      '/v1/%66olders',
      '/%761/folders',
      `/v1/documents/${id}/versions/%31`,
    ];
    for (const path of paths) expectStatus(await alice.get(path), 200);
    expectStatus(await alice.get('/v1%2Ffolders'), 404);
  });

  it('is 403 for a caller who is not the owner, of a public document too', async () => {
    for (const visibility of ['private', 'public']) {
      const { id } = await create(alice, { visibility });
      expectError(await bob.get(`/v1/documents/${id}`), 403, 'NOT_OWNER');
    }
  });
});
