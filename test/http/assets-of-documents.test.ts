/** What a version names beside its text: its assets, and where the keys of its pusher begin. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Answer, type Client } from './client.js';
import {
  content,
  create,
  keyPath,
  push,
  put,
  read,
  readByKey,
  readVersion,
  restore,
  unique,
  type Document,
} from './making.js';
import { describeHttp } from './suite.js';

const MARKDOWN = { 'Content-Type': 'text/markdown' };
const NONE = { assets: {}, root: null };
const of = ({ assets, root }: Pick<Document, 'assets' | 'root'>) => ({ assets, root });

function expectFault(answer: Answer, path: string): void {
  expect(expectInvalid(answer)).to.deep.equal([path]);
}

/** Its hash, once the owner has it. */
async function keep(client: Client, text: string): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  expectStatus(await client.send('PUT', `/v1/assets/${sha256}`, { body: text, headers: {} }), 201);
  return sha256;
}

describeHttp('assets of documents', (api) => {
  let alice: Client;
  let [a, b] = ['', ''];
  before(async () => {
    alice = await api.caller();
    [a, b] = await Promise.all([keep(alice, 'a'), keep(alice, 'b')]);
  });
  const patch = (id: string, changes: object, headers = {}) =>
    alice.patch<{ version: number }>(`/v1/documents/${id}`, changes, headers);

  it('are none where none are sent', async () => {
    const { id } = await create(alice);
    expect(await read(alice, id)).to.deep.include(NONE);
    expect(await readVersion(alice, id, 1)).to.deep.include(NONE);
  });

  it('come back as sent, under any name, and are of their version', async () => {
    const names = ['img/a.png', '__proto__', 'constructor', ' ', 'ü'.repeat(256), '\u0000', '"\\', '😀'];
    const assets = Object.fromEntries(names.map((name, i) => [name, i % 2 ? a : b]));
    const { id } = await create(alice, { assets, root: 'docs/' });
    expect(of(await read(alice, id))).to.deep.equal({ assets, root: 'docs/' });
    await push(alice, id, { assets: { x: a }, root: '' });
    expect(of(await read(alice, id))).to.deep.equal({ assets: { x: a }, root: '' });
    expect(of(await readVersion(alice, id, 1))).to.deep.equal({ assets, root: 'docs/' });
    expect(of(await readVersion(alice, id, 2))).to.deep.equal({ assets: { x: a }, root: '' });
  });

  it('stay where they are absent or null, and end with {}', async () => {
    const { id } = await create(alice, { assets: { a }, root: 'r' });
    const all = { assets: { a }, root: 'r' };
    await push(alice, id);
    expect(of(await readVersion(alice, id, 2))).to.deep.equal(all);
    await push(alice, id, { assets: null, root: null });
    expect(of(await readVersion(alice, id, 3))).to.deep.equal(all);
    expectStatus(await patch(id, { title: 'new' }), 200);
    expectStatus(await patch(id, { blocks: [] }), 200);
    expect(of(await read(alice, id))).to.deep.equal(all);
    await push(alice, id, { assets: {} });
    expect(of(await read(alice, id))).to.deep.equal({ assets: {}, root: 'r' });
    await restore(alice, id, 1);
    expect(of(await read(alice, id))).to.deep.equal(all);
    expectStatus(await alice.send('POST', `/v1/documents/${id}/versions`, { body: '# x', headers: MARKDOWN }), 201);
    expect(of(await read(alice, id))).to.deep.equal(all);
  });

  it('decide whether a PUT by key changes anything, where they are sent', async () => {
    const key = unique();
    const body = content({ assets: { a, b }, root: 'r' });
    expect((await put(alice, key, body)).result).to.equal('created');
    const { assets: _, root: __, ...bare } = body as { assets: unknown; root: unknown };
    for (const same of [body, bare, { ...bare, assets: { b, a } }, { ...bare, root: 'r', assets: null }]) {
      expect(await put(alice, key, same)).to.include({ result: 'unchanged', version: 1 });
    }
    expect(await put(alice, key, { ...body, assets: { a } })).to.include({ result: 'updated', version: 2 });
    expect(await put(alice, key, { ...bare, root: '' })).to.include({ result: 'updated', version: 3 });
    expect(of(await readByKey(alice, key))).to.deep.equal({ assets: { a }, root: '' });
    expect(await put(alice, key, { ...bare, assets: {} })).to.include({ result: 'updated', version: 4 });
  });

  it('decide whether a PATCH changes anything', async () => {
    const { id } = await create(alice, { assets: { a } });
    expect(expectStatus(await patch(id, { assets: { a } }), 200).version).to.equal(1);
    expect(expectStatus(await patch(id, { assets: { b }, root: 'r' }), 200).version).to.equal(2);
    expect(of(await read(alice, id))).to.deep.equal({ assets: { b }, root: 'r' });
  });

  it('keep the source of a version that only they change', async () => {
    const key = unique();
    const made = await put(alice, key, { markdown: '# a\n\n![](x)\n' });
    expectStatus(await patch(made.id, { assets: { x: a } }), 200);
    const found = await readByKey(alice, key);
    expect(found.source).to.deep.equal(made.source);
    expect(await put(alice, key, { markdown: '# a\n\n![](x)\n', assets: { x: a } })).to.include({
      result: 'unchanged',
    });
  });

  it('are part of what an Idempotency-Key names', async () => {
    const [key, body] = [{ 'Idempotency-Key': unique() }, content({ assets: { a } })];
    const { id } = expectStatus(await alice.post<Document>('/v1/documents', body, key), 201);
    expect(expectStatus(await alice.post<Document>('/v1/documents', body, key), 201).id).to.equal(id);
    for (const other of [
      { ...body, assets: { b } },
      { ...body, root: '' },
      { ...body, assets: null },
    ]) {
      expectError(await alice.post('/v1/documents', other, key), 'IDEMPOTENCY_KEY_REUSED');
    }
  });

  it('come with lines of bulk, too', async () => {
    const key = unique();
    const line = JSON.stringify({ op: 'put', key, document: content({ assets: { a }, root: 'r' }) });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    expectStatus(await alice.send('POST', '/v1/bulk', { body: line, headers }), 200);
    expect(of(await readByKey(alice, key))).to.deep.equal({ assets: { a }, root: 'r' });
  });

  it('are refused where they are too many, too long, or no hashes', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, a]));
    const putWith = (assets: unknown) => alice.put(keyPath(unique()), content({ assets }));
    expectStatus(await putWith(many(1_000)), 201);
    expectFault(await putWith(many(1_001)), '/assets');
    expectFault(await putWith({ '': a }), '/assets/');
    expectFault(await putWith({ ['ü'.repeat(257)]: a }), `/assets/${'ü'.repeat(257)}`);
    for (const value of ['', 'x', a.toUpperCase(), `${a}0`, 1, null])
      expectFault(await putWith({ x: value }), '/assets/x');
    for (const value of [[], 'x', 1]) expectFault(await putWith(value), '/assets');
    expectFault(await alice.put(keyPath(unique()), content({ root: 'r'.repeat(513) })), '/root');
  });
});
