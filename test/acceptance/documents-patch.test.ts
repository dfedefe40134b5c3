import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
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
import { makeClient } from './client.js';
import { expectError, expectInvalid, expectInvalidAt, timestamp } from './expecting.js';
import { find, findTitles, patchDocument, times, type Patched } from './making.js';
import { suite } from './suite.js';

const anyone = makeClient();

suite('documents: patch', ['alice', 'bob', 'reader'], ({ alice, bob, reader }) => {
  it('answers 200 with the fields of a push, and those that were sent', async () => {
    const { id, url } = await create(alice, { blocks: [paragraph(), paragraph()] });
    const { id: folder_id } = await createFolder(alice);
    const changes = { title: unique(), metadata: { a: 1 }, content_type: 'text', visibility: 'public', folder_id };
    const { created_at, ...rest } = await patchDocument(alice, id, changes);
    expect(rest).to.deep.equal({ id, url, version: 2, version_count: 2, block_count: 2, ...changes });
    expect(created_at).to.match(timestamp);
    expect(await read(alice, id)).to.deep.include({ ...changes, updated_at: created_at });
  });

  const single: [string, unknown][] = [
    ['title', 'another title'],
    ['metadata', { tags: ['patched'], deep: { a: [1, null] } }],
    ['metadata', null],
    ['content_type', 'html'],
    ['visibility', 'public'],
  ];
  for (const [field, value] of single) {
    it(`changes ${field} to ${JSON.stringify(value)} alone, in a version of its own`, async () => {
      const { id } = await create(alice, { metadata: { kept: true }, blocks: [paragraph('a'), paragraph('b')] });
      const { updated_at, content_hash, current_version, ...before } = await read(alice, id);
      const patched = await patchDocument(alice, id, { [field]: value });
      expect(patched).to.deep.include({ version: 2, [field]: value });
      const { updated_at: at, content_hash: hash, current_version: version, ...after } = await read(alice, id);
      expect([current_version, version, hash === content_hash]).to.deep.equal([1, 2, field === 'visibility']);
      expect(after).to.deep.equal({ ...before, [field]: value });
      expect([at, at >= updated_at]).to.deep.equal([patched.created_at, true]);
      const first = expectStatus(await alice.get<MadeVersion>(`/v1/documents/${id}/versions/1`), 200);
      expect(first.metadata).to.deep.equal({ kept: true });
    });
  }

  it('copies the blocks of the newest version, with their identifiers', async () => {
    const { id } = await create(alice);
    await push(alice, id, { blocks: [paragraph('newest')] });
    const { blocks } = await read(alice, id);
    await patchDocument(alice, id, { title: unique() });
    expect((await read(alice, id)).blocks).to.deep.equal(blocks);
  });

  it('moves a document to another folder for searches that follow', async () => {
    const title = unique();
    const [from, to] = await times(2, () => createFolder(alice));
    const { id } = await create(alice, { title, folder_id: from?.id });
    await patchDocument(alice, id, { folder_id: to?.id });
    expect(await find(alice, { q: title, folder_id: from?.id ?? '' })).to.deep.equal([]);
    expect((await find(alice, { q: title, folder_id: to?.id ?? '' })).map((found) => found.id)).to.deep.equal([id]);
  });

  it('finds it by the new title and tags, and no longer by the former ones', async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await create(alice, { title: first, metadata: { tags: [first] } });
    await patchDocument(alice, id, { title: second, metadata: { tags: [second] } });
    expect(await findTitles(alice, { q: first })).to.deep.equal([]);
    expect(await findTitles(alice, { tag: second })).to.deep.equal([second]);
  });

  it('shows a document in the viewer, and hides it, for every request after the answer', async () => {
    const { id } = await create(alice);
    for (const [visibility, status] of [
      ['public', 200],
      ['private', 404],
      ['public', 200],
    ] as const) {
      await patchDocument(alice, id, { visibility });
      expectStatus(await anyone.get(`/d/${id}`), status);
    }
  });

  it('makes no version where nothing differs', async () => {
    const metadata = { tags: ['x'], a: { b: 1, c: 2 } };
    const { id, title, folder_id } = await create(alice, { metadata });
    const { created_at } = await push(alice, id, { title, metadata });
    const same = { title, metadata: { a: { c: 2, b: 1 }, tags: ['x'] }, visibility: 'private', folder_id };
    for (const changes of [
      {},
      same,
      { title: null, content_type: null, folder_id: null, visibility: null },
      { unknown: 1 },
    ]) {
      const patched = await patchDocument(alice, id, changes);
      expect(patched).to.include({ version: 2, version_count: 2, title, created_at });
    }
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });

  it('has the ETag of the document, and answers in full whatever If-None-Match names', async () => {
    const { id } = await create(alice);
    for (const headers of [{}, { 'If-None-Match': '"2"' }]) {
      const answer = await alice.patch(`/v1/documents/${id}`, { content_type: 'text' }, headers);
      expectStatus(answer, 200);
      expect(answer.headers.etag).to.equal('"2"');
    }
    expect((await alice.get(`/v1/documents/${id}`)).headers.etag).to.equal('"2"');
  });

  it('checks If-Match also where nothing differs', async () => {
    const { id, title } = await create(alice);
    const answer = await alice.patch(`/v1/documents/${id}`, { title }, { 'If-Match': '"7"' });
    expect(expectError(answer, 412, 'PRECONDITION_FAILED')['current_version']).to.equal(1);
  });

  it('gives each of 20 concurrent patches and pushes a version, and loses no field', async () => {
    const { id } = await create(alice, { metadata: { n: -1 } });
    const versions = await times(20, async (n) => {
      const { version } = n % 2 ? await patchDocument(alice, id, { title: `title ${n}` }) : await push(alice, id);
      return version;
    });
    expect(versions.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 20 }, (_, n) => n + 2));
    const all = await times(21, async (n) => {
      const { body } = await alice.get<MadeVersion>(`/v1/documents/${id}/versions/${n + 1}`);
      return body;
    });
    const patched = all.filter(({ title }) => title.startsWith('title '));
    expect(patched).to.have.length(10);
    for (const { version, blocks } of patched) expect(blocks).to.deep.equal(all[version - 2]?.blocks);
  });

  it('makes one version of repeats with an Idempotency-Key, and refuses the key for other changes', async () => {
    const { id } = await create(alice);
    const headers = { 'Idempotency-Key': unique() };
    const changes = { title: unique(), visibility: 'public' };
    const first = await patchDocument(alice, id, changes, headers);
    await push(alice, id);
    expect(await patchDocument(alice, id, changes, headers)).to.deep.equal(first);
    const others = [{ title: changes.title }, { ...changes, visibility: 'private' }, { ...changes, metadata: {} }];
    for (const other of [...others, { ...changes, metadata: null }, { ...changes, title: 'other' }]) {
      const answer = await alice.patch(`/v1/documents/${id}`, other, headers);
      expect(expectError(answer, 409, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({ document_id: id });
    }
    expect((await listVersions(alice, id)).current_version).to.equal(3);
  });

  const faults: [string, object, string][] = [
    ['a title that is a number', { title: 1 }, '/title'],
    ['an empty title', { title: '' }, '/title'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, '/title'],
    ['metadata that is a list', { metadata: [] }, '/metadata'],
    ['a tag that is a number', { metadata: { tags: [1] } }, '/metadata/tags/0'],
    ['an unknown visibility', { visibility: 'shared' }, '/visibility'],
    ['an unknown content type', { content_type: 'pdf' }, '/content_type'],
    ['a folder that is a number', { folder_id: 1 }, '/folder_id'],
  ];
  for (const [name, changes, path] of faults) {
    it(`refuses ${name}`, async () => {
      const { id } = await create(alice);
      expectInvalidAt(await alice.patch(`/v1/documents/${id}`, changes), path);
      expect((await listVersions(alice, id)).current_version).to.equal(1);
    });
  }

  it('refuses a body that is no object', async () => {
    const { id } = await create(alice);
    for (const body of [[], 'x', null]) expectInvalid(await alice.patch(`/v1/documents/${id}`, body));
  });

  it('refuses unknown documents, those of others, unknown folders, and readers', async () => {
    const { id } = await create(alice);
    const path = `/v1/documents/${id}`;
    expectError(await alice.patch(`/v1/documents/${unknownId()}`, {}), 404, 'DOCUMENT_NOT_FOUND');
    expectError(await bob.patch(path, { title: 'x' }), 403, 'NOT_OWNER');
    expectError(await bob.patch(path, {}), 403, 'NOT_OWNER');
    for (const folder_id of [unknownId(), (await createFolder(bob)).id, '']) {
      expectError(await alice.patch(path, { folder_id }), 404, 'FOLDER_NOT_FOUND');
    }
    expectError(await reader.patch(path, {}), 403, 'INSUFFICIENT_ROLE');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('is 404 after the document was deleted, also where nothing would differ', async () => {
    const { id } = await create(alice);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    for (const changes of [{}, { title: 'x' }]) {
      expectError(await alice.patch(`/v1/documents/${id}`, changes), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is refused with the key of another operation on the same document', async () => {
    const { id } = await create(alice);
    const headers = { 'Idempotency-Key': unique() };
    const pushed: Patched = await push(alice, id, {}, headers);
    expectError(
      await alice.patch(`/v1/documents/${id}`, { title: pushed.title }, headers),
      409,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});
