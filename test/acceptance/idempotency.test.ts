import { expect } from 'chai';
import { expectStatus, type Answer, type Headers } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listVersions,
  push,
  read,
  unique,
  type FolderList,
  type MadeFolder,
  type NewVersion,
} from '../http/making.js';
import { expectError, expectInvalid } from './expecting.js';
import { find, times } from './making.js';
import { suite } from './suite.js';

type Write = (id: string, headers: Headers) => Promise<Answer<NewVersion>>;

const keyed = (key = unique()): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });

function expectReused(answer: Answer, details: object): void {
  expect(expectError(answer, 409, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal(details);
}

suite('idempotency: create document', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers a repeat as the first time and makes nothing', async () => {
    const [body, key] = [content(), keyed()];
    const first = await create(alice, body, key);
    const repeat = await alice.post('/v1/documents', body, key);
    expect(repeat.text).to.equal((await alice.post('/v1/documents', body, key)).text);
    expect(expectStatus(repeat, 201)).to.deep.equal(first);
    expect(await find(alice, { q: first.title })).to.have.length(1);
    expect((await listVersions(alice, first.id)).current_version).to.equal(1);
  });

  it('answers a repeat as the first time after later versions too', async () => {
    const [body, key] = [content({ metadata: { a: [1] }, content_type: 'text' }), keyed()];
    const first = await create(alice, body, key);
    await push(alice, first.id, { title: 'later', blocks: [] });
    expect(await create(alice, body, key)).to.deep.equal(first);
  });

  it('is 409 for another request', async () => {
    const [body, key] = [content(), keyed()];
    const { id, title } = await create(alice, body, key);
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
    expect((await read(alice, id)).title).to.equal(title);
  });

  it('tells requests apart by what they ask, not by how it was written', async () => {
    const [body, key] = [content({ metadata: { tags: ['t'] } }), keyed()];
    const first = await create(alice, body, key);
    const spelled = JSON.stringify({ ...body, visibility: 'private', folder_id: null, unknown: 1 }, null, 2);
    const answers = [
      await alice.postText('/v1/documents', spelled, key),
      await alice.post('/v1/documents', { ...body, folder_id: first.folder_id }, key),
    ];
    for (const answer of answers) expect(expectStatus(answer, 201)).to.deep.equal(first);
    expectReused(await alice.post('/v1/documents', { ...body, content_type: 'text' }, key), { document_id: first.id });
  });

  it('takes equal JSON in another order of members for the same request', async () => {
    const key = keyed();
    const first =
      '{"title":"x","blocks":[{"type":"quote","content":"","metadata":{"a":1,"b":[{"c":3,"d":4}]}}],"metadata":{"a":1,"b":2}}';
    const second =
      '{"metadata":{"b":2,"a":1},"blocks":[{"metadata":{"b":[{"d":4,"c":3}],"a":1},"content":"","type":"quote"}],"title":"x"}';
    const made = await alice.postText('/v1/documents', first, key);
    expectStatus(made, 201);
    expect((await alice.postText('/v1/documents', second, key)).text).to.equal(made.text);
    const other = await alice.postText('/v1/documents', first.replace('"c":3,"d":4', '"c":4,"d":3'), key);
    expectError(other, 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is another key for another owner', async () => {
    const [body, key] = [content(), keyed()];
    const [first, second] = [await create(alice, body, key), await create(bob, body, key)];
    expect(second.id).not.to.equal(first.id);
    expect((await read(bob, second.id)).id).to.equal(second.id);
    expectReused(await bob.post('/v1/documents', content(), key), { document_id: second.id });
  });

  it('is 409 once the document was deleted', async () => {
    const [body, key] = [content(), keyed()];
    const { id } = await create(alice, body, key);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expectReused(await alice.post('/v1/documents', body, key), { document_id: id });
  });

  it('is not used up by a request that was refused', async () => {
    const key = keyed();
    expectInvalid(await alice.post('/v1/documents', {}, key));
    expectError(await alice.post('/v1/documents', content({ folder_id: 'x' }), key), 404, 'FOLDER_NOT_FOUND');
    await create(alice, {}, key);
  });

  it('makes one document of 20 requests at once', async () => {
    const [body, key] = [content(), keyed()];
    const made = await Promise.all(Array.from({ length: 20 }, () => create(alice, body, key)));
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
      const [{ id }, key] = [await create(alice), keyed()];
      const first = expectStatus(await write(id, key), 201);
      expect(expectStatus(await write(id, key), 201)).to.deep.equal(first);
      await push(alice, id);
      expect(expectStatus(await write(id, key), 201)).to.deep.equal(first);
      expect((await listVersions(alice, id)).current_version).to.equal(3);
    });

    it(`recognises a repeated ${name} before If-Match is checked`, async () => {
      const { id } = await create(alice);
      const headers = { ...keyed(), 'If-Match': '"1"' };
      const first = expectStatus(await write(id, headers), 201);
      expect(expectStatus(await write(id, headers), 201)).to.deep.equal(first);
      expectError(await write(id, { ...headers, ...keyed() }), 412, 'PRECONDITION_FAILED');
    });

    it(`makes one version of 10 times the same ${name} at once`, async () => {
      const [{ id }, key] = [await create(alice), keyed()];
      const answers = await Promise.all(Array.from({ length: 10 }, () => write(id, key)));
      for (const answer of answers) expect(expectStatus(answer, 201).version).to.equal(2);
      expect((await listVersions(alice, id)).current_version).to.equal(2);
    });

    it(`has a key for ${name} belong to its document`, async () => {
      const [first, second, key] = [await create(alice), await create(alice), keyed()];
      for (const { id } of [first, second]) expectStatus(await write(id, key), 201);
      for (const { id } of [first, second]) expect((await listVersions(alice, id)).current_version).to.equal(2);
    });
  }

  it('is 409 for another push or restore, and writes nothing', async () => {
    const [{ id }, key] = [await create(alice), keyed()];
    await push(alice, id, {}, key);
    await push(alice, id);
    const path = `/v1/documents/${id}/versions`;
    expectReused(await alice.post(path, content(), key), { document_id: id });
    expectReused(await alice.post(`${path}/1/restore`, undefined, key), { document_id: id });
    expect((await listVersions(alice, id)).current_version).to.equal(3);
  });

  it('is 409 for the restore of another version', async () => {
    const [{ id }, key] = [await create(alice), keyed()];
    await push(alice, id);
    const path = `/v1/documents/${id}/versions`;
    expectStatus(await alice.post(`${path}/1/restore`, undefined, key), 201);
    expectReused(await alice.post(`${path}/2/restore`, undefined, key), { document_id: id });
  });

  it('tells nobody but the owner of the document for which a key was used', async () => {
    const key = keyed();
    const { id } = await create(alice, {}, key);
    await push(alice, id, {}, key);
    const path = `/v1/documents/${id}/versions`;
    for (const answer of [await bob.post(path, content(), key), await bob.post(`${path}/1/restore`, undefined, key)]) {
      expect(expectError(answer, 403, 'NOT_OWNER')).to.deep.equal({});
    }
    expectStatus(await bob.post('/v1/documents', content(), key), 201);
    const reused = await bob.post('/v1/documents', content(), key);
    expectError(reused, 409, 'IDEMPOTENCY_KEY_REUSED');
    expect(reused.text).not.to.include(id);
  });

  it('holds for the newest 100 versions', async function () {
    this.timeout(60_000);
    const [{ id }, key, body] = [await create(alice), keyed(), content()];
    const first = await push(alice, id, body, key);
    await times(99, () => push(alice, id));
    expect(await push(alice, id, body, key)).to.deep.equal(first);
    expect((await listVersions(alice, id)).current_version).to.equal(101);
    await push(alice, id);
    expect((await push(alice, id, body, key)).version).to.equal(103);
  });
});

