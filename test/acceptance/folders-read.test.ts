import { expect } from 'chai';
import { expectStatus, header } from '../http/client.js';
import { create, createFolder, listFolders, unique, unknownId, type MadeFolder } from '../http/making.js';
import { expectError, expectInvalid, expectInvalidAt } from './expecting.js';
import { suite } from './suite.js';

const at = (id: string) => `/v1/folders/${id}`;
const byPath = (path: string) => `/v1/folders/by-path${encodeURI(path)}`;

suite('folders: read', ['alice', 'bob', 'reader', 'writer'], ({ alice, bob, reader, writer }) => {
  it('answers as the create did, with its revision as entity tag', async () => {
    const { id: parent_id } = await createFolder(alice);
    const made = await createFolder(alice, { parent_id });
    expect(made).to.include({ revision: 1, updated_at: made.created_at });
    const answer = await reader.get<MadeFolder>(at(made.id));
    expect(expectStatus(answer, 200)).to.deep.equal(made);
    expect(header(answer, 'ETag')).to.equal('"1"');
    expect((await alice.get(at(made.id), { 'If-None-Match': '"2"' })).status).to.equal(200);
  });

  it('is 404 for one that is unknown, malformed or of another owner, and 403 without the role', async () => {
    const { id, path } = await createFolder(bob);
    for (const each of [unknownId(), id, 'x']) expectError(await alice.get(at(each)), 404, 'FOLDER_NOT_FOUND');
    expectError(await alice.get(byPath(path)), 404, 'FOLDER_NOT_FOUND');
    expect(expectError(await writer.get(at(id)), 403, 'INSUFFICIENT_ROLE')).to.deep.equal({ required: 'folders:read' });
    expectError(await writer.get(byPath(path)), 403, 'INSUFFICIENT_ROLE');
  });

  it('is 404 for a malformed escape as an identifier, and 400 as a path', async () => {
    expectError(await alice.get('/v1/folders/%ff'), 404, 'FOLDER_NOT_FOUND');
    expectError(await alice.patch('/v1/folders/%ff', { name: 'x' }), 404, 'FOLDER_NOT_FOUND');
    for (const path of ['%ff', 'A/%ff']) expectInvalidAt(await alice.get(`/v1/folders/by-path/${path}`), '/path');
  });

  it('is 400 for the root', async () => {
    const { folder_id } = await create(alice);
    expectInvalid(await alice.get(at(folder_id)));
  });

  it('finds a folder of any name by its path', async () => {
    for (const name of ['a b', 'é', '\u{1f600}', '%2f', '?&#', '__proto__', 'by-path', '...']) {
      const top = await createFolder(alice);
      const made = await createFolder(alice, { name, parent_id: top.id });
      const path = [top.name, name].map(encodeURIComponent).join('/');
      const answer = await alice.get<MadeFolder>(`/v1/folders/by-path/${path}`);
      expect(expectStatus(answer, 200)).to.deep.equal(made);
      expect(header(answer, 'ETag')).to.equal('"1"');
    }
  });

  it('finds of twins the one that was made first, also after that was moved here later', async () => {
    const { id: parent_id, path } = await createFolder(alice);
    const first = await createFolder(alice, { name: 'elsewhere' });
    const second = await createFolder(alice, { name: 'twin', parent_id });
    await createFolder(alice, { name: 'twin', parent_id });
    const found = async () => expectStatus(await alice.get<MadeFolder>(byPath(`${path}/twin`)), 200).id;
    expect(await found()).to.equal(second.id);
    expectStatus(await alice.patch(at(first.id), { name: 'twin', parent_id }), 200);
    expect(await found()).to.equal(first.id);
  });

  it('is 404 for a path with a name that is missing, and 400 for what is no path', async () => {
    const { path } = await createFolder(alice);
    for (const missing of [`${path}/x`, `/${unique()}`, `/${unique()}/x`]) {
      expectError(await alice.get(byPath(missing)), 404, 'FOLDER_NOT_FOUND');
    }
    for (const bad of [`${path}/`, `${path}//x`, `/${'x'.repeat(256)}`, `${path}/a%00`, `/x${'/d'.repeat(2_100)}`]) {
      expectInvalidAt(await alice.get(`/v1/folders/by-path${bad}`), '/path');
    }
  });

  it('lists folders with revision and time of the last change', async () => {
    const { id: parent_id } = await createFolder(alice);
    const { id } = await createFolder(alice, { parent_id });
    const changed = expectStatus(await alice.patch<MadeFolder>(at(id), { name: unique() }), 200);
    expect(await listFolders(alice, `?parent_id=${parent_id}`)).to.deep.equal([changed]);
  });
});
