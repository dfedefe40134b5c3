import { expect } from 'chai';

import { makeClient } from './client.js';
import { expectStatus, header } from './expecting.js';
import { suite } from './suite.js';

interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, { responses: Record<string, unknown>; requestBody?: unknown }>>;
}

const operations: [string, string, string, number[]][] = [
  ['post', '/v1/documents', '201', [400, 401, 403, 404, 409, 413, 415, 429, 500, 503]],
  ['get', '/v1/documents/search', '200', [400, 401, 403, 404, 422, 429, 500, 503]],
  ['get', '/v1/documents/{}', '200', [401, 403, 404, 429, 500, 503]],
  ['get', '/v1/documents/{}/view', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['patch', '/v1/documents/{}', '200', [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503]],
  ['delete', '/v1/documents/{}', '204', [400, 401, 403, 404, 412, 429, 500, 503]],
  ['post', '/v1/documents/{}/versions', '201', [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503]],
  ['get', '/v1/documents', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['post', '/v1/bulk', '200', [400, 401, 403, 415, 429, 500, 503]],
  ['put', '/v1/documents/by-key/{}', '200', [201, 400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503]],
  ['get', '/v1/documents/by-key/{}', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['delete', '/v1/documents/by-key/{}', '204', [400, 401, 403, 404, 412, 429, 500, 503]],
  ['get', '/v1/documents/{}/versions', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['get', '/v1/documents/{}/versions/{}', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['get', '/v1/documents/{}/versions/{}/diff/{}', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['post', '/v1/documents/{}/versions/{}/restore', '201', [400, 401, 403, 404, 409, 412, 429, 500, 503]],
  ['post', '/v1/folders', '201', [400, 401, 403, 404, 409, 413, 415, 429, 500, 503]],
  ['get', '/v1/folders', '200', [400, 401, 403, 404, 429, 500, 503]],
  ['get', '/v1/limits', '200', [401, 429, 500, 503]],
];

const codes = [
  'VALIDATION_ERROR',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_ROLE',
  'NOT_OWNER',
  'QUOTA_EXCEEDED',
  'DOCUMENT_NOT_FOUND',
  'VERSION_NOT_FOUND',
  'PART_NOT_FOUND',
  'FOLDER_NOT_FOUND',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'IDEMPOTENCY_KEY_REUSED',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'QUERY_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** Every list under a key `enum`, wherever it is. */
function enums(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'enum' && Array.isArray(inner) ? [inner as unknown[]] : enums(inner),
  );
}

suite('openapi', ['alice'], ({ alice }) => {
  const anyone = makeClient();
  let description: Description;
  before(async () => {
    description = expectStatus(await anyone.get<Description>('/openapi.json'), 200);
  });

  it('is OpenAPI 3.1, as JSON, without a key', async () => {
    expect(description.openapi).to.match(/^3\.1\.\d+$/);
    expect(header(await alice.get('/openapi.json'), 'Content-Type')).to.include('json');
    expect(description.info.title).to.be.a('string');
  });

  for (const [method, path, success, errors] of operations) {
    it(`describes ${method.toUpperCase()} ${path} with its answers`, () => {
      const found = Object.entries(description.paths).find(([known]) => known.replace(/\{\w+\}/g, '{}') === path);
      const operation = found?.[1][method];
      expect(operation, path).to.be.an('object');
      const described = Object.keys(operation?.responses ?? {});
      expect(described).to.include(success);
      if (!described.includes('default')) expect(described).to.include.members(errors.map(String));
    });
  }

  it('describes no other operation under /v1', () => {
    const described = Object.entries(description.paths)
      .filter(([path]) => path.startsWith('/v1'))
      .flatMap(([, methods]) => Object.keys(methods).filter((method) => /^(get|put|post|delete|patch)$/.test(method)));
    expect(described).to.have.length(operations.length);
  });

  it('has every error code in an enum', () => {
    const mentioned = new Set(enums(description).flat());
    expect([...mentioned]).to.include.members(codes);
  });

  it('names the header of the key', () => {
    expect(JSON.stringify(description)).to.match(/"X-API-Key"/i);
  });
});

suite('health', ['alice'], () => {
  const anyone = makeClient();

  for (const path of ['/health/live', '/health/ready']) {
    it(`answers 200 on ${path} without a key`, async () => {
      expectStatus(await anyone.get(path), 200);
    });
  }

  it('has no limit', async () => {
    for (let n = 0; n < 50; n++) expectStatus(await anyone.get('/health/live'), 200);
  });

  it('has metrics elsewhere', async () => {
    expectStatus(await anyone.get('/metrics'), 404);
  });

  it('lets no foreign page read answers', async () => {
    const { headers } = await anyone.get('/health/live', { Origin: 'https://nowhere.example' });
    expect(headers.get('Access-Control-Allow-Origin')).to.be.oneOf([null, undefined]);
  });
});
