import { expect } from 'chai';
import { ERRORS, type ErrorCode } from '../../src/domain/errors.js';
import { newApiKey } from '../../src/domain/api-key.js';
import { expectError, type Answer, type Client } from './client.js';
import { content, create, unique, unknownId, versionsOf } from './making.js';
import { describeHttp, type Api } from './suite.js';

/** Codes that need more than a request to a sound service; each has a suite of its own beside this one. */
type Elsewhere = 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE' | 'INTERNAL_ERROR' | 'UNAVAILABLE';

type Trigger = (alice: Client, api: Api) => Promise<Answer>;

const TRIGGERS: Record<Exclude<ErrorCode, Elsewhere>, Trigger> = {
  VALIDATION_ERROR: (alice) => alice.post('/v1/documents', { title: 'x' }),
  MISSING_API_KEY: (_alice, { stranger }) => stranger.get('/v1/folders'),
  INVALID_API_KEY: (_alice, { stranger }) => stranger.get('/v1/folders', { 'X-API-Key': newApiKey() }),
  INSUFFICIENT_ROLE: async (_alice, api) => (await api.caller({ roles: ['documents:read'] })).get('/v1/folders'),
  NOT_OWNER: async (alice, api) => alice.get(`/v1/documents/${(await create(await api.caller())).id}`),
  QUOTA_EXCEEDED: async (_alice, api) => {
    const poor = await api.caller({ plan: 'two-documents' });
    await create(poor);
    await create(poor);
    return poor.post('/v1/documents', content());
  },
  DOCUMENT_NOT_FOUND: (alice) => alice.get(`/v1/documents/${unknownId()}`),
  VERSION_NOT_FOUND: async (alice) => alice.get(`${versionsOf((await create(alice)).id)}/2`),
  PART_NOT_FOUND: async (alice) => alice.get(`/v1/documents/${(await create(alice)).id}/view?part=2`),
  FOLDER_NOT_FOUND: (alice) => alice.get(`/v1/folders?parent_id=${unknownId()}`),
  ROUTE_NOT_FOUND: (alice) => alice.get('/v1/nothing'),
  METHOD_NOT_ALLOWED: (alice) => alice.send('PATCH', '/v1/folders'),
  IDEMPOTENCY_KEY_REUSED: async (alice) => {
    const headers = { 'Idempotency-Key': unique() };
    await alice.post('/v1/folders', { name: 'one' }, headers);
    return alice.post('/v1/folders', { name: 'two' }, headers);
  },
  PRECONDITION_FAILED: async (alice) =>
    alice.delete(`/v1/documents/${(await create(alice)).id}`, { 'If-Match': '"2"' }),
  PAYLOAD_TOO_LARGE: (alice) => alice.postText('/v1/folders', ' '.repeat(10 * 1024 * 1024 + 1)),
  UNSUPPORTED_MEDIA_TYPE: (alice) => alice.postText('/v1/folders', 'x', { 'Content-Type': 'text/plain' }),
  QUERY_REQUIRED: (alice) => alice.get('/v1/documents/search'),
  RATE_LIMITED: async (_alice, api) => {
    const slow = await api.caller({ plan: 'three-a-minute' });
    for (let i = 0; i < 3; i++) await slow.get('/v1/folders');
    return slow.get('/v1/folders');
  },
};

/** What `details` say; of the others they are empty. */
const DETAILS: Partial<Record<ErrorCode, object>> = {
  INSUFFICIENT_ROLE: { required: 'folders:read' },
  QUOTA_EXCEEDED: { used: 2, limit: 2 },
  METHOD_NOT_ALLOWED: { allow: 'POST, GET, HEAD' },
  PRECONDITION_FAILED: { current_version: 1 },
  PAYLOAD_TOO_LARGE: { limit: 10 * 1024 * 1024 },
  RATE_LIMITED: { window: 'minute' },
};

describeHttp('the error table', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  for (const [code, trigger] of Object.entries(TRIGGERS) as [ErrorCode, Trigger][]) {
    it(`has a way to ${ERRORS[code].status} ${code}`, async () => {
      const details = expectError(await trigger(alice, api), code);
      if (code !== 'VALIDATION_ERROR') expect(details).to.deep.equal(DETAILS[code] ?? {});
    });
  }
});

const ROUTES: [string, string[], string[]][] = [
  ['/v1/documents', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/by-key/a/b', ['GET', 'HEAD', 'PUT', 'DELETE'], ['POST', 'PATCH', 'OPTIONS']],
  ['/v1/bulk', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/search', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/x', ['GET', 'HEAD', 'PATCH', 'DELETE'], ['POST', 'PUT', 'OPTIONS']],
  ['/v1/documents/x/view', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/x/versions', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/x/versions/1', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/documents/x/versions/1/restore', ['POST'], ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/folders', ['GET', 'HEAD', 'POST'], ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/limits', ['GET', 'HEAD'], ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
];

describeHttp('routes', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  for (const [path, taken, others] of ROUTES) {
    it(`take ${taken.join(', ')} at ${path} and nothing else`, async () => {
      for (const method of others) {
        const answer = await alice.send(method, path);
        expectError(answer, 'METHOD_NOT_ALLOWED');
        expect(answer.headers['allow']?.split(', '), method).to.have.members(taken);
      }
      expect((await alice.send('HEAD', path)).status).to.equal(taken.includes('HEAD') ? headStatus(path) : 405);
    });
  }

  const UNKNOWN = [
    '/v1/x',
    '/v1/documents/',
    '/v1/documents/x/y',
    '/v1/documents/x/versions/',
    '/v1/Documents',
    '/V1/folders',
    '/v1//folders',
    '/v2/folders',
  ];
  for (const path of UNKNOWN) {
    it(`are none at ${path}`, async () => {
      expectError(await alice.get(path), 'ROUTE_NOT_FOUND');
      expectError(await alice.post(path, {}), 'ROUTE_NOT_FOUND');
    });
  }

  it('outside of /v1 need no key and take GET alone', async () => {
    for (const path of ['/health/live', '/health/ready', '/openapi.json', '/d/x']) {
      const answer = await api.stranger.post(path, {});
      expectStatusOnly(answer, 405);
      expect(answer.headers['allow']).to.equal('GET, HEAD');
    }
    expectError(await api.stranger.get('/nothing'), 'ROUTE_NOT_FOUND');
  });
});

function headStatus(path: string): number {
  return path.endsWith('/search') ? 422 : /\/(folders|limits|v1\/documents)$/.test(path) ? 200 : 404;
}

function expectStatusOnly(answer: Answer, status: number): void {
  expect(answer.status, answer.text).to.equal(status);
}