suite('idempotency: create folder', ['alice'], ({ alice }) => {
  const post = (body: object, key: Record<string, string>): Promise<Answer<MadeFolder>> =>
    alice.post<MadeFolder>('/v1/folders', body, key);

  it('answers a repeat as the first time and makes nothing', async () => {
    const { id: parent_id } = await createFolder(alice);
    const [body, key] = [{ name: unique(), parent_id }, keyed()];
    const first = expectStatus(await post(body, key), 201);
    expect(expectStatus(await post(body, key), 201)).to.deep.equal(first);
    expect((await alice.get<FolderList>(`/v1/folders?parent_id=${parent_id}`)).body.folders).to.deep.equal([first]);
  });

  it('is 409 for another name or parent', async () => {
    const { id: parent_id } = await createFolder(alice);
    const [body, key] = [{ name: unique() }, keyed()];
    expectStatus(await post(body, key), 201);
    for (const change of [{ name: 'other' }, { parent_id }]) {
      expectReused(await post({ ...body, ...change }, key), {});
    }
  });

  it('makes one folder of 10 requests at once', async () => {
    const [body, key] = [{ name: unique() }, keyed()];
    const ids = await times(10, async () => expectStatus(await post(body, key), 201).id);
    expect(new Set(ids).size).to.equal(1);
  });
});

suite('idempotency: keys', ['alice'], ({ alice }) => {
  const posts = async (): Promise<[string, object | undefined][]> => {
    const { id } = await create(alice);
    return [
      ['/v1/documents', content()],
      ['/v1/folders', { name: 'x' }],
      [`/v1/documents/${id}/versions`, content()],
      [`/v1/documents/${id}/versions/1/restore`, undefined],
    ];
  };

  it('may be one for all kinds of requests, and is no matter on a delete', async () => {
    const key = keyed();
    const asked = await posts();
    for (const [path, body] of asked.slice(0, 3)) expectStatus(await alice.post(path, body, key), 201);
    const [path = ''] = asked[3] ?? [];
    expectError(await alice.post(path, undefined, key), 409, 'IDEMPOTENCY_KEY_REUSED');
    expectStatus(await alice.delete(path.replace(/\/versions.*/, ''), keyed('a b')), 204);
  });

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
