import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  create,
  createFolder,
  searchFor,
  unique,
  type Created,
  type FolderList,
  type FoundPage,
  type MadeFolder,
} from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { query } from './making.js';
import { suite } from './suite.js';

type Listed = { documents: Created[]; next_cursor: string | null };

suite('folder_path: in a query', ['alice', 'bob'], ({ alice, bob }) => {
  let top: MadeFolder;
  let sub: MadeFolder;
  let inTop: Created;
  let inSub: Created;
  const title = unique();
  before(async () => {
    top = await createFolder(alice, { name: unique() });
    sub = await createFolder(alice, { name: 'ü b', parent_id: top.id });
    inTop = await create(alice, { title, folder_id: top.id });
    inSub = await create(alice, { title, folder_id: sub.id });
  });

  /** From all pages: one that is empty may have a cursor. */
  const listed = async (parameters: Record<string, string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const asked = query({ ...parameters, limit: 200, cursor });
      const page: Listed = expectStatus(await alice.get<Listed>(`/v1/documents?${asked}`), 200);
      ids.push(...page.documents.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  };
  const found = async (parameters: Record<string, string>): Promise<FoundPage> =>
    expectStatus(await alice.get<FoundPage>(searchFor({ q: title, ...parameters })), 200);
  const folders = async (parameters: Record<string, string>): Promise<string[]> =>
    expectStatus(await alice.get<FolderList>(`/v1/folders?${query(parameters)}`), 200).folders.map(({ id }) => id);

  it('names the folder of a list and of a search, which answers with its identifier', async () => {
    expect(await listed({ folder_path: top.path })).to.deep.equal([inTop.id]);
    expect(await listed({ folder_path: sub.path })).to.deep.equal([inSub.id]);
    expect(await listed({ folder_path: top.path, recursive: 'true' })).to.have.members([inTop.id, inSub.id]);
    const { results, folder_id } = await found({ folder_path: sub.path });
    expect([results.map(({ id }) => id), folder_id]).to.deep.equal([[inSub.id], sub.id]);
    expect(await folders({ folder_path: top.path })).to.deep.equal([sub.id]);
  });

  it('names the root with a slash', async () => {
    const { id } = await create(alice, { title });
    expect((await found({ folder_path: '/' })).results.map((each) => each.id)).to.deep.equal([id]);
    expect(await folders({ folder_path: '/' })).to.include(top.id);
  });

  it('counts as absent where it is empty', async () => {
    expect((await found({ folder_path: '' })).count).to.be.at.least(2);
    expect(await folders({ folder_path: '' })).to.include(top.id);
  });

  it('gives way to the identifier', async () => {
    const path = `/${unique()}`;
    expect(await listed({ folder_id: top.id, folder_path: path })).to.deep.equal([inTop.id]);
    expect((await found({ folder_id: top.id, folder_path: path })).folder_id).to.equal(top.id);
    expect(await folders({ parent_id: top.id, folder_path: path })).to.deep.equal([sub.id]);
  });

  it('is 404 where there is no such folder, and makes none', async () => {
    for (const folder_path of [
      `${top.path}/none`,
      `${sub.path}/a/b`,
      `/${unique()}`,
      `/${unique()}${'/d'.repeat(200)}`,
    ]) {
      for (const path of ['/v1/documents?', '/v1/folders?', `/v1/documents/search?q=${title}&`]) {
        const answer = await alice.get<{ error: { message: string } }>(path + query({ folder_path }));
        expectError(answer, 404, 'FOLDER_NOT_FOUND');
        expect(answer.body.error.message).to.include(folder_path.slice(0, 100));
      }
    }
    expect(await folders({ parent_id: top.id })).to.deep.equal([sub.id]);
    expect(await folders({ parent_id: sub.id })).to.deep.equal([]);
    expectError(await bob.get(`/v1/documents?${query({ folder_path: top.path })}`), 404, 'FOLDER_NOT_FOUND');
  });

  it('finds a folder at once', async () => {
    const { id, path } = await createFolder(alice, { parent_id: sub.id });
    expect((await found({ folder_path: path })).folder_id).to.equal(id);
  });

  for (const folder_path of ['a', '/a/', '//', '/..']) {
    it(`refuses ${folder_path}: 400`, async () => {
      for (const path of ['/v1/documents?', '/v1/folders?', '/v1/documents/search?']) {
        expectInvalidAt(await alice.get(path + query({ folder_path })), '/folder_path');
      }
    });
  }

  it('is looked for after a search without a query was refused', async () => {
    expectError(await alice.get(`/v1/documents/search?folder_path=/${unique()}`), 422, 'QUERY_REQUIRED');
  });
});
