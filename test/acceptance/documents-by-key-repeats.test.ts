import { createHash } from 'node:crypto';
import { expect } from 'chai';

import type { HeaderFields } from './client.js';
import { expectError, expectInvalidAt, expectStatus, header } from './expecting.js';
import {
  createDocument,
  createFolder,
  deleteByKey,
  documentBody,
  getByKey,
  keyPath,
  listVersions,
  putByKey,
  times,
  unique,
  type PutAnswer,
} from './making.js';
import type { FolderBody, FolderListBody } from './shapes.js';
import { suite } from './suite.js';

const keyed = (key = unique()): HeaderFields => ({ 'Idempotency-Key': key });

suite('documents: by key, repeated', ['alice', 'limited'], ({ alice, limited }) => {
  const put = (key: string, body: object, headers: HeaderFields = {}) =>
    alice.put<PutAnswer>(keyPath(key), body, headers);

  it('answers a repeat with an Idempotency-Key as the first time, after later versions too', async () => {
    const [key, first, second] = [unique(), keyed(), keyed()];
    const [one, two] = [documentBody(), documentBody()];
    const made = expectStatus(await put(key, one, first), 201);
    const updated = expectStatus(await put(key, two, second), 200);
    await putByKey(alice, key, documentBody());
    expect(expectStatus(await put(key, one, first), 201)).to.deep.equal(made);
    expect(expectStatus(await put(key, two, second), 200)).to.deep.equal(updated);
    expect((await listVersions(alice, made.id)).current_version).to.equal(3);
    expect(expectError(await put(key, two, first), 409, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({
      document_id: made.id,
    });
  });

  it('refuses an Idempotency-Key whose document was deleted, also when a new one was made', async () => {
    const [key, body, repeat, other] = [unique(), documentBody(), keyed(), keyed()];
    const { id } = expectStatus(await put(key, body, repeat), 201);
    expectStatus(await put(key, documentBody(), other), 200);
    await deleteByKey(alice, key);
    const refused = async (): Promise<void> => {
      for (const used of [repeat, other]) {
        const details = expectError(await put(key, body, used), 409, 'IDEMPOTENCY_KEY_REUSED');
        expect(details).to.deep.equal({ document_id: id });
      }
    };
    await refused();
    const next = await putByKey(alice, key, documentBody());
    expect(next.id).not.to.equal(id);
    await refused();
    await deleteByKey(alice, key);
    await putByKey(alice, key, documentBody());
    await refused();
    expect((await listVersions(alice, (await getByKey(alice, key)).id)).current_version).to.equal(1);
  });

  it('uses one unit of the quota for a new document, and none for a version', async () => {
    const keys = [unique(), unique(), unique()] as const;
    const used = (key: string) => limited.put<PutAnswer>(keyPath(key), documentBody());
    for (const [n, key] of keys.entries()) expect(header(await used(key), 'X-Quota-Used')).to.equal(`${n + 1}`);
    const refused = await used(unique());
    expect(expectError(refused, 403, 'QUOTA_EXCEEDED')).to.deep.equal({ used: 3, limit: 3 });
    expect(header(refused, 'X-Quota-Used')).to.equal('3');
    expect(expectStatus(await used(keys[0]), 200).result).to.equal('updated');
    await deleteByKey(limited, keys[0]);
    expectError(await used(keys[0]), 403, 'QUOTA_EXCEEDED');
  });
});

suite('documents: by key, folder_path', ['alice', 'pusher'], ({ alice, pusher }) => {
  const folders = async (parent_id: string): Promise<FolderBody[]> =>
    expectStatus(await alice.get<FolderListBody>(`/v1/folders?parent_id=${parent_id}`), 200).folders;

  it('takes the folder of that path, the first made of a name', async () => {
    const name = unique();
    const first = await createFolder(alice, { name });
    await createFolder(alice, { name });
    const child = await createFolder(alice, { name: 'sub', parent_id: first.id });
    const made = await putByKey(alice, unique(), { ...documentBody(), folder_path: `/${name}/sub` });
    expect(made.folder_id).to.equal(child.id);
    expect(await folders(first.id)).to.have.length(1);
  });

  it('makes what is missing, once, for twenty at once', async () => {
    const name = unique();
    const body = (): object => ({ ...documentBody(), folder_path: `/${name}/a/b` });
    const made = await times(20, () => putByKey(alice, unique(), body()), 20);
    expect(new Set(made.map(({ folder_id }) => folder_id)).size).to.equal(1);
    const tops = expectStatus(await alice.get<FolderListBody>('/v1/folders'), 200).folders;
    const [top, ...others] = tops.filter((each) => each.name === name);
    expect(others).to.deep.equal([]);
    const [a] = await folders(top?.id ?? '');
    const [b, ...more] = await folders(a?.id ?? '');
    expect([b?.id, b?.path, more]).to.deep.equal([made[0]?.folder_id, `/${name}/a/b`, []]);
  });

  it('needs the role to make folders, and none to take them', async () => {
    const { id, path } = await createFolder(alice);
    const put = (folder_path: string) => pusher.put<PutAnswer>(keyPath(unique()), { ...documentBody(), folder_path });
    expect(expectStatus(await put(path), 201).folder_id).to.equal(id);
    expect(expectError(await put(`${path}/new`), 403, 'INSUFFICIENT_ROLE')).to.deep.equal({
      required: 'folders:write',
    });
    expect(await folders(id)).to.deep.equal([]);
  });

  for (const folder_path of ['', 'a', '/a/', '//', '/a//b', '/..', '/a/.', `/${'x'.repeat(256)}`, '/a\u0000', 1]) {
    it(`refuses ${JSON.stringify(folder_path).slice(0, 20)}: 400`, async () => {
      const put = alice.put(keyPath(unique()), { ...documentBody(), folder_path });
      expectInvalidAt(await put, '/folder_path');
    });
  }

  it('makes no folder for a PUT that is refused', async () => {
    const key = unique();
    await putByKey(alice, key, documentBody());
    const { id, path } = await createFolder(alice);
    const put = (where: string, headers: HeaderFields) =>
      alice.put(keyPath(where), { ...documentBody(), folder_path: `${path}/new` }, headers);
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '"7"' }]) {
      expectError(await put(key, headers), 412, 'PRECONDITION_FAILED');
    }
    expectError(await put(unique(), { 'If-Match': '*' }), 412, 'PRECONDITION_FAILED');
    expect(await folders(id)).to.deep.equal([]);
  });

  it('refuses a path beside folder_id, and one that is too deep', async () => {
    const { folder_id } = await createDocument(alice);
    const put = (more: object) => alice.put(keyPath(unique()), { ...documentBody(), ...more });
    expectInvalidAt(await put({ folder_id, folder_path: '/' }), '/folder_path');
    expectInvalidAt(await put({ folder_path: `/${unique()}${'/d'.repeat(200)}` }), '/folder_path');
  });
});

