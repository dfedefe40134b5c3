import { expect } from 'chai';
import { expectError, expectStatus, type Client } from './client.js';
import { create, createFolder, paragraph, push, read, unique, unknownId } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

describeHttp('documents', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are dated now, as folders are, and shown at the address of the service', async () => {
    const before = new Date().toISOString();
    const [made, folder] = [await create(alice), await createFolder(alice)];
    const after = new Date().toISOString();
    for (const { created_at: at } of [made, folder]) expect(at >= before && at <= after, at).to.equal(true);
    expect(made.url).to.equal(`${api.url}/d/${made.id}`);
  });

  it('are deleted without a body or headers of one', async () => {
    const { id } = await create(alice);
    const gone = await alice.delete(`/v1/documents/${id}`);
    expectStatus(gone, 204);
    expect(gone.headers).not.to.have.any.keys('content-type', 'content-length', 'transfer-encoding');
  });

  it('are 404 under an identifier that names nothing or cannot', async () => {
    for (const id of [unknownId(), 'x', '%zz', '%ff', '..%2f..%2fkeys', `${unknownId()}0`, '%00', 'ä'.repeat(24)]) {
      expectError(await alice.get(`/v1/documents/${encodeURI(id).replaceAll('%25', '%')}`), 'DOCUMENT_NOT_FOUND');
    }
  });

  it('belong to their owner, not to a key', async () => {
    const owner = unique();
    const [one, other] = [await api.caller({ owner }), await api.caller({ owner })];
    const { id } = await create(one);
    expect((await push(other, id)).version).to.equal(2);
    expectError(await alice.get(`/v1/documents/${id}`), 'NOT_OWNER');
    expectError(await alice.delete(`/v1/documents/${id}`), 'NOT_OWNER');
    expect((await read(one, id)).blocks[0]?.content).to.equal(paragraph().content);
  });
});

describeOwnHttp(
  'documents with a public address',
  { settings: { PUBLIC_URL: 'https://docs.example/base/' } },
  (api) => {
    it('carry it in the viewer address of every answer', async () => {
      const alice = await api.caller();
      const { id, url } = await create(alice);
      expect(url).to.equal(`https://docs.example/base/d/${id}`);
      expect((await push(alice, id)).url).to.equal(url);
      expect((await read(alice, id)).url).to.equal(url);
    });
  },
);
