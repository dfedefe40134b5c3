import { expect } from 'chai';
import { expectStatus, type Answer, type Client, type Headers } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  listVersions,
  paragraph,
  put,
  read,
  unique,
  unknownId,
  type Created,
  type FolderList,
  type MadeFolder,
  type PutDocument,
} from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { deleteByKey, times } from './making.js';
import { bulk } from './bulk-lines.js';
import { suite } from './suite.js';

type Named = Answer<{ id: string }>;
type Send = (who: Client, body: object, headers?: Headers) => Promise<Named>;
/** A write to a document that is there, or not yet. Sends a whole body, with what is given. */
type Write = { name: string; send: Send };

const keyed = (key = unique()): Headers => ({ 'Idempotency-Key': key });

const foldersIn = async (who: Client, parent_id = ''): Promise<MadeFolder[]> =>
  expectStatus(await who.get<FolderList>(`/v1/folders?parent_id=${parent_id}`), 200).folders;

function writesTo(id: string, key: string): Write[] {
  const body = (more: object) => content(more);
  const path = `/v1/documents/${id}`;
  return [
    { name: 'push', send: (who, more, headers) => who.post(`${path}/versions`, body(more), headers) },
    { name: 'patch', send: (who, more, headers) => who.patch(path, { title: unique(), ...more }, headers) },
    { name: 'PUT', send: (who, more, headers) => who.put(keyPath(key), body(more), headers) },
  ];
}

const creating: Write = {
  name: 'create',
  send: (who, more, headers) => who.post('/v1/documents', content(more), headers),
};

