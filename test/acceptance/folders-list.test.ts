import { expect } from 'chai';
import { expectStatus, type Client } from '../http/client.js';
import { create, createFolder, unique, unknownId, type FolderList, type MadeFolder } from '../http/making.js';
import { expectError, expectInvalidAt } from './expecting.js';
import { query, times } from './making.js';
import { suite } from './suite.js';

async function list(client: Client, parameters: Record<string, string | number> = {}): Promise<MadeFolder[]> {
  return expectStatus(await client.get<FolderList>(`/v1/folders?${query(parameters)}`), 200).folders;
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

suite('folders: list', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers the folders as create answered them, directly under a parent', async () => {
    const parent = await createFolder(alice);
    const child = await createFolder(alice, { parent_id: parent.id });
    await createFolder(alice, { parent_id: child.id });
    const answer = await alice.get(`/v1/folders?parent_id=${parent.id}`);
    expect(expectStatus(answer, 200)).to.deep.equal({ folders: [child] });
  });

  it('answers the root-level folders without a parent, and the root folder not', async () => {
    const { folder_id } = await create(alice);
    const made = await createFolder(alice);
    const nested = await createFolder(alice, { parent_id: made.id });
    const ids = (await list(alice)).map((folder) => folder.id);
    expect(ids).to.include(made.id);
    expect(ids).not.to.include(nested.id).and.not.include(folder_id);
  });

  it('has only root-level folders without a parent', async () => {
    const { id: parent_id } = await createFolder(alice);
    await createFolder(alice, { parent_id });
    const folders = await list(alice);
    expect(folders).not.to.be.empty;
    for (const folder of folders) expect(folder).to.include({ parent_id: null, depth: 0 });
  });

  it('takes an empty parent_id and the root folder as no parent', async () => {
    const { folder_id } = await create(alice);
    const { id } = await createFolder(alice);
    const whole = await list(alice);
    expect(whole.map((folder) => folder.id)).to.include(id);
    expect(await list(alice, { parent_id: '' })).to.deep.equal(whole);
    expect(await list(alice, { parent_id: folder_id })).to.deep.equal(whole);
  });

  it('is empty for a folder without folders', async () => {
    const { id } = await createFolder(alice);
    await create(alice, { folder_id: id });
    expect(await list(alice, { parent_id: id })).to.deep.equal([]);
  });

  it("is 404 for a parent that is unknown, cannot be one or is another owner's", async () => {
    const [{ id }, { folder_id }] = [await createFolder(bob), await create(bob)];
    for (const parent of [unknownId(), 'x', '%2e%2e', id, folder_id]) {
      expectError(await alice.get(`/v1/folders?parent_id=${parent}`), 404, 'FOLDER_NOT_FOUND');
    }
  });

  it('does not show the folders of another owner', async () => {
    const { id } = await createFolder(bob);
    expect((await list(alice)).map((folder) => folder.id)).not.to.include(id);
  });

  it('is in the order of names in UTF-8 bytes', async () => {
    const { id: parent_id } = await createFolder(alice);
    const names = ['b', 'B', 'a', 'Z', '10', '9', 'é', 'e\u0301', 'z', '\u{1f600}', '\uff61', 'ab', 'a b', '_', 'ß'];
    for (const name of names) await createFolder(alice, { name, parent_id });
    expect((await list(alice, { parent_id })).map((folder) => folder.name)).to.deep.equal(names.sort(byBytes));
  });

  it('puts equal names in the order of identifiers', async () => {
    const { id: parent_id } = await createFolder(alice);
    const made = await times(8, () => createFolder(alice, { name: 'same', parent_id }));
    expect((await list(alice, { parent_id })).map((folder) => folder.id)).to.deep.equal(
      made.map((folder) => folder.id).sort(byBytes),
    );
  });

  it('has a folder as soon as its 201 was there, 20 times', async () => {
    const { id: parent_id } = await createFolder(alice);
    for (let n = 1; n <= 20; n++) {
      const { id } = await createFolder(alice, { parent_id });
      const ids = (await list(alice, { parent_id })).map((folder) => folder.id);
      expect(ids).to.have.length(n).and.include(id);
    }
  });
});

suite('folders: pages of a list', ['alice'], ({ alice }) => {
  let parent_id: string;
  before(async () => {
    ({ id: parent_id } = await createFolder(alice));
    await times(60, (n) => createFolder(alice, { name: `${100 + n}`, parent_id }));
  });

  it('are not cut unless asked', async () => {
    expect(await list(alice, { parent_id })).to.have.length(60);
  });

  it('are cut by limit and offset', async () => {
    const names = async (limit: number, offset: number): Promise<string[]> =>
      (await list(alice, { parent_id, limit, offset })).map((folder) => folder.name);
    expect(await names(2, 0)).to.deep.equal(['100', '101']);
    expect(await names(3, 57)).to.deep.equal(['157', '158', '159']);
    expect(await names(1_000, 58)).to.deep.equal(['158', '159']);
    expect(await names(5, 2_147_483_647)).to.deep.equal([]);
  });

  it('begin at an offset without a limit', async () => {
    expect(await list(alice, { parent_id, offset: 50 })).to.have.length(10);
  });

  for (const bad of [
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'offset=-1',
    'offset=0.5',
    'offset=x',
    'offset=1.0',
    'offset=2147483648',
  ]) {
    it(`refuse ${bad}`, async () => {
      expectInvalidAt(await alice.get(`/v1/folders?${bad}`), `/${bad.split('=')[0]}`);
    });
  }

  for (const twice of ['limit=1&limit=1', 'offset=1&offset=1', 'parent_id=&parent_id=']) {
    it(`refuse a parameter given twice: ${twice}`, async () => {
      expectInvalidAt(await alice.get(`/v1/folders?${twice}`), `/${twice.split('=')[0]}`);
    });
  }

  it('ignore unknown parameters', async () => {
    expectStatus(await alice.get(`/v1/folders?name=${unique()}&x=1&x=2`), 200);
  });
});
