import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  create,
  createFolder,
  listVersions,
  paragraph,
  push,
  read,
  restore,
  unique,
  unknownId,
  type MadeVersion,
} from '../http/making.js';
import { expectError, timestamp } from './expecting.js';
import { find, times } from './making.js';
import { suite } from './suite.js';

suite('versions: restore', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 201 with exactly the fields of the specification', async () => {
    const { id, url, title } = await create(alice, { blocks: [paragraph(), paragraph()] });
    await push(alice, id);
    const answer = await alice.post<{ created_at: string }>(`/v1/documents/${id}/versions/1/restore`);
    const { created_at, ...rest } = expectStatus(answer, 201);
    expect(rest).to.deep.equal({ id, url, version: 3, version_count: 3, title, block_count: 2 });
    expect(created_at).to.match(timestamp);
  });

  it('makes a new latest version of equal title, content type, metadata and blocks, ids too', async () => {
    const content = { title: unique(), content_type: 'html', metadata: { tags: ['x'], deep: { a: [1] } } };
    const { id } = await create(alice, { ...content, blocks: [paragraph('a'), paragraph('b')] });
    const original = await read(alice, id);
    await push(alice, id, { blocks: [] });
    await restore(alice, id, 1);
    const restored = await read(alice, id);
    expect(restored).to.deep.include(content);
    expect(restored.blocks).to.deep.equal(original.blocks);
  });

  it('says in the list and in the version which one it was, as asked, and a later version does not', async () => {
    const { id } = await create(alice);
    await push(alice, id);
    await restore(alice, id, 1);
    await restore(alice, id, 3);
    await push(alice, id);
    const from = (await listVersions(alice, id)).versions.map(({ restored_from }) => restored_from);
    expect(from).to.deep.equal([undefined, undefined, 1, 3, undefined]);
    const read = async (version: number) =>
      expectStatus(await alice.get<MadeVersion>(`/v1/documents/${id}/versions/${version}`), 200);
    expect(await read(4)).to.include({ restored_from: 3 });
    expect(await read(5)).not.to.have.property('restored_from');
  });

  it('keeps the newest visibility and folder', async () => {
    const { id: folder_id } = await createFolder(alice);
    const { id } = await create(alice, { visibility: 'public' });
    await push(alice, id, { visibility: 'private', folder_id });
    await restore(alice, id, 1);
    expect(await read(alice, id)).to.include({ visibility: 'private', folder_id });
  });

  it('leaves the restored version and those between as they were', async () => {
    const { id } = await create(alice);
    await push(alice, id);
    const readAll = async (): Promise<MadeVersion[]> =>
      Promise.all([1, 2].map(async (n) => (await alice.get<MadeVersion>(`/v1/documents/${id}/versions/${n}`)).body));
    const before = await readAll();
    await restore(alice, id, 1);
    expect(await readAll()).to.deep.equal(before);
  });

  it('has a time of its own', async () => {
    const first = await create(alice);
    const pushed = await push(alice, first.id);
    const restored = await restore(alice, first.id, 1);
    expect(restored.created_at >= pushed.created_at).to.equal(true);
    expect(await read(alice, first.id)).to.include({ created_at: first.created_at, updated_at: restored.created_at });
  });

  it('makes a version of the newest one too', async () => {
    const { id } = await create(alice);
    expect((await restore(alice, id, 1)).version).to.equal(2);
    expect((await restore(alice, id, 2)).version).to.equal(3);
  });

  it('makes the restored title and tags searchable and the others not', async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await create(alice, { title: first, metadata: { tags: [first] } });
    await push(alice, id, { title: second, metadata: { tags: [second] } });
    await restore(alice, id, 1);
    for (const by of ['q', 'tag']) {
      expect((await find(alice, { [by]: first })).map((found) => found.current_version)).to.deep.equal([3]);
      expect(await find(alice, { [by]: second })).to.deep.equal([]);
    }
  });

  const bodies: [string, string, string][] = [
    ['an empty body that claims to be JSON', 'application/json', ''],
    ['a malformed body', 'application/json', '{"a'],
    ['a body of another type', 'text/plain', 'please'],
    ['a body that would be a push', 'application/json', '{"title":"other","blocks":[]}'],
  ];
  for (const [what, type, body] of bodies) {
    it(`ignores ${what}`, async () => {
      const { id, title } = await create(alice);
      const sending = { headers: { 'Content-Type': type }, body };
      const answer = await alice.send('POST', `/v1/documents/${id}/versions/1/restore`, sending);
      expect(expectStatus(answer, 201)).to.include({ version: 2, title });
    });
  }

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x']) {
      expectError(await alice.post(`/v1/documents/${id}/versions/1/restore`), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner, and writes nothing', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    expectError(await bob.post(`/v1/documents/${id}/versions/1/restore`), 403, 'NOT_OWNER');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('shares one row of numbers with concurrent pushes', async () => {
    const { id } = await create(alice);
    const written = await times(12, (n) => (n % 2 ? restore(alice, id, 1) : push(alice, id)), 12);
    expect(written.map(({ version }) => version).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 12 }, (_, n) => n + 2),
    );
  });
});
