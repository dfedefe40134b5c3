import { expect } from 'chai';
import { expectStatus, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  listFolders,
  put,
  read,
  search,
  unique,
  unknownId,
  versionsOf,
} from '../http/making.js';
import { expectError, expectInvalid } from './expecting.js';
import { suite } from './suite.js';

const at = (id: string) => `/v1/folders/${id}`;
const allBelow = (id: string) => `${at(id)}?recursive=true`;

async function expectGone(client: Client, id: string): Promise<void> {
  for (const path of [at(id), `/v1/folders?parent_id=${id}`, `/v1/documents?folder_id=${id}`]) {
    expectError(await client.get(path), 404, 'FOLDER_NOT_FOUND');
  }
  expectError(await client.get(`/v1/documents/search?q=x&folder_id=${id}`), 404, 'FOLDER_NOT_FOUND');
  expectError(await client.patch(at(id), { name: 'x' }), 404, 'FOLDER_NOT_FOUND');
  expectError(await client.delete(at(id)), 404, 'FOLDER_NOT_FOUND');
  expectError(await client.delete(allBelow(id)), 404, 'FOLDER_NOT_FOUND');
  expectError(await client.post('/v1/folders', { name: 'x', parent_id: id }), 404, 'FOLDER_NOT_FOUND');
  expectError(await client.post('/v1/documents', content({ folder_id: id })), 404, 'FOLDER_NOT_FOUND');
}

