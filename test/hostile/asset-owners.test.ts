/** What another owner has costs the backends the same calls as what nobody has: no time tells the two apart. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Backends } from '../../src/server/backends.js';
import type { Client } from '../http/client.js';
import { expectStatus } from '../http/client.js';
import { content, create, keyPath, unique } from '../http/making.js';
import { describeOwnHttp } from '../http/suite.js';
import { interceptBackends } from '../support/intercept-backends.js';
import { altered } from '../support/log-objects.js';

let calls: string[] = [];

function noting(backends: Backends): Backends {
  const noted = interceptBackends(backends, ({ port, name }, real) => {
    calls.push(`${port}.${name}`);
    return real();
  });
  const list: typeof noted.store.list = (prefix, options) => {
    calls.push('store.list');
    return backends.store.list(prefix, options);
  };
  return { ...noted, store: altered(noted.store, { list }) };
}

describeOwnHttp('hostile: assets of others', { wrap: noting }, (api) => {
  let alice: Client;
  let bob: Client;
  before(async () => {
    await api.prepared;
    [alice, bob] = await Promise.all([api.caller(), api.caller()]);
  });

  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const put = (client: Client, bytes: Buffer) =>
    client.send('PUT', `/v1/assets/${hashOf(bytes)}`, { body: bytes, headers: {} });

  /** The fewest of three requests: the service makes calls of its own accord, too. */
  async function callsOf(request: () => Promise<{ status: number }>): Promise<[number, string[]]> {
    const tries: [number, string[]][] = [];
    for (let turn = 0; turn < 3; turn++) {
      calls = [];
      const { status } = await request();
      tries.push([status, calls.toSorted()]);
    }
    return tries.toSorted(([, one], [, other]) => one.length - other.length)[0] as [number, string[]];
  }

  type Ask = (bytes: Buffer, hash: string) => Promise<{ status: number }>;
  const asks: Record<string, Ask> = {
    'a read': (_, hash) => bob.get(`/v1/assets/${hash}`),
    'a question': (_, hash) => bob.post('/v1/assets/missing', { ids: [hash] }),
    'an upload': (bytes) => put(bob, bytes),
    'a create': (_, hash) => bob.post('/v1/documents', content({ assets: { a: hash } })),
    'a first PUT by key': (_, hash) => bob.put(keyPath(unique()), content({ assets: { a: hash } })),
  };
  for (const [name, ask] of Object.entries(asks)) {
    it(`are not told by the calls of ${name}`, async () => {
      const asked = async (isKnown: boolean) => {
        const bytes = randomBytes(20);
        if (isKnown) expectStatus(await put(alice, bytes), 201);
        calls = [];
        return ask(bytes, hashOf(bytes));
      };
      const ofUnknown = await callsOf(() => asked(false));
      expect(ofUnknown[1]).to.not.be.empty;
      expect(await callsOf(() => asked(true))).to.deep.equal(ofUnknown);
    });
  }

  it('are not told by the calls for a private document, or for one that names none', async () => {
    const bytes = randomBytes(20);
    expectStatus(await put(alice, bytes), 201);
    const assets = { a: hashOf(bytes) };
    const { id: secret } = await create(alice, { assets });
    const [{ id: open }, { id: none }] = [await create(alice, { visibility: 'public' }), await create(alice)];
    const get = (id: string) => () => api.stranger.get(`/d/${id}/assets/${hashOf(bytes)}`);
    const ofNone = await callsOf(get(none));
    expect(ofNone[0]).to.equal(404);
    for (const id of [secret, open]) expect(await callsOf(get(id))).to.deep.equal(ofNone);
  });
});