suite('folder_path: in a body', ['alice', 'pusher', 'bob'], ({ alice, pusher, bob }) => {
  /** Every write that takes a folder. */
  const allWrites = async (): Promise<Write[]> => {
    const key = unique();
    const { id } = await put(alice, key, content());
    return [creating, ...writesTo(id, key)];
  };
  const folderOf = async ({ body: { id } }: Named): Promise<string> => (await read(alice, id)).folder_id;

  it('takes the folder of that path, the first made of a name', async () => {
    const name = unique();
    const first = await createFolder(alice, { name });
    await createFolder(alice, { name });
    const child = await createFolder(alice, { name: 'sub', parent_id: first.id });
    for (const { name: write, send } of await allWrites()) {
      const answer = await send(alice, { folder_path: `/${name}/sub` });
      expect([write, answer.status < 300, await folderOf(answer)]).to.deep.equal([write, true, child.id]);
    }
    expect(await foldersIn(alice, first.id)).to.have.length(1);
  });

  it('makes what is missing', async () => {
    for (const { name: write, send } of await allWrites()) {
      const { id, path } = await createFolder(alice);
      const answer = await send(alice, { folder_path: `${path}/a/b` });
      const [a] = await foldersIn(alice, id);
      const [b] = await foldersIn(alice, a?.id);
      expect([write, b?.path, b?.id]).to.deep.equal([write, `${path}/a/b`, await folderOf(answer)]);
    }
  });

  it('makes what is missing once, for twenty at once', async () => {
    const name = unique();
    const body = (): object => ({ ...content(), folder_path: `/${name}/a/b` });
    const half = () => put(alice, unique(), body());
    const other = () => create(alice, body());
    const made = await times(20, (n): Promise<Created> => (n % 2 ? half() : other()), 20);
    expect(new Set(made.map(({ folder_id }) => folder_id)).size).to.equal(1);
    const [top, ...others] = (await foldersIn(alice)).filter((each) => each.name === name);
    expect(others).to.deep.equal([]);
    const [a] = await foldersIn(alice, top?.id);
    const [b, ...more] = await foldersIn(alice, a?.id);
    expect([b?.id, b?.path, more]).to.deep.equal([made[0]?.folder_id, `/${name}/a/b`, []]);
  });

  it('is taken in each line of a bulk request', async () => {
    const folder_path = `/${unique()}`;
    const { id } = await create(alice);
    const document = content({ folder_path });
    const lines = [
      { op: 'create', document },
      { op: 'push', id, document },
      { op: 'patch', id: (await create(alice)).id, changes: { folder_path } },
      { op: 'put', key: unique(), document },
    ];
    const made = await Promise.all((await bulk(alice, lines)).map(({ body }) => read(alice, body?.id ?? '')));
    const [folder] = (await foldersIn(alice)).filter(({ path }) => path === folder_path);
    expect(made.map(({ folder_id }) => folder_id)).to.deep.equal(lines.map(() => folder?.id));
  });

  it('needs the role to make folders, and none to take them', async () => {
    const { id, path } = await createFolder(alice);
    for (const { send } of await allWrites()) {
      expect(await folderOf(await send(pusher, { folder_path: path }))).to.equal(id);
      const refused = await send(pusher, { folder_path: `${path}/new` });
      expect(expectError(refused, 403, 'INSUFFICIENT_ROLE')).to.deep.equal({ required: 'folders:write' });
    }
    expect(await foldersIn(alice, id)).to.deep.equal([]);
  });

  it('gives way to folder_id, and makes nothing then', async () => {
    const { id, path } = await createFolder(alice);
    const { id: other } = await createFolder(alice);
    for (const { send } of await allWrites()) {
      expect(await folderOf(await send(alice, { folder_id: other, folder_path: `${path}/new` }))).to.equal(other);
    }
    expect(await foldersIn(alice, id)).to.deep.equal([]);
  });

  it('counts as absent where it is null', async () => {
    const { id } = await createFolder(alice);
    for (const { send } of await allWrites()) {
      const answer = await send(alice, { folder_id: id, folder_path: null });
      expect(await folderOf(answer)).to.equal(id);
    }
  });

  it('is answered by a patch as the folder that it names', async () => {
    const folder_path = `/${unique()}`;
    const { id } = await create(alice);
    const answer = await alice.patch<Created>(`/v1/documents/${id}`, { folder_path });
    expect(expectStatus(answer, 200).folder_id).to.equal((await read(alice, id)).folder_id);
    const again = await alice.patch<PutDocument>(`/v1/documents/${id}`, { folder_path });
    expect(expectStatus(again, 200).version).to.equal(2);
  });

  const refused = ['', 'a', '/a/', '//', '/a//b', '/..', '/a/.', `/${'x'.repeat(256)}`, '/a\u0000', 1];
  for (const folder_path of [...refused, `/${unique()}${'/d'.repeat(200)}`]) {
    it(`refuses ${JSON.stringify(folder_path).slice(0, 20)}: 400`, async () => {
      for (const { send } of await allWrites()) expectInvalidAt(await send(alice, { folder_path }), '/folder_path');
    });
  }

  it('makes the same document again for a repeat with its Idempotency-Key, in the folder that the first one made', async () => {
    const folder_path = `/${unique()}/a`;
    for (const { name, send } of await allWrites()) {
      const [headers, body] = [keyed(), { title: 'same', folder_path: `${folder_path}${name}` }];
      const first = await send(alice, body, headers);
      const again = await send(alice, body, headers);
      expect([again.status < 300, again.body]).to.deep.equal([true, first.body]);
    }
  });

  it('answers a repeat as the first one after its folder was renamed, and makes no folder', async () => {
    const top = await createFolder(alice);
    for (const { name, send } of await allWrites()) {
      const { id } = await createFolder(alice, { name, parent_id: top.id });
      const [headers, body] = [keyed(), { title: 'same', folder_path: `${top.path}/${name}` }];
      const first = await send(alice, body, headers);
      expectStatus(await alice.patch(`/v1/folders/${id}`, { name: `${name} then` }), 200);
      const again = await send(alice, body, headers);
      expect([name, again.status < 300, again.body]).to.deep.equal([name, true, first.body]);
      const other = await send(alice, { ...body, folder_path: `${top.path}/${name} then` }, headers);
      expectError(other, 409, 'IDEMPOTENCY_KEY_REUSED');
      expect((await foldersIn(alice, top.id)).map((folder) => folder.name)).to.not.include(name);
    }
  });

  it('makes no folder for another owner, nor for a document that is not there', async () => {
    const { id: documentId } = await create(alice);
    const name = unique();
    const [push, patch] = writesTo(documentId, unique()) as [Write, Write];
    for (const { send } of [push, patch]) {
      expectError(await send(bob, { folder_path: `/${name}` }), 403, 'NOT_OWNER');
    }
    const [noPush, noPatch] = writesTo(unknownId(), unique()) as [Write, Write];
    for (const { send } of [noPush, noPatch]) {
      expectError(await send(bob, { folder_path: `/${name}` }), 404, 'DOCUMENT_NOT_FOUND');
    }
    expect((await foldersIn(bob)).filter((each) => each.name === name)).to.deep.equal([]);
  });
});

