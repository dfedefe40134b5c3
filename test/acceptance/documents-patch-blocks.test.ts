import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, listVersions, paragraph, push, put, read, unique } from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { patchDocument, times } from './making.js';
import { suite } from './suite.js';

suite('documents: patch of blocks', ['alice', 'bob'], ({ alice, bob }) => {
  const blocks = [
    { type: 'heading', content: 'H', metadata: { level: 2 } },
    { type: 'divider', content: '---', metadata: null },
    { type: 'code', content: 'a', metadata: { language: 'ts', b: [1, { c: null }] } },
  ];
  const written = [blocks[0], { ...blocks[1], content: '' }, blocks[2]];

  it('replaces them all, and keeps every other field', async () => {
    const kept = { metadata: { tags: ['t'], a: { z: 1, b: 2 } }, content_type: 'html', visibility: 'public' };
    const { id, title, folder_id } = await create(alice, { ...kept, blocks: [paragraph(), paragraph()] });
    const before = await read(alice, id);
    const patched = await patchDocument(alice, id, { blocks });
    expect(patched).to.deep.include({ version: 2, block_count: 3, title });
    const after = await read(alice, id);
    expect(after).to.deep.include({ ...kept, title, folder_id, current_version: 2 });
    expect(after.blocks.map(({ id: _id, order: _order, ...block }) => block)).to.deep.equal(written);
    expect(after.blocks.map(({ order }) => order)).to.deep.equal([0, 1, 2]);
    expect(after.content_hash).not.to.equal(before.content_hash);
  });

  it('changes them together with other fields, in one version', async () => {
    const { id } = await create(alice, { metadata: { a: 1 } });
    const title = unique();
    await patchDocument(alice, id, { blocks: [], title, metadata: null, content_type: 'text' });
    const now = await read(alice, id);
    expect(now).to.deep.include({ blocks: [], title, metadata: null, content_type: 'text', current_version: 2 });
    const equal = await put(alice, unique(), { title, blocks: [], content_type: 'text' });
    expect(now.content_hash).to.equal(equal.content_hash);
  });

  it('makes no version where nothing differs, whatever identifiers are sent', async () => {
    const { id, title } = await create(alice, { blocks, metadata: { b: 1, a: { d: 1, c: 2 } } });
    const before = await read(alice, id);
    for (const changes of [{ blocks }, { blocks: before.blocks }, { blocks, title }, { blocks: null }]) {
      expect(await patchDocument(alice, id, changes)).to.include({ version: 1, block_count: 3 });
    }
    expect(await read(alice, id)).to.deep.equal(before);
    const metadata = { a: { c: 2, d: 1 }, b: 1 };
    expect((await patchDocument(alice, id, { blocks, metadata })).version).to.equal(1);
    expect((await patchDocument(alice, id, { blocks, visibility: 'public' })).version).to.equal(2);
  });

  it('refuses what a push refuses', async () => {
    const { id } = await create(alice);
    const patch = (changes: object) => alice.patch(`/v1/documents/${id}`, changes);
    expectInvalidAt(await patch({ blocks: [{ type: 'x', content: '' }] }), '/blocks/0/type');
    expectInvalidAt(await patch({ blocks: [{ type: 'code' }] }), '/blocks/0/content');
    expectInvalidAt(
      await patch({ blocks: [{ type: 'heading', content: '', metadata: { level: 7 } }] }),
      '/blocks/0/metadata/level',
    );
    expectInvalidAt(await patch({ blocks: 'x' }), '/blocks');
    expectInvalidAt(await patch({ blocks: Array.from({ length: 10_001 }, () => paragraph('')) }), '/blocks');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('checks If-Match and ownership', async () => {
    const { id } = await create(alice);
    const refused = await alice.patch(`/v1/documents/${id}`, { blocks }, { 'If-Match': '"7"' });
    expectError(refused, 412, 'PRECONDITION_FAILED');
    expectError(await bob.patch(`/v1/documents/${id}`, { blocks }), 403, 'NOT_OWNER');
    expectStatus(await alice.patch(`/v1/documents/${id}`, { blocks }, { 'If-Match': '"1"' }), 200);
  });

  it('is recognised by its Idempotency-Key, other blocks are another request', async () => {
    const { id } = await create(alice);
    const headers = { 'Idempotency-Key': unique() };
    const first = await patchDocument(alice, id, { blocks }, headers);
    await push(alice, id, content());
    expect(await patchDocument(alice, id, { blocks }, headers)).to.deep.equal(first);
    const other = await alice.patch(`/v1/documents/${id}`, { blocks: [] }, headers);
    expectError(other, 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('loses no other field beside twenty concurrent patches', async () => {
    const { id } = await create(alice);
    const title = unique();
    await times(20, (n) => patchDocument(alice, id, n === 7 ? { title } : { blocks: [paragraph(`b${n}`)] }), 20);
    expect(await read(alice, id)).to.deep.include({ title, current_version: 21 });
  });
});
