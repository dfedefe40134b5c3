import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listVersions,
  paragraph,
  push,
  read,
  unique,
  unknownId,
  type MadeVersion,
} from '../http/making.js';
import { expectError, expectInvalid, expectInvalidAt, timestamp } from './expecting.js';
import { times } from './making.js';
import { suite } from './suite.js';

const fields = ['id', 'url', 'version', 'version_count', 'title', 'block_count', 'created_at'];

suite('versions: push', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 201 with exactly the fields of the specification', async () => {
    const { id } = await create(alice);
    const answer = await alice.post<{ created_at: string }>(`/v1/documents/${id}/versions`, content());
    expect(expectStatus(answer, 201)).to.have.all.keys(...fields);
    expect(answer.body.created_at).to.match(timestamp);
  });

  it('gives the next number, which is the count too', async () => {
    const { id } = await create(alice);
    for (const version of [2, 3, 4]) {
      expect(await push(alice, id)).to.include({ id, version, version_count: version });
    }
  });

  it('keeps identifier, viewer URL, folder, visibility and the time of creation', async () => {
    const { id: folder_id } = await createFolder(alice);
    const created = await create(alice, { folder_id, visibility: 'public' });
    expect((await push(alice, created.id, { title: 'new' })).url).to.equal(created.url);
    const { id, url, visibility, created_at } = created;
    expect(await read(alice, id)).to.include({ id, url, folder_id, visibility, created_at, title: 'new' });
  });

  it('replaces title, content type, metadata and blocks', async () => {
    const { id } = await create(alice, { metadata: { a: 1 } });
    const next = { title: unique(), content_type: 'text', metadata: { b: 2 } };
    const pushed = await push(alice, id, { ...next, blocks: [paragraph('x'), paragraph('y')] });
    expect(pushed).to.include({ title: next.title, block_count: 2 });
    const found = await read(alice, id);
    expect(found).to.deep.include(next);
    expect(found.blocks.map((block) => block.content)).to.deep.equal(['x', 'y']);
  });

  it('defaults to markdown and no metadata, whatever the version before had', async () => {
    const { id } = await create(alice, { content_type: 'html', metadata: { a: 1 } });
    await push(alice, id);
    expect(await read(alice, id)).to.include({ content_type: 'markdown', metadata: null });
    await push(alice, id, { content_type: null, metadata: null });
    expect(await read(alice, id)).to.include({ content_type: 'markdown', metadata: null });
  });

  it('takes a visibility and a folder, and keeps both where they are absent or null', async () => {
    const { id: folder_id } = await createFolder(alice);
    const { id } = await create(alice);
    await push(alice, id, { visibility: 'public', folder_id, block_count: 'x' });
    for (const overrides of [{}, { visibility: null, folder_id: null }]) {
      expect(await read(alice, id)).to.include({ visibility: 'public', folder_id });
      await push(alice, id, overrides);
    }
    expect(await read(alice, id)).to.include({ visibility: 'public', folder_id });
  });

  it('refuses a folder that is unknown or of somebody else, and writes nothing', async () => {
    const { id } = await create(alice);
    for (const folder_id of [unknownId(), (await createFolder(bob)).id, '']) {
      const answer = await alice.post(`/v1/documents/${id}/versions`, content({ folder_id }));
      expectError(answer, 404, 'FOLDER_NOT_FOUND');
    }
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('makes a version of equal content each time', async () => {
    const { id } = await create(alice);
    const body = content();
    for (const version of [2, 3]) expect((await push(alice, id, body)).version).to.equal(version);
  });

  it('gives the blocks identifiers of this version', async () => {
    const { id } = await create(alice);
    await push(alice, id, { blocks: [] });
    expect((await read(alice, id)).blocks).to.deep.equal([]);
  });

  const faults: [string, object, string][] = [
    ['no title', { title: undefined }, '/title'],
    ['a title of null', { title: null }, '/title'],
    ['no blocks', { blocks: undefined }, '/blocks'],
    ['blocks of null', { blocks: null }, '/blocks'],
    ['another content type', { content_type: 'pdf' }, '/content_type'],
    ['a list as metadata', { metadata: [] }, '/metadata'],
    ['10,001 blocks', { blocks: Array.from({ length: 10_001 }, () => paragraph('')) }, '/blocks'],
    ['metadata over 256 KiB', { metadata: { a: 'x'.repeat(262_144) } }, '/metadata'],
  ];
  for (const [fault, overrides, path] of faults) {
    it(`refuses ${fault} and writes nothing`, async () => {
      const { id } = await create(alice);
      expectInvalidAt(await alice.post(`/v1/documents/${id}/versions`, content(overrides)), path);
      expect((await listVersions(alice, id)).current_version).to.equal(1);
    });
  }

  it('refuses tags that are no list of strings', async () => {
    const { id } = await create(alice);
    expectInvalid(await alice.post(`/v1/documents/${id}/versions`, content({ metadata: { tags: [1] } })));
  });

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x']) {
      expectError(await alice.post(`/v1/documents/${id}/versions`, content()), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner, and writes nothing', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    expectError(await bob.post(`/v1/documents/${id}/versions`, content()), 403, 'NOT_OWNER');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('gives each of 20 concurrent pushes a number of its own, each with its own content', async () => {
    const { id } = await create(alice);
    const titles = Array.from({ length: 20 }, () => unique());
    const pushed = await Promise.all(titles.map((title) => push(alice, id, { title, blocks: [paragraph(title)] })));
    expect(pushed.map(({ version }) => version).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 20 }, (_, n) => n + 2),
    );
    await times(20, async (n) => {
      const found = await alice.get<MadeVersion>(`/v1/documents/${id}/versions/${pushed[n]?.version}`);
      expect(found.body.title).to.equal(titles[n]);
      expect(found.body.blocks[0]?.content).to.equal(titles[n]);
    });
    expect((await listVersions(alice, id)).current_version).to.equal(21);
  });
});
