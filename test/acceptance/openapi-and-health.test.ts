import { expect } from 'chai';
import { expectStatus, header } from '../http/client.js';
import { makeClient } from './client.js';
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

  it('may be kept by anybody, and says what numbers are and how many values a body may have', async () => {
    const answer = await anyone.get('/openapi.json');
    expect(header(answer, 'Cache-Control')).to.match(/public.*max-age=\d+/);
    expect(answer.text)
      .to.match(/IEEE 754/)
      .and.match(/500,?000/);
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

  it('names the header of the key', () => {
    expect(JSON.stringify(description)).to.match(/"X-API-Key"/i);
  });
});

suite('health', ['alice'], () => {
  const anyone = makeClient();

  it('says without a key that the service lives and is ready', async () => {
    expect(expectStatus(await anyone.get('/health/live'), 200)).to.deep.equal({ status: 'alive' });
    const ready = await anyone.get('/health/ready');
    expect(expectStatus(ready, 200)).to.deep.equal({ status: 'ready', missing: [] });
    expect(header(ready, 'Cache-Control')).to.equal('no-store');
  });

  it('has no limit', async () => {
    for (let n = 0; n < 50; n++) expectStatus(await anyone.get('/health/live'), 200);
  });

  it('has metrics elsewhere', async () => {
    expectStatus(await anyone.get('/metrics'), 404);
  });

  it('lets no foreign page read answers', async () => {
    const { headers } = await anyone.get('/health/live', { Origin: 'https://nowhere.example' });
    expect(headers['access-control-allow-origin']).to.equal(undefined);
  });
});
