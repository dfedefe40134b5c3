import { expect } from 'chai';
import { expectStatus, type Answer, type ErrorBody, type Headers } from '../http/client.js';
import { content, create, keyPath, put, unique, unknownId } from '../http/making.js';
import { makeClient } from './client.js';
import { expectError, expectInvalid, expectRateHeaders } from './expecting.js';
import { bulk, linesOf, post } from './bulk-lines.js';
import { suite } from './suite.js';

const messageOf = ({ body }: Answer): string => (body as ErrorBody).error.message;

suite('errors: messages', ['alice'], ({ alice }) => {
  const block = { type: 'paragraf', content: 'x' };

  it('of a refused request say the first fault with its path, and details list all', async () => {
    const answer = await alice.post('/v1/documents', { blocks: [block], content_type: 1 });
    const faults = expectInvalid(answer);
    expect(faults.length).to.be.above(1);
    expect(messageOf(answer)).to.match(/^(title is required|content_type must be .+|blocks\[0\]\.type must be .+)\.$/);
    const types = /^blocks\[0\]\.type must be one of heading, paragraph, .+, divider\.$/;
    expect(messageOf(await alice.post('/v1/documents', { title: 't', blocks: [block] }))).to.match(types);
    const wrong: [Promise<Answer>, string][] = [
      [alice.post('/v1/documents', content({ folder_id: 1 })), 'folder_id must be a string or null.'],
      [alice.post('/v1/documents', content({ folder_path: 'x' })), 'folder_path must begin with /.'],
      [alice.postText('/v1/documents', '{"title"'), 'The body is not valid JSON.'],
      [alice.get('/v1/documents?limit=0'), 'limit must be >= 1.'],
      [alice.get('/v1/folders?limit=1&limit=2'), 'limit must be given once.'],
      [alice.put(keyPath('a'), content(), { 'If-None-Match': '"1"' }), 'If-None-Match must be *.'],
    ];
    for (const [sent, message] of wrong) {
      const refused = await sent;
      expectInvalid(refused);
      expect(messageOf(refused)).to.equal(message);
    }
  });

  it('of a refused line say the path in the line', async () => {
    const line = JSON.stringify({ op: 'create', document: { title: 't', blocks: [block] } });
    const [answer] = linesOf(await post(alice, line));
    expect(answer?.error?.message).to.match(/^document\.blocks\[0\]\.type must be one of heading, .+\.$/);
  });

  it('of a line that needs a name, or names what there is not, say which', async () => {
    const [id, key] = [unknownId(), unique('k')];
    const push = { op: 'push', document: content() };
    const named: [object, string][] = [
      [push, 'id is required without key.'],
      [{ ...push, id }, `There is no document "${id}".`],
      [{ ...push, key }, `There is no document of the key "${key}".`],
      [{ ...push, id, key }, `There is no document "${id}".`],
      [{ op: 'put', id, key, document: content() }, `There is no document "${id}".`],
      [{ op: 'patch', key, changes: { title: 't' } }, `There is no document of the key "${key}".`],
      [{ op: 'delete', key }, `There is no document of the key "${key}".`],
    ];
    const answers = await bulk(
      alice,
      named.map(([line]) => line),
    );
    const messages = answers.map(({ error }) => error?.message);
    expect(messages).to.deep.equal(named.map(([, message]) => message));
  });

  it('of a 404 name what there is not', async () => {
    const [id, key] = [unknownId(), unique('k')];
    const { id: made } = await create(alice);
    const missing: [Promise<Answer>, string][] = [
      [alice.get(`/v1/documents/${id}`), `There is no document "${id}".`],
      [alice.delete(`/v1/documents/${id}`), `There is no document "${id}".`],
      [alice.get(keyPath(key)), `There is no document of the key "${key}".`],
      [alice.get(`/v1/documents/${made}/versions/7`), `There is no version "7" of the document "${made}".`],
      [alice.get(`/v1/documents?folder_id=${id}`), `There is no folder "${id}".`],
      [alice.post('/v1/documents', content({ folder_id: id })), `There is no folder "${id}".`],
    ];
    for (const [sent, message] of missing) {
      const answer = await sent;
      expect([answer.status, messageOf(answer)]).to.deep.equal([404, message]);
    }
  });

  it('of a 415 name the types that are taken, or the codings', async () => {
    const send = (path: string, headers: Headers) => alice.send('POST', path, { body: '{}', headers });
    for (const [path, types] of [
      ['/v1/documents', ['application/json', 'application/*+json']],
      [
        '/v1/bulk',
        ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json', 'text/plain'],
      ],
    ] as const) {
      const answer = await send(path, { 'Content-Type': 'multipart/form-data; boundary=x' });
      expect(expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')).to.deep.equal({});
      for (const type of types) expect(messageOf(answer)).to.include(type);
    }
    const coded = await send('/v1/documents', { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' });
    expectError(coded, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(messageOf(coded)).to.match(/Content-Encoding .* gzip, .*deflate, br/);
  });
});

suite('auth: Authorization: Bearer', ['alice', 'bob'], ({ alice, bob }) => {
  const nobody = makeClient();
  const key = String(alice.headers['X-API-Key']);
  const bearing = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

  it('is taken where X-API-Key is absent, its scheme in any case', async () => {
    const { id } = await create(alice);
    for (const Authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`]) {
      const answer = await nobody.get(`/v1/documents/${id}`, { Authorization });
      expectStatus(answer, 200);
      expectRateHeaders(answer);
    }
  });

  it('holds for each line of a bulk request', async () => {
    const headers = { 'Content-Type': 'application/x-ndjson', ...bearing(key) };
    const lines = [1, 2, 3].map((n) => JSON.stringify({ op: 'create', document: content({ title: `t${n}` }) }));
    const answers = linesOf(await post(nobody, lines.join('\n'), headers));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
  });

  it('is not looked at beside X-API-Key', async () => {
    const own = unique();
    await put(alice, own, content());
    expectStatus(await alice.get(keyPath(own), { Authorization: 'Basic YTpi' }), 200);
    const other = await bob.get(keyPath(own), bearing(key));
    expectError(other, 404, 'DOCUMENT_NOT_FOUND');
  });

  const malformed = [key, 'Bearer', 'Bearer ', `Bearer ${key} ${key}`, `Bearer ${key}x`, `Bearer,${key}`, 'Basic YTpi'];
  for (const [n, Authorization] of [...malformed, `Token ${key}`].entries()) {
    it(`is 401 where it is malformed (${n + 1})`, async () => {
      expectRateHeaders(await nobody.get('/v1/folders', { Authorization }));
      expectError(await nobody.get('/v1/folders', { Authorization }), 401, 'INVALID_API_KEY');
    });
  }

  it('is named by every 401, with the other header', async () => {
    for (const [headers, code] of [
      [{}, 'MISSING_API_KEY'],
      [bearing('x'), 'INVALID_API_KEY'],
    ] as const) {
      const answer = await nobody.get('/v1/folders', headers);
      expectError(answer, 401, code);
      expect(answer.headers['www-authenticate']).to.equal('Bearer');
      expect(messageOf(answer)).to.include('X-API-Key').and.include('Authorization: Bearer');
    }
  });
});
