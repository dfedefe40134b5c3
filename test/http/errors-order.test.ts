import { gzipSync } from 'node:zlib';
import { newApiKey } from '../../src/domain/api-key.js';
import { expectError, expectInvalid, expectStatus, type Client } from './client.js';
import { content, create, createFolder, restoreOf, unique, unknownId, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const LARGE = gzipSync(Buffer.alloc(11 * 1024 * 1024, ' '));
const GZIP = { 'Content-Encoding': 'gzip' };
const TEXT = { 'Content-Type': 'text/plain' };

describeHttp('the order of judgement has', (api) => {
  let alice: Client;
  let bob: Client;
  let none: Client;
  before(async () => {
    [alice, bob, none] = await Promise.all([api.caller(), api.caller(), api.caller({ roles: [] })]);
  });

  it('the key (401) before the rate (429) and the route (404, 405)', async () => {
    const slow = await exhausted();
    expectError(await slow.get('/v1/folders', { 'X-API-Key': newApiKey() }), 'INVALID_API_KEY');
    expectError(await api.stranger.get('/v1/nothing'), 'MISSING_API_KEY');
    expectError(await api.stranger.send('PUT', '/v1/folders'), 'MISSING_API_KEY');
    expectError(await api.stranger.postText('/v1/documents', LARGE, GZIP), 'MISSING_API_KEY');
  });

  it('the rate (429) before the route (404, 405), the role (403) and the body (400, 413, 415)', async () => {
    const slow = await exhausted([]);
    expectError(await slow.get('/v1/nothing'), 'RATE_LIMITED');
    expectError(await slow.send('PUT', '/v1/folders'), 'RATE_LIMITED');
    expectError(await slow.get('/v1/folders'), 'RATE_LIMITED');
    expectError(await slow.postText('/v1/documents', '{"a'), 'RATE_LIMITED');
    expectError(await slow.postText('/v1/documents', LARGE, GZIP), 'RATE_LIMITED');
  });

  it('the role (403) before body and parameters (400, 413, 415, 422) and existence (404)', async () => {
    for (const path of ['/v1/documents', '/v1/folders', versionsOf(unknownId())]) {
      expectError(await none.postText(path, '{"a'), 'INSUFFICIENT_ROLE');
      expectError(await none.postText(path, 'x', TEXT), 'INSUFFICIENT_ROLE');
      expectError(await none.postText(path, LARGE, GZIP), 'INSUFFICIENT_ROLE');
    }
    expectError(await none.get('/v1/documents/search'), 'INSUFFICIENT_ROLE');
    expectError(await none.get('/v1/documents/search?limit=0'), 'INSUFFICIENT_ROLE');
    expectError(await none.get(`/v1/documents/${unknownId()}/versions/0`), 'INSUFFICIENT_ROLE');
    expectError(await none.delete(`/v1/documents/${unknownId()}`, { 'If-Match': 'x' }), 'INSUFFICIENT_ROLE');
  });

  it('body, parameters and their headers (400, 413, 415) before existence (404)', async () => {
    const path = versionsOf(unknownId());
    expectInvalid(await alice.postText(path, '{"a'));
    expectInvalid(await alice.post(path, {}));
    expectError(await alice.postText(path, 'x', TEXT), 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await alice.postText(path, LARGE, GZIP), 'PAYLOAD_TOO_LARGE');
    expectInvalid(await alice.post(path, content(), { 'If-Match': 'x' }));
    expectInvalid(await alice.post(path, content(), { 'Idempotency-Key': 'a b' }));
    expectInvalid(await alice.get(`${path}?limit=0`));
    expectInvalid(await alice.get(`${path}/0`));
    expectInvalid(await alice.post('/v1/documents', content({ title: '', folder_id: unknownId() })));
    expectInvalid(await alice.post('/v1/folders', { name: '', parent_id: unknownId() }));
    expectInvalid(await alice.get(`/v1/documents/search?q=x&offset=-1&folder_id=${unknownId()}`));
  });

  it('the body (400) before ownership (403)', async () => {
    const { id } = await create(alice);
    expectInvalid(await bob.post(versionsOf(id), {}));
    expectInvalid(await bob.delete(`/v1/documents/${id}`, { 'If-Match': 'x' }));
  });

  it('ownership (403) before the version (404) and preconditions (412, 409)', async () => {
    const { id } = await create(alice);
    const key = { 'Idempotency-Key': unique() };
    expectStatus(await alice.post(versionsOf(id), content({ title: 'One' }), key), 201);
    expectError(await bob.get(`${versionsOf(id)}/9`), 'NOT_OWNER');
    expectError(await bob.post(restoreOf(id, 9)), 'NOT_OWNER');
    expectError(await bob.delete(`/v1/documents/${id}`, { 'If-Match': '"9"' }), 'NOT_OWNER');
    expectError(await bob.post(versionsOf(id), content(), key), 'NOT_OWNER');
    expectError(await bob.post(versionsOf(id), content(), { 'If-Match': '"9"' }), 'NOT_OWNER');
  });

  it('existence (404) before preconditions (412, 409)', async () => {
    const { id } = await create(alice);
    expectError(await alice.post(restoreOf(id, 2), undefined, { 'If-Match': '"9"' }), 'VERSION_NOT_FOUND');
    expectError(await alice.delete(`/v1/documents/${unknownId()}`, { 'If-Match': '"9"' }), 'DOCUMENT_NOT_FOUND');
    const key = { 'Idempotency-Key': unique() };
    await createFolder(alice);
    expectStatus(await alice.post('/v1/documents', content({ title: 'One' }), key), 201);
    expectError(await alice.post('/v1/documents', content({ folder_id: unknownId() }), key), 'FOLDER_NOT_FOUND');
  });

  it('a reused key (409) before the version (412)', async () => {
    const { id } = await create(alice);
    const key = { 'Idempotency-Key': unique() };
    expectStatus(await alice.post(versionsOf(id), content({ title: 'One' }), key), 201);
    const both = { ...key, 'If-Match': '"9"' };
    expectError(await alice.post(versionsOf(id), content({ title: 'Two' }), both), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('existence (404) and preconditions (409) before quota (403)', async () => {
    const poor = await api.caller({ plan: 'two-documents' });
    const key = { 'Idempotency-Key': unique() };
    const body = content();
    const first = await poor.post('/v1/documents', body, key);
    await create(poor);
    expectError(await poor.post('/v1/documents', content()), 'QUOTA_EXCEEDED');
    expectError(await poor.post('/v1/documents', content({ folder_id: unknownId() })), 'FOLDER_NOT_FOUND');
    expectError(await poor.post('/v1/documents', content(), key), 'IDEMPOTENCY_KEY_REUSED');
    expectInvalid(await poor.post('/v1/documents', {}));
    const repeat = await poor.post('/v1/documents', body, key);
    expectStatus(repeat, 201);
    if (repeat.text !== first.text) throw new Error('a repeat answered something else');
  });

  async function exhausted(roles?: []): Promise<Client> {
    const slow = await api.caller({ plan: 'three-a-minute', ...(roles && { roles }) });
    for (let i = 0; i < 3; i++) await slow.get('/v1/folders');
    return slow;
  }
});
