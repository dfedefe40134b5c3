import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Client } from './client.js';
import { create, createFolder, listFolders, search, unique, unknownId, type Folder } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('folders', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are created at the root level where no parent is named', async () => {
    const before = new Date().toISOString();
    const made = await createFolder(alice, { name: 'Notes' });
    expect(made).to.deep.include({ name: 'Notes', parent_id: null, path: '/Notes', depth: 0 });
    expect(made.id).to.match(/^[0-9A-Za-z]{24}$/);
    expect(made.created_at >= before).to.equal(true);
  });

  it('are created inside others', async () => {
    const one = await createFolder(alice, { name: 'one' });
    const two = await createFolder(alice, { name: 'two', parent_id: one.id });
    const three = await createFolder(alice, { name: 'three', parent_id: two.id });
    expect(two).to.deep.include({ parent_id: one.id, path: '/one/two', depth: 1 });
    expect(three).to.deep.include({ parent_id: two.id, path: '/one/two/three', depth: 2 });
  });

  it('know the root by the identifier that documents carry, everywhere a folder is named', async () => {
    const carol = await api.caller();
    const document = await create(carol);
    const root = document.folder_id;
    expect((await create(carol)).folder_id).to.equal(root);
    expect((await create(carol, { folder_id: root })).folder_id).to.equal(root);
    const made = await createFolder(carol, { parent_id: root });
    expect(made).to.deep.include({ parent_id: null, depth: 0 });
    expect(await listFolders(carol)).to.deep.equal([made]);
    expect(await listFolders(carol, `?parent_id=${root}`)).to.deep.equal([made]);
    expect((await search(carol, { q: document.title, folder_id: root })).count).to.equal(1);
    expect((await create(await api.caller())).folder_id).not.to.equal(root);
  });

  it('hold documents', async () => {
    const { id } = await createFolder(alice);
    expect((await create(alice, { folder_id: id })).folder_id).to.equal(id);
  });

  it('are listed directly below their parent, by name in UTF-8 bytes, then by identifier', async () => {
    const { id: parent } = await createFolder(alice);
    const names = ['b', '\u{1f600}', 'B', '\uffee', 'a', 'b', 'é'];
    const made: Folder[] = [];
    for (const name of names) made.push(await createFolder(alice, { name, parent_id: parent }));
    await createFolder(alice, { name: 'below', parent_id: made[0]?.id });
    const key = ({ name, id }: Folder) => Buffer.from(`${name}\0${id}`);
    const sorted = made.toSorted((a, b) => Buffer.compare(key(a), key(b)));
    expect(await listFolders(alice, `?parent_id=${parent}`)).to.deep.equal(sorted);
    expect(await listFolders(alice, `?parent_id=${parent}&limit=2&offset=1`)).to.deep.equal(sorted.slice(1, 3));
    expect(await listFolders(alice, `?parent_id=${parent}&offset=7`)).to.deep.equal([]);
    expect(await listFolders(alice, `?parent_id=${parent}&offset=2147483647`)).to.deep.equal([]);
  });

  it('are in every list that starts after their 201', async () => {
    const { id: parent } = await createFolder(alice);
    for (let i = 1; i <= 10; i++) {
      await createFolder(alice, { parent_id: parent });
      expect(await listFolders(alice, `?parent_id=${parent}`)).to.have.length(i);
    }
  });

  it('of one name may be many', async () => {
    const { id: parent } = await createFolder(alice);
    await createFolder(alice, { name: 'same', parent_id: parent });
    await createFolder(alice, { name: 'same', parent_id: parent });
    expect(await listFolders(alice, `?parent_id=${parent}`)).to.have.length(2);
  });

  it('have names of 1 to 255 code points', async () => {
    for (const name of ['x', '\u{1f600}'.repeat(255), ' ', '...', '.a', 'a\\b', '~', '%2f']) {
      expect(await createFolder(alice, { name })).to.deep.include({ name, path: `/${name}` });
    }
  });

  it('have no other names', async () => {
    const wrong = [
      '',
      '\u{1f600}'.repeat(256),
      'a/b',
      '/',
      '.',
      '..',
      'a\nb',
      '\u0000',
      'a\u007f',
      '\u0085',
      5,
      null,
      undefined,
    ];
    for (const name of wrong) {
      expect(expectInvalid(await alice.post('/v1/folders', { name })), String(name)).to.deep.equal(['/name']);
    }
  });

  it('are at most 100 deep', async () => {
    let parent: string | undefined;
    for (let depth = 0; depth <= 100; depth++) {
      const made = await createFolder(alice, { name: 'd', parent_id: parent });
      expect(made.depth).to.equal(depth);
      parent = made.id;
    }
    expect(expectInvalid(await alice.post('/v1/folders', { name: 'd', parent_id: parent }))).to.deep.equal([
      '/parent_id',
    ]);
  }).timeout(40_000);

  it('have paths of at most 4,096 bytes of UTF-8', async () => {
    let parent: string | undefined;
    // Four levels of 1,021 bytes, slash included: 12 bytes are left.
    for (let depth = 0; depth < 4; depth++) {
      parent = (await createFolder(alice, { name: '\u{1f600}'.repeat(255), parent_id: parent })).id;
    }
    const { path } = await createFolder(alice, { name: 'é'.repeat(5), parent_id: parent });
    expect(Buffer.byteLength(path)).to.equal(4_095);
    expect(Buffer.byteLength((await createFolder(alice, { name: 'x'.repeat(11), parent_id: parent })).path)).to.equal(
      4_096,
    );
    for (const name of ['x'.repeat(12), `x${'é'.repeat(5)}x`, '\u{1f600}'.repeat(255)]) {
      const answer = await alice.post('/v1/folders', { name, parent_id: parent });
      expect(expectInvalid(answer)).to.deep.equal(['/parent_id']);
      expect(answer.text).to.include('4096 bytes');
    }
    expect(await listFolders(alice, `?parent_id=${parent}`)).to.have.length(2);
  });

  it("that are unknown, or somebody else's, are 404 wherever they are named", async () => {
    const { id: hers } = await createFolder(await api.caller());
    const { folder_id: herRoot } = await create(await api.caller());
    for (const id of [unknownId(), hers, herRoot, 'x', '*']) {
      expectError(await alice.post('/v1/folders', { name: 'x', parent_id: id }), 'FOLDER_NOT_FOUND');
      expectError(await alice.post('/v1/documents', { title: 'x', blocks: [], folder_id: id }), 'FOLDER_NOT_FOUND');
      expectError(await alice.get(`/v1/folders?parent_id=${id}`), 'FOLDER_NOT_FOUND');
      expectError(await alice.get(`/v1/documents/search?q=x&folder_id=${id}`), 'FOLDER_NOT_FOUND');
    }
  });

  it('are absent in a query when empty, and nothing in a body', async () => {
    const carol = await api.caller();
    const made = await createFolder(carol);
    expect(await listFolders(carol, '?parent_id=')).to.deep.equal([made]);
    expectStatus(await carol.get('/v1/documents/search?q=x&folder_id='), 200);
    expectError(await carol.post('/v1/folders', { name: 'x', parent_id: '' }), 'FOLDER_NOT_FOUND');
    expectError(await carol.post('/v1/documents', { title: 'x', blocks: [], folder_id: '' }), 'FOLDER_NOT_FOUND');
    expect((await createFolder(carol, { name: unique(), parent_id: null })).depth).to.equal(0);
  });

  it('are named by texts alone, and a listing is cut by whole numbers alone', async () => {
    for (const parent of [5, [], {}]) {
      expect(expectInvalid(await alice.post('/v1/folders', { name: 'x', parent_id: parent }))).to.deep.equal([
        '/parent_id',
      ]);
    }
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'offset=-1',
      'offset=2147483648',
      'parent_id=a&parent_id=b',
    ]) {
      expect(expectInvalid(await alice.get(`/v1/folders?${query}`))).to.deep.equal([`/${query.split('=')[0]}`]);
    }
  });
});
