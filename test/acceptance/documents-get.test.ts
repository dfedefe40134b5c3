import { expect } from 'chai';

import { expectError, expectStatus, timestamp } from './expecting.js';
import {
  createDocument,
  createFolder,
  getDocument,
  listVersions,
  paragraph,
  pushVersion,
  unknownId,
} from './making.js';
import type { FullDocument } from './shapes.js';
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
];

const malformedIds: [string, string][] = [
  ['too short', 'x'],
  ['too long', 'x'.repeat(400)],
  ['with a dash', 'aaaaaaaaaaaaaaaaaaaaaa-0'],
  ['with an escaped slash', 'aaaaaaaaaaaaa%2Faaaaaaaa'],
  ['with an escaped NUL', 'aaaaaaaaaaaaaaaaaaaaaa%00'],
  ['beyond ASCII', '%F0%9F%98%80'],
  ['with dots', '..%2f..%2fetc'],
];

suite('documents: get', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 200 with exactly the fields of the specification', async () => {
    const { id } = await createDocument(alice);
    expect(expectStatus(await alice.get(`/v1/documents/${id}`), 200)).to.have.all.keys(...fields);
  });

  it('agrees with what create answered', async () => {
    const { id: folder_id } = await createFolder(alice);
    const metadata = { tags: ['a'], source: 'b' };
    const { block_count, ...created } = await createDocument(alice, { folder_id, metadata, visibility: 'public' });
    const read = await getDocument(alice, created.id);
    expect(read).to.deep.include(created);
    expect(read.blocks).to.have.length(block_count);
  });

  it('says when the newest version was made', async () => {
    const created = await createDocument(alice);
    expect((await getDocument(alice, created.id)).updated_at).to.equal(created.created_at);
    const pushed = await pushVersion(alice, created.id);
    const read = await getDocument(alice, created.id);
    expect(read.updated_at).to.equal(pushed.created_at).and.match(timestamp);
    expect(read.created_at).to.equal(created.created_at);
  });

  it('can be sent back as a push unchanged', async () => {
    const blocks = [
      { type: 'heading', content: 'H', metadata: { level: 2, anchor: 'h' } },
      { type: 'divider', content: '' },
      paragraph('**p**'),
    ];
    const { id } = await createDocument(alice, { content_type: 'html', metadata: { tags: ['t'], a: null }, blocks });
    const before = await getDocument(alice, id);
    expectStatus(await alice.post(`/v1/documents/${id}/versions`, before), 201);
    const after = await getDocument(alice, id);
    const bare = (read: FullDocument): object => ({
      ...read,
      updated_at: '',
      blocks: read.blocks.map((block) => ({ ...block, id: '' })),
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

  for (const path of ['/v1/documents/%zz', '/v1/documents/%', '/v1/documents/%E0%A4/versions', '/v1/%ff']) {
    it(`is 404 for the malformed percent-escape in ${path}`, async () => {
      const answer = await alice.get<{ error: { code: string } }>(path);
      expectError(answer, 404, answer.body?.error.code);
    });
  }

  it('is 403 for a caller who is not the owner, of a public document too', async () => {
    for (const visibility of ['private', 'public']) {
      const { id } = await createDocument(alice, { visibility });
      expectError(await bob.get(`/v1/documents/${id}`), 403, 'NOT_OWNER');
    }
  });
});
