import { expect } from 'chai';
import { expectStatus, header, type Client, type Headers } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  read,
  search,
  unique,
  unknownId,
  type MadeFolder,
} from '../http/making.js';
import { expectError, expectInvalid, expectInvalidAt } from './expecting.js';
import { times } from './making.js';
import { suite } from './suite.js';

type Page = { documents: { id: string }[]; next_cursor: string | null };

const at = (id: string) => `/v1/folders/${id}`;

async function change(client: Client, id: string, body: object, headers: Headers = {}): Promise<MadeFolder> {
  return expectStatus(await client.patch<MadeFolder>(at(id), body, headers), 200);
}

async function readFolder(client: Client, id: string): Promise<MadeFolder> {
  return expectStatus(await client.get<MadeFolder>(at(id)), 200);
}

suite('folders: rename and move', ['alice', 'bob', 'reader'], ({ alice, bob, reader }) => {
  it('answers with the folder as it is then, and the next revision', async () => {
    const [made, other] = [await createFolder(alice), await createFolder(alice)];
    const name = unique();
    const answer = await alice.patch<MadeFolder>(at(made.id), { name, parent_id: other.id });
    const changed = expectStatus(answer, 200);
    const place = { name, parent_id: other.id, path: `${other.path}/${name}`, depth: 1, revision: 2 };
    expect(changed).to.deep.equal({ ...made, ...place, updated_at: changed.updated_at });
    expect(changed.updated_at >= made.updated_at).to.equal(true);
    expect(header(answer, 'ETag')).to.equal('"2"');
    expect(await readFolder(alice, made.id)).to.deep.equal(changed);
  });

  it('takes along all that is below, and changes no document', async () => {
    const [from, to] = [await createFolder(alice), await createFolder(alice)];
    const low = await createFolder(alice, { parent_id: from.id });
    const { id, title } = await create(alice, { folder_id: low.id });
    const before = await alice.get(`/v1/documents/${id}`);
    await change(alice, from.id, { parent_id: to.id });
    expect(await readFolder(alice, low.id)).to.deep.equal({ ...low, path: `${to.path}${low.path}`, depth: 2 });
    const after = await alice.get(`/v1/documents/${id}`);
    expect([after.text, header(after, 'ETag')]).to.deep.equal([before.text, header(before, 'ETag')]);
    const query = (parameters: string) => alice.get<Page>(`/v1/documents?${parameters}`);
    const found = async (where: string, cursor = ''): Promise<string[]> => {
      const { documents, next_cursor: next } = expectStatus(await query(`${where}&cursor=${cursor}`), 200);
      return [...documents.map((each) => each.id), ...(next === null ? [] : await found(where, next))];
    };
    for (const where of [`folder_path=${to.path}${low.path}`, `folder_id=${to.id}&recursive=true`]) {
      expect(await found(where)).to.deep.equal([id]);
    }
    expectError(await query(`folder_path=${low.path}`), 404, 'FOLDER_NOT_FOUND');
    expect((await search(alice, { q: title, folder_id: low.id })).count).to.equal(1);
  });

  it('goes to the root by null, and by the identifier of the root', async () => {
    const { folder_id: root } = await create(alice);
    for (const parent_id of [null, root]) {
      const { id: parent } = await createFolder(alice);
      const { id, name } = await createFolder(alice, { parent_id: parent });
      expect(await change(alice, id, { parent_id })).to.include({ parent_id: null, path: `/${name}`, depth: 0 });
      expect(await listFolders(alice, `?parent_id=${parent}`)).to.deep.equal([]);
    }
  });

  it('changes nothing where nothing is to change', async () => {
    const { id: parent_id } = await createFolder(alice);
    const made = await createFolder(alice, { parent_id });
    const { id, name } = made;
    for (const body of [{ name }, { parent_id }, { name, parent_id }, { name: null, parent_id }]) {
      expect(await change(alice, id, body)).to.deep.equal(made);
    }
    for (const body of [{}, { name: null }, { other: 1 }]) expectInvalid(await alice.patch(at(id), body));
  });

  it('keeps the parent where a name comes alone, also from null', async () => {
    const { id: parent_id, path } = await createFolder(alice);
    const { id } = await createFolder(alice, { parent_id });
    expect(await change(alice, id, { name: 'new' })).to.include({ parent_id, path: `${path}/new` });
    const { id: other, name } = await createFolder(alice);
    expect(await change(alice, other, { name: null, parent_id })).to.include({ name, path: `${path}/${name}` });
  });

  for (const name of ['', 'a/b', '.', '..', 'a\u0000', 'n'.repeat(256), 'a\ud800', 5]) {
    it(`refuses the name ${JSON.stringify(name).slice(0, 12)}`, async () => {
      expectInvalidAt(await alice.patch(at((await createFolder(alice)).id), { name }), '/name');
    });
  }

  it('is 409 for a move into itself or below itself', async () => {
    const top = await createFolder(alice);
    const middle = await createFolder(alice, { parent_id: top.id });
    const low = await createFolder(alice, { parent_id: middle.id });
    for (const parent_id of [top.id, middle.id, low.id]) {
      expectError(await alice.patch(at(top.id), { name: unique(), parent_id }), 409, 'FOLDER_CYCLE');
    }
    expect(await readFolder(alice, top.id)).to.deep.equal(top);
  });

  it('lets exactly one of two moves pass that make a cycle together', async () => {
    const [a, b] = [await createFolder(alice), await createFolder(alice)];
    const moves = [alice.patch(at(a.id), { parent_id: b.id }), alice.patch(at(b.id), { parent_id: a.id })];
    expect((await Promise.all(moves)).map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  it('is 404 for a folder or a parent that is unknown or of another owner, 400 for the root', async () => {
    const [own, other, { folder_id: root }] = [await createFolder(alice), await createFolder(bob), await create(alice)];
    for (const id of [unknownId(), other.id, 'x']) {
      expectError(await alice.patch(at(id), { name: 'x' }), 404, 'FOLDER_NOT_FOUND');
      expectError(await alice.patch(at(own.id), { parent_id: id }), 404, 'FOLDER_NOT_FOUND');
    }
    expectInvalid(await alice.patch(at(root), { name: 'x' }));
    const details = expectError(await reader.patch(at(own.id), { name: 'x' }), 403, 'INSUFFICIENT_ROLE');
    expect(details).to.deep.equal({ required: 'folders:write' });
  });

  it('refuses what gets too deep, at any place below', async () => {
    let deep: string | null = null;
    for (let depth = 0; depth < 99; depth++) deep = (await createFolder(alice, { name: 'd', parent_id: deep })).id;
    const top = await createFolder(alice);
    const low = await createFolder(alice, { parent_id: top.id });
    await createFolder(alice, { parent_id: low.id });
    expectInvalidAt(await alice.patch(at(top.id), { parent_id: deep }), '/parent_id');
    expect(await change(alice, low.id, { parent_id: deep })).to.include({ depth: 99 });
    expect(await change(alice, top.id, { parent_id: deep })).to.include({ depth: 99 });
  });

  it('refuses what makes a path too long, at any place below', async () => {
    const long = 'x'.repeat(255);
    let parent_id: string | null = (await createFolder(alice, { name: 'a' })).id;
    const top = parent_id;
    for (let n = 0; n < 15; n++) parent_id = (await createFolder(alice, { name: long, parent_id })).id;
    // 3,842 bytes so far: 254 are left.
    const low = await createFolder(alice, { name: 'y'.repeat(200), parent_id });
    expectInvalidAt(await alice.patch(at(top), { name: 'a'.repeat(56) }), '/name');
    expect(await change(alice, top, { name: 'a'.repeat(54) })).to.include({ revision: 2 });
    expectInvalidAt(await alice.patch(at(low.id), { name: 'y'.repeat(202) }), '/name');
    const { id: other } = await createFolder(alice, { name: 'b'.repeat(20) });
    expectInvalidAt(await alice.patch(at(top), { parent_id: other }), '/parent_id');
    // Shorter is no fault.
    expect(await change(alice, low.id, { name: 'y' })).to.include({ revision: 2 });
    expect(await change(alice, top, { parent_id: other })).to.include({ revision: 3 });
  });
});

suite('folders: conditions of changes', ['alice'], ({ alice }) => {
  for (const match of ['"2"', 'W/"2"', '*', '"1", "2"']) {
    it(`lets a change pass with If-Match ${match} at revision 2`, async () => {
      const { id } = await createFolder(alice);
      await change(alice, id, { name: unique() });
      expect(await change(alice, id, { name: unique() }, { 'If-Match': match })).to.include({ revision: 3 });
    });
  }

  for (const match of ['"1"', '"3"', '"02"']) {
    it(`refuses a change and a delete with If-Match ${match} at revision 2`, async () => {
      const { id } = await createFolder(alice);
      const before = await change(alice, id, { name: unique() });
      const answers = [
        await alice.patch(at(id), { name: unique() }, { 'If-Match': match }),
        // Also where nothing is to change.
        await alice.patch(at(id), { name: before.name }, { 'If-Match': match }),
        await alice.delete(at(id), { 'If-Match': match }),
        await alice.delete(`${at(id)}?recursive=true`, { 'If-Match': match }),
      ];
      for (const answer of answers) {
        expect(expectError(answer, 412, 'PRECONDITION_FAILED')).to.deep.equal({ revision: 2 });
      }
      expect(await readFolder(alice, id)).to.deep.equal(before);
    });
  }

  it('lets exactly one of ten changes at once pass with one entity tag', async () => {
    const { id } = await createFolder(alice);
    const answers = await times(10, () => alice.patch(at(id), { name: unique() }, { 'If-Match': '"1"' }));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 9 }, () => 412)]);
    expect(await readFolder(alice, id)).to.include({ revision: 2 });
  });

  it('refuses a name that a sibling has with If-None-Match: *, and lets twins be without', async () => {
    const { id: parent_id } = await createFolder(alice);
    const none = { 'If-None-Match': '*' };
    const first = await createFolder(alice, { name: 'same', parent_id });
    const other = await createFolder(alice, { name: 'other', parent_id });
    const refused = [
      await alice.post('/v1/folders', { name: 'same', parent_id }, none),
      await alice.patch(at(other.id), { name: 'same' }, none),
    ];
    for (const answer of refused) {
      expect(expectError(answer, 412, 'PRECONDITION_FAILED')).to.deep.equal({ folder_id: first.id });
    }
    const elsewhere = await createFolder(alice, { name: 'same' });
    expectError(await alice.patch(at(elsewhere.id), { parent_id }, none), 412, 'PRECONDITION_FAILED');
    expect(await change(alice, first.id, { name: 'same' }, none)).to.include({ revision: 1 });
    expect(await change(alice, other.id, { name: 'free' }, none)).to.include({ revision: 2 });
    expect(await change(alice, other.id, { name: 'same' })).to.include({ revision: 3 });
    expectStatus(await alice.post('/v1/folders', { name: 'free', parent_id }, none), 201);
  });

  it('lets exactly one of ten folders of a name be made at once with If-None-Match: *', async () => {
    const body = { name: unique() };
    const answers = await times(10, () => alice.post('/v1/folders', body, { 'If-None-Match': '*' }));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array.from({ length: 9 }, () => 412)]);
  });

  it('makes a change once for repeats with one Idempotency-Key, and refuses another request with it', async () => {
    const made = await createFolder(alice);
    const [repeat, body] = [{ 'Idempotency-Key': unique() }, { name: unique() }];
    const first = await change(alice, made.id, body, repeat);
    await change(alice, made.id, { name: unique() });
    const again = await change(alice, made.id, body, repeat);
    expect([first.revision, again.revision]).to.deep.equal([2, 3]);
    // What the first one did does not refuse its repeat.
    await change(alice, made.id, body, { ...repeat, 'If-Match': '"1"' });
    expectError(await alice.patch(at(made.id), { name: 'x' }, repeat), 409, 'IDEMPOTENCY_KEY_REUSED');
    const { id: parent_id } = await createFolder(alice);
    expectError(await alice.patch(at(made.id), { ...body, parent_id }, repeat), 409, 'IDEMPOTENCY_KEY_REUSED');
    // Of another folder it is another key.
    expect(await change(alice, parent_id, { name: unique() }, repeat)).to.include({ revision: 2 });
  });

  it('answers the repeat of a create as the folder is now, after many changes with keys of their own, too', async () => {
    const [repeat, body] = [{ 'Idempotency-Key': unique() }, { name: unique() }];
    const make = () => alice.post<MadeFolder>('/v1/folders', body, repeat);
    const { id } = expectStatus(await make(), 201);
    for (let n = 0; n < 22; n++) await change(alice, id, { name: `n${n}` }, { 'Idempotency-Key': unique() });
    expect(expectStatus(await make(), 201)).to.include({ id, name: 'n21', revision: 23 });
    expectError(await alice.post('/v1/folders', { name: 'x' }, repeat), 409, 'IDEMPOTENCY_KEY_REUSED');
    expectStatus(await alice.delete(at(id)), 204);
    expectError(await make(), 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('shows every change to what is asked next, in lists too', async () => {
    const { id: parent_id } = await createFolder(alice);
    const { id } = await createFolder(alice, { parent_id });
    await create(alice, content({ folder_id: id }));
    for (let n = 0; n < 5; n++) {
      const changed = await change(alice, id, { name: `n${n}` });
      expect(await listFolders(alice, `?parent_id=${parent_id}`)).to.deep.equal([changed]);
      expect(await read(alice, (await create(alice, { folder_path: changed.path })).id)).to.include({ folder_id: id });
    }
  });

  it('shows a new path under the entity tag of before to nobody, where a folder above was renamed', async () => {
    const top = await createFolder(alice);
    const { id } = await createFolder(alice, { parent_id: top.id });
    const tag = header(await alice.get(at(id)), 'ETag');
    const renamed = await change(alice, top.id, { name: unique() });
    const answer = await alice.get<MadeFolder>(at(id), { 'If-None-Match': tag });
    expect(expectStatus(answer, 200).path.startsWith(`${renamed.path}/`)).to.equal(true);
  });
});
