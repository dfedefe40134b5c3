import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Client } from './client.js';
import {
  content,
  create,
  listVersions,
  paragraph,
  push,
  read,
  readVersion,
  restore,
  restoreOf,
  unknownId,
  versionsOf,
} from './making.js';
import { describeHttp } from './suite.js';

describeHttp('versions', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are made by a push, which answers number, count and address', async () => {
    const made = await create(alice);
    const pushed = await push(alice, made.id, { title: 'Two', blocks: [paragraph(), paragraph()] });
    expect(pushed).to.deep.include({
      id: made.id,
      url: made.url,
      version: 2,
      version_count: 2,
      title: 'Two',
      block_count: 2,
    });
    expect(pushed.created_at >= made.created_at).to.equal(true);
    expect((await push(alice, made.id)).version).to.equal(3);
  });

  it('with the same content twice are two', async () => {
    const { id } = await create(alice);
    const body = { title: 'Same', blocks: [] };
    expect([(await push(alice, id, body)).version, (await push(alice, id, body)).version]).to.deep.equal([2, 3]);
  });

  it('stay readable as they were pushed', async () => {
    const { id } = await create(alice, { title: 'One', content_type: 'html', metadata: { n: 1 } });
    const one = await readVersion(alice, id, 1);
    const { created_at: time } = await push(alice, id, { title: 'Two', blocks: [paragraph('2')], metadata: { n: 2 } });
    expect(await readVersion(alice, id, 1)).to.deep.equal(one);
    expect(one).to.deep.include({ version: 1, title: 'One', content_type: 'html', metadata: { n: 1 } });
    const two = await readVersion(alice, id, 2);
    expect(two).to.deep.include({
      version: 2,
      title: 'Two',
      content_type: 'markdown',
      metadata: { n: 2 },
      created_at: time,
    });
    expect(two.blocks.map((block) => block.content)).to.deep.equal(['2']);
  });

  it('keep neither metadata nor content type of the one before', async () => {
    const { id } = await create(alice, { content_type: 'text', metadata: { a: 1 } });
    await push(alice, id);
    expect(await read(alice, id)).to.deep.include({ content_type: 'markdown', metadata: null });
  });

  it('do not change visibility or folder, even when the body says so', async () => {
    const made = await create(alice, { visibility: 'public' });
    await push(alice, made.id, { visibility: 'private', folder_id: unknownId() });
    expect(await read(alice, made.id)).to.deep.include({ visibility: 'public', folder_id: made.folder_id });
  });

  it('are listed oldest first with their summaries', async () => {
    const made = await create(alice, { title: 'One' });
    const two = await push(alice, made.id, { title: 'Two', blocks: [] });
    const { versions, current_version: current } = await listVersions(alice, made.id);
    expect(current).to.equal(2);
    expect(versions).to.deep.equal([
      { version: 1, title: 'One', block_count: 1, created_at: made.created_at },
      { version: 2, title: 'Two', block_count: 0, created_at: two.created_at },
    ]);
  });

  it('are listed in pieces where limit and offset say so', async () => {
    const { id } = await create(alice);
    for (let i = 0; i < 4; i++) await push(alice, id);
    const numbers = async (query: string) =>
      (await listVersions(alice, id, query)).versions.map(({ version }) => version);
    expect(await numbers('')).to.deep.equal([1, 2, 3, 4, 5]);
    expect(await numbers('?limit=2')).to.deep.equal([1, 2]);
    expect(await numbers('?limit=2&offset=3')).to.deep.equal([4, 5]);
    expect(await numbers('?offset=4')).to.deep.equal([5]);
    expect(await numbers('?offset=5')).to.deep.equal([]);
    expect(await numbers('?limit=1000&offset=2147483647')).to.deep.equal([]);
    expect((await listVersions(alice, id, '?limit=1')).current_version).to.equal(5);
  });

  it('are listed only for limits of 1 to 1,000 and offsets from 0, each given once', async () => {
    const { id } = await create(alice);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=', 'limit=1.5', 'limit=-1', 'limit=1&limit=2']) {
      expect(expectInvalid(await alice.get(`${versionsOf(id)}?${query}`))).to.deep.equal(['/limit']);
    }
    for (const query of ['offset=-1', 'offset=x', 'offset=2147483648', 'offset=1e2', 'offset=0&offset=0']) {
      expect(expectInvalid(await alice.get(`${versionsOf(id)}?${query}`))).to.deep.equal(['/offset']);
    }
  });

  it('are restored as a new one with the content and the blocks of the old', async () => {
    const made = await create(alice, { title: 'One', content_type: 'text', metadata: { n: 1 } });
    await push(alice, made.id);
    const restored = await restore(alice, made.id, 1);
    expect(restored).to.deep.include({
      id: made.id,
      url: made.url,
      version: 3,
      version_count: 3,
      title: 'One',
      block_count: 1,
    });
    const [one, three] = [await readVersion(alice, made.id, 1), await readVersion(alice, made.id, 3)];
    expect(three).to.deep.equal({ ...one, version: 3, created_at: restored.created_at });
    expect(restored.created_at >= (await readVersion(alice, made.id, 2)).created_at).to.equal(true);
  });

  it('can be restored when they are the newest', async () => {
    const { id } = await create(alice);
    expect((await restore(alice, id, 1)).version).to.equal(2);
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });

  it('ignore any body of a restore', async () => {
    const { id } = await create(alice);
    expectStatus(await alice.postText(restoreOf(id, 1), ''), 201);
    expectStatus(await alice.postText(restoreOf(id, 1), '{"a'), 201);
    expectStatus(await alice.postText(restoreOf(id, 1), 'x', { 'Content-Type': 'text/plain' }), 201);
  });

  it('have numbers from 1; whatever else is sent is 400, and a number that is none of the document 404', async () => {
    const { id } = await create(alice);
    for (const number of ['0', '01', '-1', '1.0', 'x', '1e0', '+1', '%20', '1%00']) {
      expect(expectInvalid(await alice.get(`${versionsOf(id)}/${number}`))).to.deep.equal(['/version_number']);
      expect(expectInvalid(await alice.post(restoreOf(id, number)))).to.deep.equal(['/version_number']);
    }
    for (const number of ['2', '9007199254740993', '9'.repeat(400)]) {
      expectError(await alice.get(`${versionsOf(id)}/${number}`), 'VERSION_NOT_FOUND');
      expectError(await alice.post(restoreOf(id, number)), 'VERSION_NOT_FOUND');
    }
  });

  it("are 404 for an unknown document and 403 for somebody else's, whatever the operation", async () => {
    const { id } = await create(alice);
    const bob = await api.caller();
    for (const [client, at, code] of [
      [alice, unknownId(), 'DOCUMENT_NOT_FOUND'],
      [bob, id, 'NOT_OWNER'],
    ] as const) {
      expectError(await client.post(versionsOf(at), content()), code);
      expectError(await client.get(versionsOf(at)), code);
      expectError(await client.get(`${versionsOf(at)}/1`), code);
      expectError(await client.get(`${versionsOf(at)}/2`), code);
      expectError(await client.post(restoreOf(at, 1)), code);
    }
  });
});
