import { expect } from 'chai';
import { header } from '../http/client.js';
import { content, create, createFolder, keyPath, push, searchFor, unique } from '../http/making.js';
import { makeClient } from './client.js';
import { suite } from './suite.js';

/** They differ from one answer to the next. */
const VOLATILE = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'connection', 'keep-alive'];

suite('caching: ETag', ['alice'], ({ alice }) => {
  it('of a document is its version in quotes', async () => {
    const { id } = await create(alice);
    expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal('"1"');
    await push(alice, id);
    expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal('"2"');
  });

  const matching = ['"2"', 'W/"2"', '"1", "2"', '"x" , W/"2","3"', '"2-gzip"', 'W/"2-br"', '"1-gzip","2--gzip"'];
  for (const match of matching) {
    it(`at version 2 gets 304 for If-None-Match ${match}, without a body`, async () => {
      const { id } = await create(alice);
      await push(alice, id);
      const answer = await alice.get(`/v1/documents/${id}`, { 'If-None-Match': match });
      expect(answer.status).to.equal(304);
      expect(answer.bytes.length).to.equal(0);
      expect(answer.headers.etag).to.equal('"2"');
      expect(answer.headers['x-request-id']).to.be.a('string');
    });
  }

  it('gets 304 also where the request says Cache-Control: no-cache, as fetch makes it', async () => {
    const { id, title } = await create(alice);
    for (const path of [`/v1/documents/${id}`, `/v1/documents/${id}/versions/1`, searchFor({ q: title })]) {
      const etag = header(await alice.get(path), 'ETag');
      const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
      expect((await alice.get(path, headers)).status, path).to.equal(304);
    }
  });

  for (const match of ['"1"', '"22"', 'W/"1", "3"', '2', '""', '"1-gzip"', '"2-lzma"', '"-gzip"']) {
    it(`at version 2 gets 200 for If-None-Match ${match}`, async () => {
      const { id } = await create(alice);
      await push(alice, id);
      expect((await alice.get(`/v1/documents/${id}`, { 'If-None-Match': match })).status).to.equal(200);
    });
  }

  it('is on every answer to a GET, and gets 304 with every end that a compressing proxy adds', async () => {
    const { id, title } = await create(alice, { visibility: 'public' });
    const { id: parent } = await createFolder(alice);
    const key = keyPath(unique());
    await alice.put(key, content());
    const paths = [
      `/v1/documents/${id}/versions`,
      `/v1/documents/${id}/versions/1`,
      `/v1/documents/${id}/versions/1/diff/1`,
      searchFor({ q: title }),
      `/v1/folders?parent_id=${parent}`,
      `/v1/documents?folder_id=${parent}`,
      key,
      `/d/${id}`,
      `/d/${id}.md`,
      `/d/${id}.json`,
      '/openapi.json',
    ];
    for (const path of paths) {
      const first = await alice.get(path);
      const etag = header(first, 'ETag');
      expect(etag).to.match(/^(W\/)?"[^"]+"$/);
      for (const match of [
        etag,
        '*',
        `"other", ${etag}`,
        `W/${etag.replace(/^W\//, '')}`,
        ...['-gzip', '-br', '-zstd', '--gzip'].map((end) => `${etag.slice(0, -1)}${end}"`),
      ]) {
        const second = await alice.get(path, { 'If-None-Match': match });
        expect([second.status, second.text], path).to.deep.equal([304, '']);
        expect(header(second, 'ETag')).to.equal(etag);
      }
      for (const other of ['"other"', 'W/"other"', '"x", "y"', 'x', '"other-gzip"', '"-gzip"']) {
        expect((await alice.get(path, { 'If-None-Match': other })).status).to.equal(200);
      }
    }
  });

  it('of lists is another after a write to them, of a version not', async () => {
    const { id, title } = await create(alice);
    const { id: parent_id } = await createFolder(alice);
    const lists = [`/v1/documents/${id}/versions`, searchFor({ q: title }), `/v1/folders?parent_id=${parent_id}`];
    const paths = [...lists, `/v1/documents/${id}/versions/1`];
    const etags = async (): Promise<string[]> =>
      Promise.all(paths.map(async (path) => header(await alice.get(path), 'ETag')));
    const before = await etags();
    expect(await etags()).to.deep.equal(before);
    await push(alice, id, { title });
    await createFolder(alice, { parent_id });
    const after = await etags();
    expect(after.map((etag, n) => etag === before[n])).to.deep.equal([false, false, false, true]);
  });

  it('of a search tells what was asked and what was found apart', async () => {
    const title = unique();
    const path = searchFor({ q: title });
    const empty = header(await alice.get(path), 'ETag');
    await create(alice, { title });
    expect((await alice.get(path, { 'If-None-Match': empty })).status).to.equal(200);
  });
});

suite('caching: HEAD', ['alice'], ({ alice }) => {
  it('answers as GET, without a body, in each coding', async () => {
    const { id, title } = await create(alice, { visibility: 'public' });
    const paths = [
      `/v1/documents/${id}`,
      `/v1/documents/${id}/versions`,
      `/v1/documents/${id}/versions/1`,
      searchFor({ q: title }),
      '/v1/folders?limit=1',
      '/health/live',
      '/health/ready',
      '/openapi.json',
      `/d/${id}`,
      '/v1/nothing',
      '/v1/documents/search',
      '/v1/documents/x',
      '/d/x',
      '/nothing',
      '/v1/folders?limit=0',
    ];
    for (const path of paths) {
      for (const coding of ['gzip', 'br', 'identity']) {
        const ask = (method: string) => alice.send(method, path, { headers: { 'Accept-Encoding': coding } });
        const [get, own] = [await ask('GET'), await ask('HEAD')];
        expect([own.status, own.bytes.length], path).to.deep.equal([get.status, 0]);
        for (const [name, value] of Object.entries(own.headers)) {
          if (!VOLATILE.includes(name)) expect(get.headers[name], `${path} ${name}`).to.deep.equal(value);
        }
        for (const name of ['content-type', 'etag', 'vary', 'cache-control', 'content-security-policy']) {
          expect(own.headers[name], `${path} ${name}`).to.equal(get.headers[name]);
        }
      }
    }
  });

  it('is not modified as GET is', async () => {
    const { id } = await create(alice);
    expect((await alice.head(`/v1/documents/${id}`, { 'If-None-Match': '"1"' })).status).to.equal(304);
  });

  it('is 401 without a key', async () => {
    expect((await makeClient().head('/v1/folders')).status).to.equal(401);
  });
});
