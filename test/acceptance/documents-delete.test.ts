import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, createFolder, push, read, unique, unknownId } from '../http/making.js';
import { expectError } from './expecting.js';
import { find } from './making.js';
import { suite } from './suite.js';

suite('documents: delete', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 204 without a body or headers of one', async () => {
    const { id } = await create(alice);
    const answer = await alice.delete(`/v1/documents/${id}`);
    expect([answer.status, answer.bytes.length]).to.deep.equal([204, 0]);
    expect(answer.headers).not.to.have.any.keys('content-type', 'content-length', 'transfer-encoding');
  });

  it('takes everything of the document away, and leaves its folder', async () => {
    const title = unique();
    const { id: folder_id } = await createFolder(alice);
    const { id } = await create(alice, { title, folder_id, visibility: 'public' });
    const metadata = { tags: [title] };
    await push(alice, id, { title, metadata });
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    const path = `/v1/documents/${id}`;
    const answers = [
      await alice.get(path),
      await alice.get(`${path}/versions`),
      await alice.get(`${path}/versions/1`),
      await alice.get(`${path}/versions/9`),
      await alice.post(`${path}/versions`, content()),
      await alice.post(`${path}/versions/1/restore`),
      await alice.patch(path, { title }),
      await alice.delete(path),
      await alice.delete(path, { 'If-Match': '"2"' }),
    ];
    for (const answer of answers) expectError(answer, 404, 'DOCUMENT_NOT_FOUND');
    for (const by of [{ q: title }, { tag: title }, { q: title, folder_id }])
      expect(await find(alice, by)).to.deep.equal([]);
    expect((await alice.get(`/d/${id}`)).status).to.equal(404);
  });

  it('is 404 for everyone once the document is gone', async () => {
    const { id } = await create(alice);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expectError(await bob.get(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
  });

  it('leaves other documents alone', async () => {
    const [gone, kept] = [await create(alice), await create(alice)];
    expectStatus(await alice.delete(`/v1/documents/${gone.id}`), 204);
    expect((await read(alice, kept.id)).title).to.equal(kept.title);
  });

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x', '-']) {
      expectError(await alice.delete(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner, and deletes nothing', async () => {
    const { id } = await create(alice);
    expectError(await bob.delete(`/v1/documents/${id}`), 403, 'NOT_OWNER');
    expect((await read(alice, id)).id).to.equal(id);
  });

  const bodies: [string, string, string][] = [
    ['an empty body that claims to be JSON', 'application/json', ''],
    ['a malformed body', 'application/json', '{"a'],
    ['a body of another type', 'text/plain', 'please'],
  ];
  for (const [what, type, body] of bodies) {
    it(`ignores ${what}`, async () => {
      const { id } = await create(alice);
      const sending = { headers: { 'Content-Type': type }, body };
      expectStatus(await alice.send('DELETE', `/v1/documents/${id}`, sending), 204);
    });
  }
});
