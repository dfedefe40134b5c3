import { expect } from 'chai';

import { makeClient } from './client.js';
import { expectError, expectInvalid, header } from './expecting.js';
import { createDocument, documentBody, paragraph } from './making.js';
import { rawBytes } from './raw.js';
import { suite } from './suite.js';
import { baseUrl } from './target.js';

suite('errors: shape', ['alice'], ({ alice }) => {
  for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/documents/a/b/c', '/v1/folders/x', '/v2/documents']) {
    it(`is that of every error for the unknown route ${path}`, async () => {
      expectError(await alice.get(path), 404, 'ROUTE_NOT_FOUND');
    });
  }

  for (const path of ['/', '/nothing', '/favicon.ico', '/metrics', '/%zz']) {
    it(`is that of every error outside /v1 too, without a key: ${path}`, async () => {
      expectError(await makeClient().get(path), 404, 'ROUTE_NOT_FOUND');
    });
  }

  const routes: [string, string[], string[]][] = [
    ['/v1/documents', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/by-key/a', ['GET', 'HEAD', 'PUT', 'DELETE'], ['POST', 'PATCH']],
    ['/v1/bulk', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/search', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID', ['GET', 'HEAD', 'PATCH', 'DELETE'], ['POST', 'PUT']],
    ['/v1/documents/ID/versions', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID/versions/1', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID/versions/1/restore', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/folders', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
  ];
  for (const [route, allowed, others] of routes) {
    it(`is 405 with Allow for another method on ${route}`, async () => {
      const path = route.replace('ID', (await createDocument(alice)).id);
      for (const method of others) {
        const answer = await alice.send(method, path);
        expectError(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(header(answer, 'Allow').split(/,\s*/), method).to.have.members(allowed);
      }
    });
  }

  it('names each fault by its path', async () => {
    const blocks = [paragraph(), paragraph(), paragraph(), { type: 'video', content: 5 }];
    const faults = expectInvalid(await alice.post('/v1/documents', { title: '', blocks, visibility: 'secret' }));
    expect(faults.map((fault) => fault.path)).to.include.members([
      '/title',
      '/blocks/3/type',
      '/blocks/3/content',
      '/visibility',
    ]);
    for (const fault of faults) expect(fault).to.have.all.keys('path', 'message');
  });

  it('names the first 100 faults and no more', async () => {
    const blocks = Array.from({ length: 150 }, () => ({ type: 'video', content: '' }));
    const faults = expectInvalid(await alice.post('/v1/documents', documentBody({ blocks })));
    expect(faults).to.have.length(100);
    expect(faults[3]?.path).to.equal('/blocks/3/type');
  });

  it('judges the number of blocks before the blocks', async () => {
    const blocks = Array.from({ length: 10_001 }, () => ({}));
    const paths = expectInvalid(await alice.post('/v1/documents', documentBody({ blocks }))).map((fault) => fault.path);
    expect(paths).to.include('/blocks');
    expect(paths.filter((path) => path.startsWith('/blocks/'))).to.deep.equal([]);
  });

  it('tells nothing of the server', async () => {
    const answers = [
      await alice.postText('/v1/documents', '{"a'),
      await alice.get('/v1/documents/%zz'),
      await alice.get('/nothing'),
      await alice.post('/v1/documents', { title: { toString: 1 }, blocks: 'x' }),
    ];
    for (const answer of answers) {
      expect(answer.text).not.to.match(/node_modules|\.[jt]s:\d|\bat \S+ \(|ENOENT|SyntaxError|\/home\/|\/app\//);
      expect(answer.headers.get('X-Powered-By')).to.equal(null);
    }
  });
});

suite('errors: of the HTTP parser', ['alice'], () => {
  function expectShape(received: string, status: number): void {
    expect(received.split('\r\n')[0]).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as { error: object };
    expect(body).to.have.all.keys('error');
    expect(body.error).to.have.all.keys('code', 'message', 'details');
  }

  it('have the same shape for what is not HTTP', async () => {
    expectShape(await rawBytes('NONSENSE\r\n\r\n'), 400);
  });

  it('have the same shape for a malformed header', async () => {
    expectShape(
      await rawBytes(`GET /v1/folders HTTP/1.1\r\nHost: ${new URL(baseUrl()).host}\r\nno colon\r\n\r\n`),
      400,
    );
  });

  it('have the same shape for headers that are too large', async () => {
    const large = `X-Filling: ${'x'.repeat(100_000)}\r\n`;
    const host = new URL(baseUrl()).host;
    expectShape(await rawBytes(`GET /v1/folders HTTP/1.1\r\nHost: ${host}\r\n${large}\r\n`), 431);
  });
});
