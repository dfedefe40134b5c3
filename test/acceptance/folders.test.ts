import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, createFolder, unique, unknownId, type MadeFolder } from '../http/making.js';
import { expectError, expectInvalid, expectInvalidAt, timestamp } from './expecting.js';
import { suite } from './suite.js';

suite('folders: create', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 201 with exactly the fields of the specification', async () => {
    const folder = expectStatus(await alice.post<MadeFolder>('/v1/folders', { name: unique() }), 201);
    expect(folder).to.have.all.keys('id', 'name', 'parent_id', 'path', 'depth', 'created_at', 'updated_at', 'revision');
    expect(folder.created_at).to.match(timestamp);
    expect(folder.id).to.match(/^[0-9A-Za-z]{24}$/);
  });

  it('makes a root-level folder of path /name and depth 0', async () => {
    const name = unique();
    expect(await createFolder(alice, { name })).to.include({ name, parent_id: null, path: `/${name}`, depth: 0 });
  });

  it('nests a folder in another', async () => {
    const outer = await createFolder(alice, { name: 'outer' });
    const inner = await createFolder(alice, { name: 'in ner', parent_id: outer.id });
    expect(inner).to.include({ parent_id: outer.id, path: '/outer/in ner', depth: 1 });
    const innermost = await createFolder(alice, { name: 'é', parent_id: inner.id });
    expect(innermost).to.include({ parent_id: inner.id, path: '/outer/in ner/é', depth: 2 });
  });

  it('takes a parent of null as none', async () => {
    expect(await createFolder(alice, { parent_id: null })).to.include({ parent_id: null, depth: 0 });
  });

  it('makes a root-level folder under the identifier of the root folder', async () => {
    const { folder_id } = await create(alice);
    const name = unique();
    expect(await createFolder(alice, { name, parent_id: folder_id })).to.include({
      parent_id: null,
      path: `/${name}`,
      depth: 0,
    });
  });

  it('lets siblings have one name', async () => {
    const name = unique();
    const [first, second] = [await createFolder(alice, { name }), await createFolder(alice, { name })];
    expect(first.id).not.to.equal(second.id);
    expect(first.path).to.equal(second.path);
  });

  const names: [string, string][] = [
    ['one character', 'x'],
    ['255 characters', 'n'.repeat(255)],
    ['255 code points beyond the first plane', '\u{1f600}'.repeat(255)],
    ['three dots', '...'],
    ['a space', ' '],
    ['a leading dot', '.git'],
    ['an emoji', '\u{1f4c1}'],
    ['a backslash and markup', '\\<b>&'],
    ['decomposed letters', 'e\u0301'],
    ['percent and tilde', '%2f~'],
    ['a key of objects', '__proto__'],
  ];
  for (const [what, name] of names) {
    it(`keeps a name of ${what}`, async () => {
      const parent = await createFolder(alice);
      expect(await createFolder(alice, { name, parent_id: parent.id })).to.include({
        name,
        path: `${parent.path}/${name}`,
      });
    });
  }

  const refused: [string, unknown][] = [
    ['nothing', ''],
    ['256 characters', 'n'.repeat(256)],
    ['256 code points beyond the first plane', '\u{1f600}'.repeat(256)],
    ['a slash', 'a/b'],
    ['only a slash', '/'],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a NUL', 'a\u0000'],
    ['a line feed', 'a\nb'],
    ['a tab', '\t'],
    ['U+001F', 'a\u001f'],
    ['U+007F', 'a\u007f'],
    ['U+0085', '\u0085'],
    ['a lone surrogate', 'a\ud800'],
    ['a number', 5],
    ['null', null],
    ['no name', undefined],
  ];
  for (const [what, name] of refused) {
    it(`refuses a name of ${what}`, async () => {
      expectInvalidAt(await alice.post('/v1/folders', { name }), '/name');
    });
  }

  it('refuses a number, a list or an object as parent', async () => {
    for (const parent_id of [5, [], {}]) {
      expectInvalidAt(await alice.post('/v1/folders', { name: 'x', parent_id }), '/parent_id');
    }
  });

  it('makes paths of 4,096 bytes of UTF-8 and no more', async () => {
    // Four levels of 1,021 bytes, slash included: 12 bytes are left.
    let parent_id: string | null = null;
    for (let n = 0; n < 4; n++)
      ({ id: parent_id } = await createFolder(alice, { name: '\u{1f600}'.repeat(255), parent_id }));
    for (const name of ['é'.repeat(5), 'x'.repeat(11)]) await createFolder(alice, { name, parent_id });
    for (const name of ['x'.repeat(12), `x${'é'.repeat(5)}x`]) {
      expectInvalidAt(await alice.post('/v1/folders', { name, parent_id }), '/parent_id');
    }
  });

  it('goes down to depth 100 and no deeper', async function () {
    this.timeout(60_000);
    let folder = await createFolder(alice, { name: 'd' });
    while (folder.depth < 100) folder = await createFolder(alice, { name: 'd', parent_id: folder.id });
    expect(folder.path).to.equal('/d'.repeat(101));
    expectInvalid(await alice.post('/v1/folders', { name: 'd', parent_id: folder.id }));
  });

  it('is 404 for a parent that is unknown, empty or cannot be one', async () => {
    for (const parent_id of [unknownId(), '', 'x', '../x']) {
      expectError(await alice.post('/v1/folders', { name: 'x', parent_id }), 404, 'FOLDER_NOT_FOUND');
    }
  });

  it('is 404 for a parent of another owner, root folder included', async () => {
    const [{ id }, { folder_id }] = [await createFolder(bob), await create(bob)];
    for (const parent_id of [id, folder_id]) {
      expectError(await alice.post('/v1/folders', { name: 'x', parent_id }), 404, 'FOLDER_NOT_FOUND');
    }
  });
});

suite('folders: documents in them', ['alice', 'bob'], ({ alice, bob }) => {
  it('carry the identifier of their folder', async () => {
    const { id } = await createFolder(alice);
    expect((await create(alice, { folder_id: id })).folder_id).to.equal(id);
  });

  it('go into one stable root folder when none is given', async () => {
    const [first, second] = [await create(alice), await create(alice)];
    expect(first.folder_id).to.be.a('string').and.equal(second.folder_id);
    expect((await create(bob)).folder_id).not.to.equal(first.folder_id);
  });

  it('go into the root folder by its identifier too', async () => {
    const { folder_id } = await create(alice);
    expect((await create(alice, { folder_id })).folder_id).to.equal(folder_id);
  });

  it('cannot be made in a folder that is unknown, empty or cannot be one', async () => {
    for (const folder_id of [unknownId(), '', '/', 'x'.repeat(2_000)]) {
      expectError(await alice.post('/v1/documents', content({ folder_id })), 404, 'FOLDER_NOT_FOUND');
    }
  });

  it('cannot be made in a folder of another owner, root folder included', async () => {
    const [{ id }, { folder_id }] = [await createFolder(bob), await create(bob)];
    for (const of of [id, folder_id]) {
      expectError(await alice.post('/v1/documents', content({ folder_id: of })), 404, 'FOLDER_NOT_FOUND');
    }
  });
});
