import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, header, type Answer, type Client } from './client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  restoreOf,
  unique,
  versionsOf,
} from './making.js';
import { describeHttp } from './suite.js';

type Sending = { key: string; other?: boolean; headers?: Record<string, string> };
/** `id`: of a document with three versions. `other`: another request under the same key. */
type Operation = (client: Client, id: string, sending: Sending) => Promise<Answer>;

const BODY = { title: 'One', blocks: [{ type: 'quote', content: 'x' }], metadata: { tags: ['t'] } };

const POSTS: Record<string, Operation> = {
  create: (client, _id, { key, other, headers }) =>
    client.post('/v1/documents', { ...BODY, ...(other && { title: 'Two' }) }, keyed(key, headers)),
  push: (client, id, { key, other, headers }) =>
    client.post(versionsOf(id), { ...BODY, ...(other && { metadata: null }) }, keyed(key, headers)),
  restore: (client, id, { key, other, headers }) =>
    client.post(restoreOf(id, other ? 2 : 1), undefined, keyed(key, headers)),
  'create of a folder': (client, _id, { key, other, headers }) =>
    client.post('/v1/folders', { name: other ? 'two' : 'one' }, keyed(key, headers)),
};

function keyed(key: string, headers: Record<string, string> = {}) {
  return { 'Idempotency-Key': key, ...headers };
}

describeHttp('Idempotency-Key', (api) => {
  let alice: Client;
  let document: string;
  before(async () => {
    alice = await api.caller();
    document = (await create(alice)).id;
    await push(alice, document);
    await push(alice, document);
  });

  for (const [name, post] of Object.entries(POSTS)) {
    it(`makes a repeated ${name} answer the same, byte for byte, and make nothing`, async () => {
      const key = unique();
      const first = await post(alice, document, { key });
      expectStatus(first, 201);
      const { current_version: version } = await listVersions(alice, document);
      for (let i = 0; i < 2; i++) {
        const repeat = await post(alice, document, { key });
        expectStatus(repeat, 201);
        expect(repeat.text).to.equal(first.text);
      }
      expect((await listVersions(alice, document)).current_version).to.equal(version);
    });

    it(`is 409 for another ${name}`, async () => {
      const key = unique();
      const { id } = expectStatus((await post(alice, document, { key })) as Answer<{ id: string }>, 201);
      const details = expectError(await post(alice, document, { key, other: true }), 'IDEMPOTENCY_KEY_REUSED');
      expect(details).to.deep.equal(name === 'create of a folder' ? {} : { document_id: id });
      expectStatus(await post(alice, document, { key }), 201);
    });

    it(`may be any 1 to 255 visible ASCII characters on a ${name}, and nothing else`, async () => {
      for (const key of [unique() + '!"#~{}'.padEnd(200, '\\'), unique().padEnd(255, 'x')]) {
        expectStatus(await post(alice, document, { key }), 201);
      }
      for (const key of ['', 'a b', 'x'.repeat(256), 'ä', 'a\tb']) {
        expect(expectInvalid(await post(alice, document, { key }))).to.deep.equal(['Idempotency-Key']);
      }
    });

    it(`belongs to one owner on a ${name}`, async () => {
      const key = unique();
      const bob = await api.caller();
      const { id } = await create(bob);
      await push(bob, id);
      const hers = await post(alice, document, { key });
      const his = await post(bob, id, { key, other: true });
      expectStatus(his, 201);
      expect((his.body as { id: string }).id).not.to.equal((hers.body as { id: string }).id);
    });
  }

  it('may be one for all kinds of requests', async () => {
    const key = unique();
    for (const post of [POSTS['create'], POSTS['create of a folder'], POSTS['push']]) {
      expectStatus((await post?.(alice, document, { key })) as Answer, 201);
    }
    expectError((await POSTS['restore']?.(alice, document, { key })) as Answer, 'IDEMPOTENCY_KEY_REUSED');
  });

  for (const name of ['push', 'restore'] as const) {
    it(`has a repeated ${name} recognised before If-Match is judged`, async () => {
      const key = unique();
      const { id } = await create(alice);
      const headers = { 'If-Match': '"1"' };
      const first = (await POSTS[name]?.(alice, id, { key, headers })) as Answer;
      await push(alice, id);
      const repeat = (await POSTS[name]?.(alice, id, { key, headers })) as Answer;
      expectStatus(repeat, 201);
      expect(repeat.text).to.equal(first.text);
      expectError((await POSTS[name]?.(alice, id, { key: unique(), headers })) as Answer, 'PRECONDITION_FAILED');
    });
  }

  it('does not keep the answer of a request that failed', async () => {
    const key = unique();
    expectInvalid(await alice.post('/v1/documents', { ...BODY, title: '' }, keyed(key)));
    expectError(await alice.post('/v1/documents', { ...BODY, folder_id: 'x' }, keyed(key)), 'FOLDER_NOT_FOUND');
    expectStatus(await alice.post('/v1/documents', BODY, keyed(key)), 201);
    const { id } = await create(alice);
    const stale = keyed(key, { 'If-Match': '"9"' });
    expectError(await alice.post(versionsOf(id), BODY, stale), 'PRECONDITION_FAILED');
    expectStatus(await alice.post(versionsOf(id), BODY, keyed(key)), 201);
  });

  it('tells requests apart by what they ask, not by how it was written', async () => {
    const key = unique();
    const first = await alice.post('/v1/documents', BODY, keyed(key));
    const spelled = JSON.stringify({ ...BODY, visibility: 'private', folder_id: null, unknown: 1 }, null, 2);
    expect((await alice.postText('/v1/documents', spelled, keyed(key))).text).to.equal(first.text);
    const root = (first.body as { folder_id: string }).folder_id;
    expect((await alice.post('/v1/documents', { ...BODY, folder_id: root }, keyed(key))).text).to.equal(first.text);
    for (const other of [{ visibility: 'public' }, { content_type: 'text' }, { blocks: [] }, { metadata: {} }]) {
      expectError(await alice.post('/v1/documents', { ...BODY, ...other }, keyed(key)), 'IDEMPOTENCY_KEY_REUSED');
    }
    const { id } = await createFolder(alice);
    expectError(await alice.post('/v1/documents', { ...BODY, folder_id: id }, keyed(key)), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('costs quota once, and a folder is listed once', async () => {
    const carol = await api.caller();
    const key = unique();
    for (let i = 0; i < 3; i++) {
      const answer = await carol.post('/v1/documents', BODY, keyed(key));
      expect(header(answer, 'X-Quota-Used')).to.equal('1');
      expectStatus(await carol.post('/v1/folders', { name: 'x' }, keyed(key)), 201);
    }
    expect(await listFolders(carol)).to.have.length(1);
  });

  it('holds on push for the newest 100 versions', async () => {
    const { id } = await create(alice);
    const [old, kept] = [unique(), unique()];
    const make = (key: string) => alice.post<{ version: number }>(versionsOf(id), BODY, keyed(key));
    expect((await make(old)).body.version).to.equal(2);
    expect((await make(kept)).body.version).to.equal(3);
    for (let i = 0; i < 99; i++) await push(alice, id, { blocks: [] });
    expect((await make(kept)).body.version).to.equal(3);
    expect((await make(old)).body.version).to.equal(103);
  });

  it('is no matter on a delete', async () => {
    const { id } = await create(alice, content());
    expectStatus(await alice.delete(`/v1/documents/${id}`, keyed('a b')), 204);
  });
});
