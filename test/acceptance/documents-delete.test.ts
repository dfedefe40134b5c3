import { expect } from 'chai';

import { expectError, expectStatus } from './expecting.js';
import { createDocument, documentBody, find, getDocument, pushVersion, unique, unknownId } from './making.js';
import { suite } from './suite.js';

suite('documents: delete', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 204 without a body', async () => {
    const { id } = await createDocument(alice);
    const answer = await alice.delete(`/v1/documents/${id}`);
    expectStatus(answer, 204);
    expect(answer.text).to.equal('');
  });

  it('takes everything of the document away', async () => {
    const title = unique();
    const { id } = await createDocument(alice, { title, visibility: 'public' });
    await pushVersion(alice, id, { title });
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    const path = `/v1/documents/${id}`;
    const answers = [
      await alice.get(path),
      await alice.get(`${path}/versions`),
      await alice.get(`${path}/versions/1`),
      await alice.get(`${path}/versions/2`),
      await alice.post(`${path}/versions`, documentBody()),
      await alice.post(`${path}/versions/1/restore`),
      await alice.patch(path, { title }),
      await alice.delete(path),
    ];
    for (const answer of answers) expectError(answer, 404, 'DOCUMENT_NOT_FOUND');
    expect(await find(alice, { q: title })).to.deep.equal([]);
    expect((await alice.get(`/d/${id}`)).status).to.equal(404);
  });

  it('is 404 for everyone once the document is gone', async () => {
    const { id } = await createDocument(alice);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    expectError(await bob.get(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
  });

  it('leaves other documents alone', async () => {
    const [gone, kept] = [await createDocument(alice), await createDocument(alice)];
    expectStatus(await alice.delete(`/v1/documents/${gone.id}`), 204);
    expect((await getDocument(alice, kept.id)).title).to.equal(kept.title);
  });

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x', '-']) {
      expectError(await alice.delete(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner, and deletes nothing', async () => {
    const { id } = await createDocument(alice);
    expectError(await bob.delete(`/v1/documents/${id}`), 403, 'NOT_OWNER');
    expect((await getDocument(alice, id)).id).to.equal(id);
  });

  const bodies: [string, string, string][] = [
    ['an empty body that claims to be JSON', 'application/json', ''],
    ['a malformed body', 'application/json', '{"a'],
    ['a body of another type', 'text/plain', 'please'],
  ];
  for (const [what, type, body] of bodies) {
    it(`ignores ${what}`, async () => {
      const { id } = await createDocument(alice);
      const sending = { headers: { 'Content-Type': type }, body };
      expectStatus(await alice.send('DELETE', `/v1/documents/${id}`, sending), 204);
    });
  }
});
