import { expect } from 'chai';

import type { AcceptanceAnswer, HeaderFields } from './client.js';
import { expectError, expectInvalid, expectStatus } from './expecting.js';
import {
  createDocument,
  createFolder,
  documentBody,
  find,
  getDocument,
  listVersions,
  pushVersion,
  times,
  unique,
} from './making.js';
import type { FolderBody, FolderListBody, WrittenVersion } from './shapes.js';
import { suite } from './suite.js';

type Write = (id: string, headers: HeaderFields) => Promise<AcceptanceAnswer<WrittenVersion>>;

const keyed = (key = unique()): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });

function expectReused(answer: AcceptanceAnswer<unknown>, details: object): void {
  expect(expectError(answer, 409, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal(details);
}

suite('idempotency: create document', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers a repeat as the first time and makes nothing', async () => {
    const [body, key] = [documentBody(), keyed()];
    const first = await createDocument(alice, body, key);
    expect(await createDocument(alice, body, key)).to.deep.equal(first);
    expect(await find(alice, { q: first.title })).to.have.length(1);
    expect((await listVersions(alice, first.id)).current_version).to.equal(1);
  });

  it('answers a repeat as the first time after later versions too', async () => {
    const [body, key] = [documentBody({ metadata: { a: [1] }, content_type: 'text' }), keyed()];
    const first = await createDocument(alice, body, key);
    await pushVersion(alice, first.id, { title: 'later', blocks: [] });
    expect(await createDocument(alice, body, key)).to.deep.equal(first);
  });

  it('is 409 for another request', async () => {
    const [body, key] = [documentBody(), keyed()];
    const { id, title } = await createDocument(alice, body, key);
    const { id: folder_id } = await createFolder(alice);
    for (const change of [
      { title: 'other' },
      { metadata: {} },
      { visibility: 'public' },
      { folder_id },
      { blocks: [] },
    ]) {
      const answer = await alice.post('/v1/documents', { ...body, ...change }, key);
      expectReused(answer, { document_id: id });
    }
    expect((await getDocument(alice, id)).title).to.equal(title);
  });

  it('is another key for another owner', async () => {
    const [body, key] = [documentBody(), keyed()];
    const [first, second] = [await createDocument(alice, body, key), await createDocument(bob, body, key)];
    expect(second.id).not.to.equal(first.id);
    expect((await getDocument(bob, second.id)).id).to.equal(second.id);
    expectReused(await bob.post('/v1/documents', documentBody(), key), { document_id: second.id });
  });

  it('is 409 once the document was deleted', async () => {
    const [body, key] = [documentBody(), keyed()];
    const { id } = await createDocument(alice, body, key);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expectReused(await alice.post('/v1/documents', body, key), { document_id: id });
  });

  it('is not used up by a request that was refused', async () => {
    const key = keyed();
    expectInvalid(await alice.post('/v1/documents', {}, key));
    await createDocument(alice, {}, key);
  });

  it('makes one document of 20 requests at once', async () => {
    const [body, key] = [documentBody(), keyed()];
    const made = await Promise.all(Array.from({ length: 20 }, () => createDocument(alice, body, key)));
    for (const each of made) expect(each).to.deep.equal(made[0]);
    expect(await find(alice, { q: made[0]?.title ?? '' })).to.have.length(1);
  });
});

