/** Bytes that documents name: how they are kept, and who may read them. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, header, type Answer, type Client } from './client.js';
import { content, create, push, unique, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const SVG = Buffer.from(
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
const KINDS: [Buffer, string, string][] = [
  [PNG, 'image/png', 'inline'],
  [Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', 'inline'],
  [Buffer.from('GIF89a'), 'image/gif', 'inline'],
  [Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp', 'inline'],
  [Buffer.from('\0\0\0 ftypavif\0'), 'image/avif', 'inline'],
  [SVG, 'image/svg+xml', 'attachment'],
  [
    Buffer.from('<!-- by <a@b> --><!-- c --><!DOCTYPE svg [ <!ENTITY e "f"> ]><svg/>'.replace('/>', ' />')),
    'image/svg+xml',
    'attachment',
  ],
  [Buffer.from('%PDF-1.7'), 'application/pdf', 'attachment'],
  [Buffer.from('<html><script>alert(1)</script>'), 'application/octet-stream', 'attachment'],
  [Buffer.from(' PNG'), 'application/octet-stream', 'attachment'],
  [Buffer.alloc(0), 'application/octet-stream', 'attachment'],
];
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (sha256: string) => `/v1/assets/${sha256}`;

function putBytes(client: Client, bytes: Buffer, sha256 = hashOf(bytes), type = 'image/png'): Promise<Answer> {
  return client.send('PUT', pathOf(sha256), { body: bytes, headers: { 'Content-Type': type } });
}

async function keep(client: Client, bytes: Buffer = randomBytes(20)): Promise<string> {
  expect((await putBytes(client, bytes)).status).to.be.oneOf([200, 201]);
  return hashOf(bytes);
}

type Part = { name: string; filename?: string; bytes: Buffer | string };

function form(parts: Part[], end = '\r\n--xyz--\r\n'): Buffer {
  const pieces = parts.flatMap(({ name, filename, bytes }) => [
    Buffer.from(
      `\r\n--xyz\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`,
    ),
    Buffer.from(bytes),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

describeHttp('assets', (api) => {
  let [alice, bob]: Client[] = [];
  before(async () => {
    [alice, bob] = await Promise.all([api.caller(), api.caller()]);
  });
  const owner = () => alice as Client;
  const other = () => bob as Client;

  it('are kept once, and come back to the byte with the type of their first bytes', async () => {
    for (const [bytes, type, disposition] of KINDS) {
      const sha256 = hashOf(bytes);
      const made = await putBytes(owner(), bytes);
      expect(expectStatus(made, 201)).to.deep.equal({ sha256, bytes: bytes.length });
      expect(header(made, 'Location')).to.equal(pathOf(sha256));
      expectStatus(await putBytes(owner(), bytes, sha256, 'text/html'), 200);
      const read = await owner().get(pathOf(sha256));
      expect(expectStatus(read, 200) ?? '').to.not.equal(undefined);
      expect(read.bytes.equals(bytes)).to.equal(true);
      expect(read.headers).to.include({
        'content-type': type,
        'content-disposition': disposition,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        etag: `"${sha256}"`,
      });
      expect((await owner().get(pathOf(sha256), { 'If-None-Match': `"${sha256}"` })).status).to.equal(304);
      const head = await owner().send('HEAD', pathOf(sha256));
      expect([head.status, head.bytes.length]).to.deep.equal([200, 0]);
      for (const name of ['Content-Type', 'Content-Length', 'Content-Disposition', 'ETag']) {
        expect(header(head, name), name).to.be.a('string').and.equal(header(read, name));
      }
    }
  });

  it('are refused where the hash is another, or no hash, or the bytes are too many', async () => {
    expect(expectInvalid(await putBytes(owner(), PNG, hashOf('b')))).to.deep.equal(['/sha256']);
    expect(expectInvalid(await putBytes(owner(), PNG, 'A'.repeat(64)))).to.deep.equal(['/sha256']);
    expectError(await owner().get(pathOf(hashOf('b'))), 'ASSET_NOT_FOUND');
    const large = Buffer.alloc(10 * 1024 * 1024 + 1);
    expectError(await putBytes(owner(), large), 'PAYLOAD_TOO_LARGE');
    expectStatus(await putBytes(owner(), large.subarray(1)), 201);
    expect((await owner().get(pathOf(hashOf(large.subarray(1))))).bytes.length).to.equal(large.length - 1);
  });

  it('of another owner do not exist, by any address', async () => {
    const sha256 = await keep(owner());
    const unknown = hashOf(unique());
    const blind = ({ status, text }: Answer, hash: string) => [status, text.replaceAll(hash, 'HASH')];
    for (const path of [pathOf, (hash: string) => `/v1/documents/${'0'.repeat(24)}/assets/${hash}`]) {
      expect(blind(await other().get(path(sha256)), sha256)).to.deep.equal(
        blind(await other().get(path(unknown)), unknown),
      );
    }
    expect((await other().send('HEAD', pathOf(sha256))).status).to.equal(404);
    const asked = await other().post('/v1/assets/missing', { ids: [sha256, unknown] });
    expect(expectStatus(asked, 200)).to.deep.equal({ missing: [sha256, unknown] });
    expect(
      expectError(await other().post('/v1/documents', content({ assets: { a: sha256 } })), 'ASSET_NOT_FOUND'),
    ).to.deep.equal({ missing: [sha256] });
    // Its own equal bytes are new.
    const bytes = (await owner().get(pathOf(sha256))).bytes;
    expectStatus(await putBytes(other(), bytes), 201);
  });

  it('are told apart from those that have to be sent', async () => {
    const [a, b] = [await keep(owner()), hashOf(unique())];
    const ask = (ids: unknown) => owner().post('/v1/assets/missing', { ids });
    expect(expectStatus(await ask([a, b, b, a]), 200)).to.deep.equal({ missing: [b] });
    expect(expectStatus(await ask([]), 200)).to.deep.equal({ missing: [] });
    expect(expectInvalid(await ask(['x']))).to.deep.equal(['/ids/0']);
    expect(expectInvalid(await ask(Array(1_001).fill(a)))).to.deep.equal(['/ids']);
  });

  it('come as a form, too', async () => {
    const send = (body: Buffer, type = 'multipart/form-data; boundary=xyz') =>
      owner().send<{ assets: object }>('POST', '/v1/assets', { body, headers: { 'Content-Type': type } });
    const parts = [
      { name: 'img/a.png', filename: 'C:\\x\\a.png', bytes: PNG },
      { name: 'ü "b"'.replaceAll('"', '%22'), bytes: 'text\r\n--xy' },
      { name: '__proto__', filename: 'c', bytes: randomBytes(200_000) },
    ];
    const assets = Object.fromEntries(parts.map(({ name, bytes }) => [name, hashOf(bytes)]));
    const answer = expectStatus(await send(form(parts)), 200);
    expect(Object.entries(answer.assets)).to.deep.equal(Object.entries(assets));
    for (const { bytes } of parts)
      expect((await owner().get(pathOf(hashOf(bytes)))).bytes.equals(Buffer.from(bytes))).to.equal(true);
    expect(expectStatus(await send(form([])), 200)).to.deep.equal({ assets: {} });
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `n${i}`, bytes: 'x' }));
    expectStatus(await send(form(many(100))), 200);
    expect(expectInvalid(await send(form(many(101))))).to.deep.equal(['']);
    expect(expectInvalid(await send(form([...many(1), ...many(1)])))).to.deep.equal(['/n0']);
    expect(expectInvalid(await send(form([{ name: 'x'.repeat(513), bytes: '' }])))).to.deep.equal([
      `/${'x'.repeat(513)}`,
    ]);
    expect(expectInvalid(await send(form(many(2), '')))).to.deep.equal(['']);
    const whole = form([{ name: 'cut', bytes: 'some bytes' }]);
    for (const end of [5, 13, 20, 30]) expect(expectInvalid(await send(whole.subarray(0, -end)))).to.deep.equal(['']);
    const nameless = form([{ name: '', bytes: 'x' }]);
    expect(expectInvalid(await send(nameless))).to.deep.equal(['/']);
    expect(expectInvalid(await send(Buffer.from(nameless.toString().replace('; name=""', ''))))).to.deep.equal(['/']);
    const [before, after] = [form(many(1), ''), form([{ name: 'last', bytes: 'y' }])];
    const blanks = Buffer.from('\r\n--xyz\r\n\r\n'.repeat(100));
    expect(expectInvalid(await send(Buffer.concat([before, blanks, after])))).to.deep.equal(['']);
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expectError(await send(form(many(1)), type), 'UNSUPPORTED_MEDIA_TYPE');
    }
    expectError(await send(form([{ name: 'large', bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }])), 'PAYLOAD_TOO_LARGE');
    const tooMuch = form(
      Array.from({ length: 6 }, (_, i) => ({ name: `${i}`, bytes: Buffer.alloc(10 * 1024 * 1024) })),
    );
    expectError(await send(tooMuch), 'PAYLOAD_TOO_LARGE');
  });

  it('that are unknown are refused in every write, and write nothing', async () => {
    const [a, unknown] = [await keep(owner()), hashOf(unique())];
    const assets = { a, b: unknown, c: unknown };
    const missing = { missing: [unknown] };
    const { id } = await create(owner(), { assets: { a } });
    const key = `/v1/documents/by-key/${unique()}`;
    const writes = [
      owner().post('/v1/documents', content({ assets })),
      owner().post(versionsOf(id), content({ assets })),
      owner().patch(`/v1/documents/${id}`, { assets }),
      owner().patch(`/v1/documents/${id}`, { assets, blocks: [] }),
      owner().put(key, content({ assets })),
    ];
    for (const answer of await Promise.all(writes))
      expect(expectError(answer, 'ASSET_NOT_FOUND')).to.deep.equal(missing);
    expectError(await owner().get(key), 'DOCUMENT_NOT_FOUND');
    expect(expectStatus(await owner().get(versionsOf(id)), 200)).to.include({ current_version: 1 });
  });

  it('are read by a document whose version names them', async () => {
    const [a, b] = [await keep(owner(), SVG), await keep(owner())];
    const { id } = await create(owner(), { assets: { a } });
    await push(owner(), id, { assets: { b } });
    const newest = (hash: string, client = owner()) => client.get(`/v1/documents/${id}/assets/${hash}`);
    const ofVersion = (version: number, hash: string) => owner().get(`${versionsOf(id)}/${version}/assets/${hash}`);
    expectStatus(await newest(b), 200);
    expectError(await newest(a), 'ASSET_NOT_FOUND');
    const read = await ofVersion(1, a);
    expect(expectStatus(read, 200) ?? read.bytes.equals(SVG)).to.not.equal(undefined);
    expect(header(read, 'Content-Disposition')).to.equal('attachment');
    expectError(await ofVersion(1, b), 'ASSET_NOT_FOUND');
    expectError(await ofVersion(3, b), 'VERSION_NOT_FOUND');
    expectError(await newest(b, other()), 'NOT_OWNER');
  });

  it('of public documents are for everybody, and of no others', async () => {
    const [a, b] = [await keep(owner(), SVG), await keep(owner())];
    const { id } = await create(owner(), { assets: { a }, visibility: 'public' });
    const secret = await create(owner(), { assets: { a } });
    const get = (document: string, hash: string, headers = {}) =>
      api.stranger.get(`/d/${document}/assets/${hash}`, headers);
    const read = await get(id, a);
    expect(read.bytes.equals(SVG)).to.equal(true);
    expect(read.headers).to.include({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      etag: `"${a}"`,
    });
    expect((await get(id, a, { 'If-None-Match': `"${a}"` })).status).to.equal(304);
    expect((await api.stranger.send('HEAD', `/d/${id}/assets/${a}`)).status).to.equal(200);
    const absent = await get('0'.repeat(24), a);
    expect(absent.status).to.equal(404);
    for (const answer of [
      await get(id, b),
      await get(secret.id, a),
      await get(id, 'x'),
      await get(id, hashOf('never')),
    ]) {
      expect([answer.status, answer.text]).to.deep.equal([404, absent.text]);
    }
    await push(owner(), id, { assets: { b } });
    expect((await get(id, a)).status).to.equal(404);
    expect((await get(id, b)).status).to.equal(200);
  });

  it('count as stored bytes where they are new', async () => {
    const metered = await api.caller({ plan: 'two-thousand-bytes' });
    const used = async () => {
      const limits = expectStatus(
        await metered.get<{ stored_bytes: { day: { remaining: number } } }>('/v1/limits'),
        200,
      );
      return 2_000 - limits.stored_bytes.day.remaining;
    };
    const bytes = randomBytes(900);
    for (let i = 0; i < 3; i++) await putBytes(metered, bytes);
    expect(await used()).to.equal(900);
    const full = await putBytes(metered, randomBytes(1_500));
    expect(expectError(full, 'RATE_LIMITED')).to.include({ window: 'bytes' });
  });
});