suite('folders: delete', ['alice', 'bob', 'reader', 'writer', 'pusher'], ({ alice, bob, reader, pusher }) => {
  it('takes an empty folder away', async () => {
    const { id: parent_id } = await createFolder(alice);
    const { id } = await createFolder(alice, { parent_id });
    expectStatus(await alice.delete(at(id)), 204);
    await expectGone(alice, id);
    expect(await listFolders(alice, `?parent_id=${parent_id}`)).to.deep.equal([]);
    expectStatus(await alice.delete(`${at(parent_id)}?recursive=false`), 204);
  });

  it('is 409 for one that is not empty, and says of what', async () => {
    const { id } = await createFolder(alice);
    const document = await create(alice, { folder_id: id });
    const details = async () => expectError(await alice.delete(at(id)), 409, 'FOLDER_NOT_EMPTY');
    expect(await details()).to.deep.equal({ folders: false, documents: true });
    const { id: low } = await createFolder(alice, { parent_id: id });
    expect(await details()).to.deep.equal({ folders: true, documents: true });
    expectStatus(await alice.delete(`/v1/documents/${document.id}`), 204);
    expect(await details()).to.deep.equal({ folders: true, documents: false });
    expectStatus(await alice.delete(at(low)), 204);
    expectStatus(await alice.delete(at(id)), 204);
  });

  it('is never refused as not empty for a rename at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [free, bound] = [await createFolder(alice), await createFolder(alice)];
      const renamed = [free, bound].map(({ id }) => alice.patch(at(id), { name: unique() }));
      const [freely, boundly] = await Promise.all([
        alice.delete(at(free.id)),
        alice.delete(at(bound.id), { 'If-Match': '"1"' }),
      ]);
      expectStatus(freely, 204);
      const patched = await Promise.all(renamed);
      expect(patched.map(({ status }) => status)).to.satisfy((all: number[]) =>
        all.every((s) => s === 200 || s === 404),
      );
      if (boundly.status === 204) continue;
      expect(expectError(boundly, 412, 'PRECONDITION_FAILED')).to.deep.equal({ revision: 2 });
    }
  });

  it('is possible when the last document has moved away, also by a folder that moves', async () => {
    const { id } = await createFolder(alice);
    const { id: low } = await createFolder(alice, { parent_id: id });
    const document = await create(alice, { folder_id: id });
    expectStatus(await alice.patch(`/v1/documents/${document.id}`, { folder_id: low }), 200);
    expectStatus(await alice.patch(at(low), { parent_id: null }), 200);
    expectStatus(await alice.delete(at(id)), 204);
    expect(await read(alice, document.id)).to.include({ folder_id: low });
  });

  it('takes all below away with recursive=true, at once and everywhere', async () => {
    const top = await createFolder(alice);
    const low = await createFolder(alice, { parent_id: top.id });
    const [key, tag] = [unique(), unique()];
    const metadata = { tags: [tag] };
    const { id } = await create(alice, { folder_id: low.id, metadata, visibility: 'public' });
    const { id: keyed } = await put(alice, key, content({ folder_id: top.id, metadata }));
    expectStatus(await alice.delete(allBelow(top.id)), 204);
    await expectGone(alice, top.id);
    await expectGone(alice, low.id);
    for (const each of [id, keyed]) {
      for (const path of [`/v1/documents/${each}`, versionsOf(each), `${versionsOf(each)}/1`]) {
        expectError(await alice.get(path), 404, 'DOCUMENT_NOT_FOUND');
      }
      expectError(await alice.post(versionsOf(each), content()), 404, 'DOCUMENT_NOT_FOUND');
      expectError(await alice.patch(`/v1/documents/${each}`, { folder_path: '/' }), 404, 'DOCUMENT_NOT_FOUND');
      expectError(await alice.delete(`/v1/documents/${each}`), 404, 'DOCUMENT_NOT_FOUND');
    }
    expect((await alice.get(`/d/${id}`)).status).to.equal(404);
    expectError(await alice.get(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
    expect((await search(alice, { tag })).results).to.deep.equal([]);
    expect((await alice.get(`/v1/documents?key_prefix=${key}`)).text).to.include('"documents":[]');
  });

  it('frees keys at once', async () => {
    const [{ id }, key] = [await createFolder(alice), unique()];
    const former = await put(alice, key, content({ folder_id: id }));
    expectStatus(await alice.delete(allBelow(id)), 204);
    const { id: next, result } = await put(alice, key, content());
    expect([result, next === former.id]).to.deep.equal(['created', false]);
    expect((await read(alice, next)).key).to.equal(key);
  });

  it('lets folder_path make the folder anew, under another identifier, each time', async () => {
    const folder_path = `/${unique()}/a/b`;
    const seen = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const { folder_id, id } = await create(alice, { folder_path });
      expect(seen.has(folder_id)).to.equal(false);
      seen.add(folder_id);
      const top = (await listFolders(alice)).find(({ path }) => folder_path.startsWith(`${path}/`));
      if (n % 2) expectStatus(await alice.delete(allBelow(top!.id)), 204);
      else {
        expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
        expectStatus(await alice.delete(at(folder_id)), 204);
      }
      expectError(await alice.get(`/v1/folders/by-path${folder_path}`), 404, 'FOLDER_NOT_FOUND');
    }
    const moved = await create(alice, { folder_path });
    expectStatus(await alice.patch(at(moved.folder_id), { name: 'elsewhere' }), 200);
    expect((await create(alice, { folder_path })).folder_id).not.to.equal(moved.folder_id);
  });

  it('needs folders:write, and documents:write for all below', async () => {
    const { id } = await createFolder(alice);
    expect(expectError(await reader.delete(at(id)), 403, 'INSUFFICIENT_ROLE')).to.deep.equal({
      required: 'folders:write',
    });
    expectError(await pusher.delete(allBelow(id)), 403, 'INSUFFICIENT_ROLE');
    expect((await alice.get(at(id))).status).to.equal(200);
  });

  it('passes with the entity tag of the folder', async () => {
    for (const path of [at, allBelow]) {
      const { id } = await createFolder(alice);
      expectStatus(await alice.delete(path(id), { 'If-Match': '"1"' }), 204);
    }
  });

  it('is 404 for one that is unknown or of another owner, 400 for the root and for another value of recursive', async () => {
    const [{ id }, { folder_id }] = [await createFolder(bob), await create(alice)];
    for (const each of [unknownId(), id, 'x']) {
      expectError(await alice.delete(at(each)), 404, 'FOLDER_NOT_FOUND');
      expectError(await alice.delete(allBelow(each)), 404, 'FOLDER_NOT_FOUND');
    }
    expectInvalid(await alice.delete(at(folder_id)));
    expectInvalid(await alice.delete(allBelow(folder_id)));
    expectInvalid(await alice.delete(`${at(id)}?recursive=yes`));
    expect((await bob.get(at(id))).status).to.equal(200);
  });
});