suite('documents: content hash', ['alice'], ({ alice }) => {
  /** Written by hand: names sorted, no blanks, numbers as ECMAScript writes them. */
  const vectors: [object, string][] = [
    [{ title: 'A', blocks: [] }, '{"blocks":[],"content_type":"markdown","metadata":null,"title":"A"}'],
    [
      {
        title: 'ü "\u20ac" \u0007',
        content_type: 'text',
        metadata: { '\u00e9': 1e21, b: [1.0, -0, 0.000001, 1e-7], a: { '10': true, '2': null } },
        blocks: [
          { type: 'divider', content: '---' },
          { type: 'image', content: '/', metadata: { z: '', alt: '\ud83d\ude00' } },
        ],
      },
      '{"blocks":[{"content":"","metadata":null,"type":"divider"},' +
        '{"content":"/","metadata":{"alt":"\ud83d\ude00","z":""},"type":"image"}],' +
        '"content_type":"text","metadata":{"a":{"10":true,"2":null},"b":[1,0,0.000001,1e-7],"\u00e9":1e+21},' +
        '"title":"ü \\"\u20ac\\" \\u0007"}',
    ],
  ];
  for (const [body, canonical] of vectors) {
    it(`is the SHA-256 of ${canonical.slice(0, 40)}…`, async () => {
      const { content_hash } = await putByKey(alice, unique(), body);
      expect(content_hash).to.equal(createHash('sha256').update(canonical).digest('hex'));
    });
  }
});
