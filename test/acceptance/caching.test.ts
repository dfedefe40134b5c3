import { expect } from 'chai';

import { header } from './expecting.js';
import { createDocument, pushVersion, searchPath, unique } from './making.js';
import { rawRequest } from './raw.js';
import { suite } from './suite.js';

suite('caching: ETag', ['alice'], ({ alice }) => {
  it('of a document is its version in quotes', async () => {
    const { id } = await createDocument(alice);
    expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal('"1"');
    await pushVersion(alice, id);
    expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal('"2"');
  });

  const matching = ['"2"', 'W/"2"', '"1", "2"', '"x" , W/"2","3"'];
  for (const match of matching) {
    it(`at version 2 gets 304 for If-None-Match ${match}, without a body`, async () => {
      const { id } = await createDocument(alice);
      await pushVersion(alice, id);
      const answer = await rawRequest({
        path: `/v1/documents/${id}`,
        headers: { ...alice.key, 'If-None-Match': match },
      });
      expect(answer.status).to.equal(304);
      expect(answer.bytes.length).to.equal(0);
      expect(answer.headers.etag).to.equal('"2"');
      expect(answer.headers['x-request-id']).to.be.a('string');
    });
  }

  it('gets 304 also where the request says Cache-Control: no-cache, as fetch makes it', async () => {
    const { id, title } = await createDocument(alice);
    for (const path of [`/v1/documents/${id}`, `/v1/documents/${id}/versions/1`, searchPath({ q: title })]) {
      const etag = header(await alice.get(path), 'ETag');
      const headers = { ...alice.key, 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
      expect((await rawRequest({ path, headers })).status, path).to.equal(304);
    }
  });

  for (const match of ['"1"', '"22"', 'W/"1", "3"', '2', '""']) {
    it(`at version 2 gets 200 for If-None-Match ${match}`, async () => {
      const { id } = await createDocument(alice);
      await pushVersion(alice, id);
      expect((await alice.get(`/v1/documents/${id}`, { 'If-None-Match': match })).status).to.equal(200);
    });
  }

  it('is one for a version, a version list and a search, and gets 304', async () => {
    const { id, title } = await createDocument(alice);
    const paths = [`/v1/documents/${id}/versions`, `/v1/documents/${id}/versions/1`, searchPath({ q: title })];
    for (const path of paths) {
      const first = await alice.get(path);
      const etag = header(first, 'ETag');
      expect(etag).to.match(/^(W\/)?"[^"]+"$/);
      for (const match of [etag, `"other", ${etag}`, `W/${etag.replace(/^W\//, '')}`]) {
        const second = await alice.get(path, { 'If-None-Match': match });
        expect([second.status, second.text], path).to.deep.equal([304, '']);
        expect(header(second, 'ETag')).to.equal(etag);
      }
      expect((await alice.get(path, { 'If-None-Match': '"other"' })).status).to.equal(200);
    }
  });

  it('of a version list and a search is another after a push, of a version not', async () => {
    const { id, title } = await createDocument(alice);
    const paths = [`/v1/documents/${id}/versions`, searchPath({ q: title }), `/v1/documents/${id}/versions/1`];
    const etags = async (): Promise<string[]> =>
      Promise.all(paths.map(async (path) => header(await alice.get(path), 'ETag')));
    const before = await etags();
    await pushVersion(alice, id, { title });
    const after = await etags();
    expect(after.map((etag, n) => etag === before[n])).to.deep.equal([false, false, true]);
  });

  it('of a search tells what was asked and what was found apart', async () => {
    const title = unique();
    const path = searchPath({ q: title });
    const empty = header(await alice.get(path), 'ETag');
    await createDocument(alice, { title });
    expect((await alice.get(path, { 'If-None-Match': empty })).status).to.equal(200);
  });
});

suite('caching: HEAD', ['alice'], ({ alice }) => {
  const head = (path: string, headers: Record<string, string> = {}): ReturnType<typeof rawRequest> =>
    rawRequest({ method: 'HEAD', path, headers: { ...alice.key, ...headers } });

  it('answers as GET, without a body', async () => {
    const { id, title } = await createDocument(alice, { visibility: 'public' });
    const paths = [
      `/v1/documents/${id}`,
      `/v1/documents/${id}/versions`,
      `/v1/documents/${id}/versions/1`,
      searchPath({ q: title }),
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
      const [get, answer] = [await alice.get(path), await head(path)];
      expect(answer.status, path).to.equal(get.status);
      expect(answer.bytes.length).to.equal(0);
      for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy']) {
        expect(answer.headers[name], `${path} ${name}`).to.equal(get.headers.get(name) ?? undefined);
      }
    }
  });

  it('is not modified as GET is', async () => {
    const { id } = await createDocument(alice);
    expect((await head(`/v1/documents/${id}`, { 'If-None-Match': '"1"' })).status).to.equal(304);
  });

  it('is 401 without a key', async () => {
    expect((await rawRequest({ method: 'HEAD', path: '/v1/folders' })).status).to.equal(401);
  });
});
