/** A write notes which assets its document uses before it claims the slot that names them. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Backends } from '../../src/server/backends.js';
import { altered } from '../support/log-objects.js';
import { expectError, expectStatus, type Client } from './client.js';
import { content, create, keyPath, unique, versionsOf } from './making.js';
import { describeOwnHttp } from './suite.js';

/** Keys that were created, in order. */
const created: string[] = [];

function noting(backends: Backends): Backends {
  const { store } = backends;
  const create: typeof store.create = async (key, body, options) => {
    const outcome = await store.create(key, body, options);
    if (outcome === 'created') created.push(key);
    return outcome;
  };
  return { ...backends, store: altered(store, { create }) };
}

describeOwnHttp('uses of assets', { wrap: noting }, (api) => {
  let alice: Client;
  before(async () => {
    await api.prepared;
    alice = await api.caller();
  });

  async function keep(client = alice): Promise<string> {
    const body = unique();
    const sha256 = createHash('sha256').update(body).digest('hex');
    expectStatus(await client.send('PUT', `/v1/assets/${sha256}`, { body, headers: {} }), 201);
    return sha256;
  }

  function expectUsed(sha256: string): void {
    const use = created.findIndex((key) => key.startsWith('asset-uses/') && key.includes(sha256));
    const slot = created.findIndex((key) => key.startsWith('documents/'));
    expect(use).to.be.within(0, slot - 1);
  }

  const writes: Record<string, (id: string, assets: object) => Promise<{ status: number }>> = {
    'a create': (_, assets) => alice.post('/v1/documents', content({ assets })),
    'a first PUT by key': (_, assets) => alice.put(keyPath(unique()), content({ assets })),
    'a push': (id, assets) => alice.post(versionsOf(id), content({ assets })),
    'a PATCH': (id, assets) => alice.patch(`/v1/documents/${id}`, { assets }),
    'a PATCH of blocks': (id, assets) => alice.patch(`/v1/documents/${id}`, { assets, blocks: [] }),
  };
  it('are not noted for a document that is refused', async () => {
    const poor = await api.caller({ plan: 'two-documents' });
    const sha256 = await keep(poor);
    const assets = { a: sha256 };
    created.length = 0;
    const unknown = { ...assets, b: createHash('sha256').update(unique()).digest('hex') };
    expectError(await poor.post('/v1/documents', content({ assets: unknown })), 'ASSET_NOT_FOUND');
    expectError(await poor.put(keyPath(unique()), content({ assets: unknown })), 'ASSET_NOT_FOUND');
    for (let n = 0; n < 2; n++) await create(poor);
    expectError(await poor.post('/v1/documents', content({ assets })), 'QUOTA_EXCEEDED');
    expect(created.filter((key) => key.startsWith('asset-uses/'))).to.deep.equal([]);
  });

  for (const [name, write] of Object.entries(writes)) {
    it(`useBeforeClaim: are noted before the slot of ${name}`, async () => {
      const [before, sha256] = [await keep(), await keep()];
      const { id } = await create(alice, { assets: { a: before } });
      created.length = 0;
      expect((await write(id, { a: before, b: sha256 })).status).to.be.oneOf([200, 201]);
      expectUsed(sha256);
    });
  }
});
