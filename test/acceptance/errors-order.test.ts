import { expect } from 'chai';
import { content, create, listVersions, push, unique, unknownId } from '../http/making.js';
import { makeClient } from './client.js';
import { expectError, expectInvalid } from './expecting.js';
import { gzipSync } from 'node:zlib';

import { suite } from './suite.js';

const stale = { 'If-Match': '"7"' };
const malformedMatch = { 'If-Match': 'seven' };

suite('errors: order of verdict', ['alice', 'bob', 'reader', 'none'], ({ alice, bob, reader, none }) => {
  it('has the key (401) before the route (404, 405)', async () => {
    for (const caller of [makeClient(), makeClient('dk_wrong')]) {
      expect((await caller.get('/v1/nothing')).status).to.equal(401);
      expect((await caller.send('PUT', '/v1/folders')).status).to.equal(401);
      expect((await caller.get('/v1/documents/%zz')).status).to.equal(401);
    }
  });

  it('has the key (401) before type, size and content of the body', async () => {
    const caller = makeClient();
    const body = new Uint8Array(gzipSync(Buffer.alloc(11 * 1024 * 1024, ' ')));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expectError(await caller.send('POST', '/v1/documents', { headers, body }), 401, 'MISSING_API_KEY');
    expectError(await caller.postText('/v1/documents', '{"a'), 401, 'MISSING_API_KEY');
    expectError(await caller.post('/v1/documents', {}, { 'Content-Type': 'text/plain' }), 401, 'MISSING_API_KEY');
  });

  it('has the route (404, 405) before the role (403)', async () => {
    expectError(await none.get('/v1/nothing'), 404, 'ROUTE_NOT_FOUND');
    expectError(await none.send('PUT', '/v1/folders'), 405, 'METHOD_NOT_ALLOWED');
    expectError(await none.post('/v1/documents/search', {}), 405, 'METHOD_NOT_ALLOWED');
  });

  it('has the role (403) before type, size and content of the body', async () => {
    expectError(await reader.post('/v1/documents', {}), 403, 'INSUFFICIENT_ROLE');
    expectError(await reader.postText('/v1/documents', '{"a'), 403, 'INSUFFICIENT_ROLE');
    expectError(await reader.post('/v1/documents', {}, { 'Content-Type': 'text/plain' }), 403, 'INSUFFICIENT_ROLE');
    const body = new Uint8Array(gzipSync(Buffer.alloc(11 * 1024 * 1024, ' ')));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expectError(await reader.send('POST', '/v1/documents', { headers, body }), 403, 'INSUFFICIENT_ROLE');
  });

  it('has the role (403) before the parameters (400, 422)', async () => {
    expectError(await none.get('/v1/documents/search'), 403, 'INSUFFICIENT_ROLE');
    expectError(await none.get('/v1/documents/search?limit=0'), 403, 'INSUFFICIENT_ROLE');
    expectError(await none.get('/v1/folders?limit=0'), 403, 'INSUFFICIENT_ROLE');
    expectError(await none.get(`/v1/documents/${unknownId()}/versions/0`), 403, 'INSUFFICIENT_ROLE');
  });

  it('has the role (403) before existence (404)', async () => {
    expectError(await none.get(`/v1/documents/${unknownId()}`), 403, 'INSUFFICIENT_ROLE');
    expectError(await reader.delete('/v1/documents/x'), 403, 'INSUFFICIENT_ROLE');
    expectError(await none.get(`/v1/folders?parent_id=${unknownId()}`), 403, 'INSUFFICIENT_ROLE');
  });

  it('has body and parameters (400) before existence (404)', async () => {
    expectInvalid(await alice.post(`/v1/documents/${unknownId()}/versions`, {}));
    expectInvalid(await alice.postText(`/v1/documents/${unknownId()}/versions`, '{"a'));
    expectInvalid(await alice.get(`/v1/documents/${unknownId()}/versions?limit=0`));
    expectInvalid(await alice.post('/v1/documents', content({ title: '', folder_id: unknownId() })));
    expectInvalid(await alice.post('/v1/folders', { name: '', parent_id: unknownId() }));
    expectInvalid(await alice.get(`/v1/folders?parent_id=${unknownId()}&limit=0`));
    expectInvalid(await alice.get(`/v1/documents/search?q=x&offset=-1&folder_id=${unknownId()}`));
    const path = `/v1/documents/${unknownId()}/versions`;
    expectError(await alice.post(path, {}, { 'Content-Type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const body = new Uint8Array(gzipSync(Buffer.alloc(11 * 1024 * 1024, ' ')));
    expectError(await alice.postText(path, body, { 'Content-Encoding': 'gzip' }), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('has a malformed If-Match or Idempotency-Key (400) before existence (404)', async () => {
    const path = `/v1/documents/${unknownId()}`;
    for (const headers of [malformedMatch, { 'Idempotency-Key': 'a b' }] as Record<string, string>[]) {
      expectInvalid(await alice.post(`${path}/versions`, content(), headers));
      expectInvalid(await alice.post(`${path}/versions/1/restore`, undefined, headers));
    }
    expectInvalid(await alice.delete(path, malformedMatch));
  });

  it('has the body (400) before ownership (403)', async () => {
    const { id } = await create(alice);
    expectInvalid(await bob.post(`/v1/documents/${id}/versions`, {}));
    expectInvalid(await bob.get(`/v1/documents/${id}/versions/0`));
    expectInvalid(await bob.delete(`/v1/documents/${id}`, malformedMatch));
  });

  it('has ownership (403) before the version (404) and preconditions (412)', async () => {
    const { id } = await create(alice);
    const path = `/v1/documents/${id}`;
    expectError(await bob.get(`${path}/versions/9`), 403, 'NOT_OWNER');
    expectError(await bob.post(`${path}/versions/9/restore`), 403, 'NOT_OWNER');
    expectError(await bob.delete(path, stale), 403, 'NOT_OWNER');
    expectError(await bob.post(`${path}/versions`, content(), stale), 403, 'NOT_OWNER');
    expectError(await bob.post(`${path}/versions/1/restore`, undefined, stale), 403, 'NOT_OWNER');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
  });

  it('has existence (404) before preconditions (412, 409)', async () => {
    const { id } = await create(alice);
    expectError(await alice.delete(`/v1/documents/${unknownId()}`, stale), 404, 'DOCUMENT_NOT_FOUND');
    expectError(await alice.post(`/v1/documents/${id}/versions/5/restore`, undefined, stale), 404, 'VERSION_NOT_FOUND');
    const key = { 'Idempotency-Key': unique() };
    await create(alice, {}, key);
    const elsewhere = await alice.post('/v1/documents', content({ folder_id: unknownId() }), key);
    expectError(elsewhere, 404, 'FOLDER_NOT_FOUND');
  });

  it('has a reused key (409) before the version (412)', async () => {
    const { id } = await create(alice);
    const key = { 'Idempotency-Key': unique() };
    await push(alice, id, {}, key);
    const reused = await alice.post(`/v1/documents/${id}/versions`, content(), { ...key, ...stale });
    expectError(reused, 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('has ownership (403) before If-None-Match (304)', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    for (const path of [`/v1/documents/${id}`, `/v1/documents/${id}/versions/1`, `/v1/documents/${id}/versions`]) {
      expectError(await bob.get(path, { 'If-None-Match': '"1"' }), 403, 'NOT_OWNER');
      expectError(await none.get(path, { 'If-None-Match': '"1"' }), 403, 'INSUFFICIENT_ROLE');
      expectError(await makeClient().get(path, { 'If-None-Match': '"1"' }), 401, 'MISSING_API_KEY');
    }
  });
});
