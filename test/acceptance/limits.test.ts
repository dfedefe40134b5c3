import { expect } from 'chai';
import { header, type Answer } from '../http/client.js';
import { content, create, unknownId } from '../http/making.js';
import { makeClient } from './client.js';
import { expectRateHeaders } from './expecting.js';
import { suite } from './suite.js';

suite('limits: headers', ['alice', 'bob', 'none'], ({ alice, bob, none }) => {
  const answers: [string, number, (id: string) => Promise<Answer>][] = [
    ['what was made', 201, () => alice.post('/v1/documents', content())],
    ['what was read', 200, (id) => alice.get(`/v1/documents/${id}`)],
    ['what was not modified', 304, (id) => alice.get(`/v1/documents/${id}`, { 'If-None-Match': '"1"' })],
    ['a fault', 400, () => alice.post('/v1/documents', {})],
    ['a missing key', 401, () => makeClient().get('/v1/folders')],
    ['an invalid key', 401, () => makeClient('dk_x').post('/v1/documents', {})],
    ['a missing role', 403, () => none.get('/v1/folders')],
    ['another owner', 403, (id) => bob.get(`/v1/documents/${id}`)],
    ['an unknown document', 404, () => alice.get(`/v1/documents/${unknownId()}`)],
    ['an unknown route', 404, () => alice.get('/v1/nothing')],
    ['a malformed path', 404, () => alice.get('/v1/documents/%zz')],
    ['another method', 405, () => alice.send('PUT', '/v1/folders')],
    ['a stale precondition', 412, (id) => alice.delete(`/v1/documents/${id}`, { 'If-Match': '"9"' })],
    ['another type', 415, () => alice.post('/v1/folders', {}, { 'Content-Type': 'text/plain' })],
    ['a missing query', 422, () => alice.get('/v1/documents/search')],
    ['too large a body', 413, () => alice.postText('/v1/documents', ' '.repeat(11 * 1024 * 1024))],
    ['what was deleted', 204, (id) => alice.delete(`/v1/documents/${id}`)],
  ];
  for (const [what, status, ask] of answers) {
    it(`are on the answer to ${what} (${status}), with Cache-Control`, async () => {
      const { id } = await create(alice);
      const answer = await ask(id);
      expect(answer.status).to.equal(status);
      expectRateHeaders(answer);
      expect(header(answer, 'Cache-Control')).to.equal('private, no-cache');
    });
  }

  it('are on the answer to HEAD', async () => {
    const { headers } = await alice.head('/v1/folders');
    for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).to.match(/^\d+$/);
  });
});
