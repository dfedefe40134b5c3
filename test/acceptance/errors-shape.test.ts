import { expect } from 'chai';
import { header } from '../http/client.js';
import { content, create, paragraph } from '../http/making.js';
import { makeClient } from './client.js';
import { expectError, expectInvalid } from './expecting.js';
import { suite } from './suite.js';

suite('errors: shape', ['alice'], ({ alice }) => {
  const unknown = ['/v1', '/v1/', '/v1/nothing', '/v1/documents/', '/v1/documents/a/b', '/v1/documents/a/b/c'];
  const likeKnown = [
    '/v1/documents/a/versions/',
    '/v1/Documents',
    '/V1/folders',
    '/v1//folders',
    '/v1/Folders/x',
    '/v2/documents',
  ];
  for (const path of [...unknown, ...likeKnown]) {
    it(`is that of every error for the unknown route ${path}`, async () => {
      expectError(await alice.get(path), 404, 'ROUTE_NOT_FOUND');
      expectError(await alice.post(path, {}), 404, 'ROUTE_NOT_FOUND');
    });
  }

  for (const path of ['/', '/nothing', '/favicon.ico', '/metrics', '/%zz']) {
    it(`is that of every error outside /v1 too, without a key: ${path}`, async () => {
      expectError(await makeClient().get(path, { Accept: 'application/json' }), 404, 'ROUTE_NOT_FOUND');
    });
  }

  const routes: [string, string[], string[]][] = [
    ['/v1/documents', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/by-key/a', ['GET', 'HEAD', 'PUT', 'DELETE'], ['POST', 'PATCH']],
    ['/v1/bulk', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/search', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID', ['GET', 'HEAD', 'PATCH', 'DELETE'], ['POST', 'PUT']],
    ['/v1/documents/ID/view', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID/versions', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID/versions/1', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/documents/ID/versions/1/restore', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/folders', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE']],
  ];
  for (const [route, allowed, others] of routes) {
    it(`is 405 with Allow for another method on ${route}`, async () => {
      const path = route.replace('ID', (await create(alice)).id);
      for (const method of [...others, 'OPTIONS']) {
        const answer = await alice.send(method, path);
        expect(expectError(answer, 405, 'METHOD_NOT_ALLOWED')).to.deep.equal({ allow: header(answer, 'Allow') });
        expect(header(answer, 'Allow').split(/,\s*/), method).to.have.members(allowed);
      }
      if (!allowed.includes('HEAD')) expect((await alice.send('HEAD', path)).status).to.equal(405);
    });
  }

  it('is that of no page outside /v1, which needs no key and takes GET alone', async () => {
    for (const path of ['/health/live', '/health/ready', '/openapi.json', '/d/x']) {
      const answer = await makeClient().post(path, {});
      expect([answer.status, header(answer, 'Allow')]).to.deep.equal([405, 'GET, HEAD']);
    }
  });

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
    const faults = expectInvalid(await alice.post('/v1/documents', content({ blocks })));
    expect(faults).to.have.length(100);
    expect(faults[3]?.path).to.equal('/blocks/3/type');
  });

  it('checks the number of blocks before the blocks', async () => {
    const blocks = Array.from({ length: 10_001 }, () => ({}));
    const paths = expectInvalid(await alice.post('/v1/documents', content({ blocks }))).map((fault) => fault.path);
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
      expect(answer.headers['x-powered-by']).to.equal(undefined);
    }
  });
});