suite('folder_path: of a write that is refused', ['alice'], ({ alice }) => {
  /** A folder that must stay without folders. */
  const emptyFolder = async () => {
    const { id, path } = await createFolder(alice);
    return {
      folder_path: `${path}/stray`,
      expectEmpty: async () => expect(await foldersIn(alice, id)).to.deep.equal([]),
    };
  };

  it('makes no folder after 409 IDEMPOTENCY_KEY_REUSED', async () => {
    const key = unique();
    const { id } = await put(alice, key, content());
    for (const { name, send } of [creating, ...writesTo(id, key)]) {
      const { folder_path, expectEmpty } = await emptyFolder();
      const headers = keyed();
      expect([name, (await send(alice, {}, headers)).status < 300]).to.deep.equal([name, true]);
      expectError(await send(alice, { folder_path }, headers), 409, 'IDEMPOTENCY_KEY_REUSED');
      await expectEmpty();
    }
  });

  it('makes none after 409 for an Idempotency-Key of a document that is gone', async () => {
    const { folder_path, expectEmpty } = await emptyFolder();
    const [key, headers] = [unique(), keyed()];
    expectStatus(await alice.put(keyPath(key), content(), headers), 201);
    await deleteByKey(alice, key);
    const again = () => alice.put(keyPath(key), content({ folder_path }), headers);
    expectError(await again(), 409, 'IDEMPOTENCY_KEY_REUSED');
    await put(alice, key, content());
    expectError(await again(), 409, 'IDEMPOTENCY_KEY_REUSED');
    const created = expectStatus(await alice.post<Created>('/v1/documents', content(), headers), 201);
    expectStatus(await alice.delete(`/v1/documents/${created.id}`), 204);
    const creating = alice.post('/v1/documents', content({ folder_path }), headers);
    expectError(await creating, 409, 'IDEMPOTENCY_KEY_REUSED');
    await expectEmpty();
  });

  it('makes none after 412', async () => {
    const { folder_path, expectEmpty } = await emptyFolder();
    const key = unique();
    const { id } = await put(alice, key, content());
    for (const { send } of writesTo(id, key)) {
      expectError(await send(alice, { folder_path }, { 'If-Match': '"7"' }), 412, 'PRECONDITION_FAILED');
    }
    const putAt = (where: string, headers: Headers) => alice.put(keyPath(where), content({ folder_path }), headers);
    expectError(await putAt(key, { 'If-None-Match': '*' }), 412, 'PRECONDITION_FAILED');
    expectError(await putAt(unique(), { 'If-Match': '*' }), 412, 'PRECONDITION_FAILED');
    await expectEmpty();
  });

  it('makes none where tags and title together are too much, those of the version before too', async () => {
    const { folder_path, expectEmpty } = await emptyFolder();
    const tags = Array.from({ length: 1_000 }, (_, n) => `t${n}`);
    const { id } = await create(alice, { title: 't', metadata: { tags } });
    const title = 'x'.repeat(400);
    expectInvalidAt(await alice.patch(`/v1/documents/${id}`, { title, folder_path }), '/metadata/tags');
    const blocks = [paragraph()];
    expectInvalidAt(await alice.patch(`/v1/documents/${id}`, { title, blocks, folder_path }), '/metadata/tags');
    const body = content({ title, metadata: { tags }, folder_path });
    expectInvalidAt(await alice.post('/v1/documents', body), '/metadata/tags');
    expectInvalidAt(await alice.put(keyPath(unique()), body), '/metadata/tags');
    await expectEmpty();
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });
});