suite('idempotency: push and restore', ['alice', 'bob'], ({ alice, bob }) => {
  const writes: [string, Write][] = [
    ['push', (id, headers) => alice.post(`/v1/documents/${id}/versions`, { title: 'pushed', blocks: [] }, headers)],
    ['restore', (id, headers) => alice.post(`/v1/documents/${id}/versions/1/restore`, undefined, headers)],
  ];
  for (const [name, write] of writes) {
    it(`answers a repeated ${name} as the first time and makes nothing, later versions or not`, async () => {
      const [{ id }, key] = [await createDocument(alice), keyed()];
      const first = expectStatus(await write(id, key), 201);
      expect(expectStatus(await write(id, key), 201)).to.deep.equal(first);
      await pushVersion(alice, id);
      expect(expectStatus(await write(id, key), 201)).to.deep.equal(first);
      expect((await listVersions(alice, id)).current_version).to.equal(3);
    });

    it(`recognises a repeated ${name} before If-Match is judged`, async () => {
      const { id } = await createDocument(alice);
      const headers = { ...keyed(), 'If-Match': '"1"' };
      const first = expectStatus(await write(id, headers), 201);
      expect(expectStatus(await write(id, headers), 201)).to.deep.equal(first);
    });

    it(`makes one version of 10 times the same ${name} at once`, async () => {
      const [{ id }, key] = [await createDocument(alice), keyed()];
      const answers = await Promise.all(Array.from({ length: 10 }, () => write(id, key)));
      for (const answer of answers) expect(expectStatus(answer, 201).version).to.equal(2);
      expect((await listVersions(alice, id)).current_version).to.equal(2);
    });

    it(`has a key for ${name} belong to its document`, async () => {
      const [first, second, key] = [await createDocument(alice), await createDocument(alice), keyed()];
      for (const { id } of [first, second]) expectStatus(await write(id, key), 201);
      for (const { id } of [first, second]) expect((await listVersions(alice, id)).current_version).to.equal(2);
    });
  }

  it('is 409 for another push or restore, and writes nothing', async () => {
    const [{ id }, key] = [await createDocument(alice), keyed()];
    await pushVersion(alice, id, {}, key);
    await pushVersion(alice, id);
    const path = `/v1/documents/${id}/versions`;
    expectReused(await alice.post(path, documentBody(), key), { document_id: id });
    expectReused(await alice.post(`${path}/1/restore`, undefined, key), { document_id: id });
    expect((await listVersions(alice, id)).current_version).to.equal(3);
  });

  it('is 409 for the restore of another version', async () => {
    const [{ id }, key] = [await createDocument(alice), keyed()];
    await pushVersion(alice, id);
    const path = `/v1/documents/${id}/versions`;
    expectStatus(await alice.post(`${path}/1/restore`, undefined, key), 201);
    expectReused(await alice.post(`${path}/2/restore`, undefined, key), { document_id: id });
  });

  it('tells nobody but the owner of the document for which a key was used', async () => {
    const key = keyed();
    const { id } = await createDocument(alice, {}, key);
    await pushVersion(alice, id, {}, key);
    const path = `/v1/documents/${id}/versions`;
    for (const answer of [
      await bob.post(path, documentBody(), key),
      await bob.post(`${path}/1/restore`, undefined, key),
    ]) {
      expect(expectError(answer, 403, 'NOT_OWNER')).to.deep.equal({});
    }
    expectStatus(await bob.post('/v1/documents', documentBody(), key), 201);
    const reused = await bob.post('/v1/documents', documentBody(), key);
    expectError(reused, 409, 'IDEMPOTENCY_KEY_REUSED');
    expect(reused.text).not.to.include(id);
  });

  it('holds for the newest 100 versions', async function () {
    this.timeout(60_000);
    const [{ id }, key, body] = [await createDocument(alice), keyed(), documentBody()];
    const first = await pushVersion(alice, id, body, key);
    await times(99, () => pushVersion(alice, id));
    expect(await pushVersion(alice, id, body, key)).to.deep.equal(first);
    expect((await listVersions(alice, id)).current_version).to.equal(101);
  });
});

suite('idempotency: create folder', ['alice'], ({ alice }) => {
  const create = (body: object, key: Record<string, string>): Promise<AcceptanceAnswer<FolderBody>> =>
    alice.post<FolderBody>('/v1/folders', body, key);

  it('answers a repeat as the first time and makes nothing', async () => {
    const { id: parent_id } = await createFolder(alice);
    const [body, key] = [{ name: unique(), parent_id }, keyed()];
    const first = expectStatus(await create(body, key), 201);
    expect(expectStatus(await create(body, key), 201)).to.deep.equal(first);
    expect((await alice.get<FolderListBody>(`/v1/folders?parent_id=${parent_id}`)).body.folders).to.deep.equal([first]);
  });

  it('is 409 for another name or parent', async () => {
    const { id: parent_id } = await createFolder(alice);
    const [body, key] = [{ name: unique() }, keyed()];
    expectStatus(await create(body, key), 201);
    for (const change of [{ name: 'other' }, { parent_id }]) {
      expectReused(await create({ ...body, ...change }, key), {});
    }
  });

  it('makes one folder of 10 requests at once', async () => {
    const [body, key] = [{ name: unique() }, keyed()];
    const ids = await times(10, async () => expectStatus(await create(body, key), 201).id);
    expect(new Set(ids).size).to.equal(1);
  });
});

suite('idempotency: keys', ['alice'], ({ alice }) => {
  const posts = async (): Promise<[string, object | undefined][]> => {
    const { id } = await createDocument(alice);
    return [
      ['/v1/documents', documentBody()],
      ['/v1/folders', { name: 'x' }],
      [`/v1/documents/${id}/versions`, documentBody()],
      [`/v1/documents/${id}/versions/1/restore`, undefined],
    ];
  };

  for (const end of ['', '!', '~', '"quoted,"', 'k'.repeat(238)]) {
    it(`may end in ${end.slice(0, 10)}, ${end.length + 17} characters`, async () => {
      for (const [path, body] of await posts()) expectStatus(await alice.post(path, body, keyed(unique() + end)), 201);
    });
  }

  for (const key of ['', 'k'.repeat(256), 'a b', 'a\tb', 'é', '\u00ff']) {
    it(`may not be ${JSON.stringify(key.slice(0, 10))}, ${key.length} characters`, async () => {
      for (const [path, body] of await posts()) expectInvalid(await alice.post(path, body, keyed(key)));
    });
  }
});
