import { expect } from 'chai';
import { expectStatus, header, type Client, type ErrorBody, type Headers } from '../http/client.js';
import { exchange } from '../http/exchange.js';
import {
  content,
  createFolder,
  keyPath,
  listVersions,
  push,
  put,
  read,
  readByKey,
  restore,
  unique,
  unknownId,
  type PutDocument,
} from '../http/making.js';
import { expectError, expectInvalidAt, type Fault } from './expecting.js';
import { deleteByKey, find, patchDocument, times } from './making.js';
import { suite } from './suite.js';
import { baseUrl } from './target.js';

const NONE: Headers = { 'If-None-Match': '*' };
const keyed = (key = unique()): Headers => ({ 'Idempotency-Key': key });
const matching = (tag: string): Headers => ({ 'If-Match': tag });

suite('documents: by key', ['alice', 'bob', 'reader', 'writer'], ({ alice, bob, reader, writer }) => {
  const send = (key: string, body: object, headers: Headers = {}, who: Client = alice) =>
    who.put<PutDocument>(keyPath(key), body, headers);

  it('makes a document: 201 with the answer of a create and what the version is', async () => {
    const { title, ...body } = content({ metadata: { tags: ['x'] }, content_type: 'text' }) as { title: string };
    const key = `docs/${unique()}.md`;
    const answer = await send(key, { title, ...body });
    const { id, url, folder_id, created_at, content_hash, ...rest } = expectStatus(answer, 201);
    expect(rest).to.deep.equal({
      title,
      content_type: 'text',
      metadata: { tags: ['x'] },
      visibility: 'private',
      block_count: 1,
      version: 1,
      version_count: 1,
      result: 'created',
      source: null,
    });
    expect([header(answer, 'Location'), header(answer, 'ETag')]).to.deep.equal([`/v1/documents/${id}`, '"1"']);
    expect(header(answer, 'X-Quota-Used')).to.match(/^\d+$/);
    expect(await read(alice, id)).to.deep.include({ url, folder_id, created_at, title });
    expect(await readByKey(alice, key)).to.deep.equal(await read(alice, id));
    expect((await find(alice, { q: title })).map((found) => found.id)).to.deep.equal([id]);
    expect(content_hash).to.equal((await put(alice, key, { title, ...body })).content_hash);
  });

  it('makes the next version where anything differs, and replaces all of it', async () => {
    const key = unique();
    const first = await put(alice, key, content({ metadata: { a: 1 }, content_type: 'html' }));
    const answer = await send(key, { title: 'second', blocks: [] });
    const second = expectStatus(answer, 200);
    expect(second).to.deep.include({ id: first.id, version: 2, version_count: 2, result: 'updated' });
    expect(second).to.deep.include({ metadata: null, content_type: 'markdown', block_count: 0 });
    expect(second.created_at).to.equal(first.created_at);
    expect([header(answer, 'ETag'), answer.headers.location]).to.deep.equal(['"2"', undefined]);
    expect(answer.headers['x-quota-used']).to.equal(undefined);
    expect((await listVersions(alice, first.id)).current_version).to.equal(2);
  });

  it('writes nothing where title, type, metadata, blocks, visibility and folder are equal', async () => {
    const key = unique();
    const blocks = [
      { type: 'divider', content: '---' },
      { type: 'code', content: 'a', metadata: { language: 'ts', b: [1, { c: null }] } },
    ];
    const body = { title: 't', blocks, metadata: { b: 1, a: { d: 1, c: 2 } } };
    const first = await put(alice, key, body);
    const same = {
      metadata: { a: { c: 2.0, d: 1 }, b: 1 },
      content_type: 'markdown',
      blocks: [
        { type: 'divider', content: '' },
        { metadata: { b: [1, { c: null }], language: 'ts' }, ...blocks[1] },
      ],
      title: 't',
      visibility: null,
      folder_id: null,
    };
    for (const headers of [{}, matching('"1"'), keyed()]) {
      const answer = await send(key, same, headers);
      expect(expectStatus(answer, 200)).to.deep.equal({ ...first, result: 'unchanged' });
      expect(header(answer, 'ETag')).to.equal('"1"');
    }
    for (const change of [{ visibility: 'public' }, { title: 'u' }, { metadata: { b: 1 } }, { content_type: 'text' }]) {
      expect(await put(alice, key, { ...same, ...change })).to.deep.include({ result: 'updated' });
    }
  });

  it('keeps visibility and folder that are omitted or null, and takes those that are given', async () => {
    const key = unique();
    const { id: folder_id } = await createFolder(alice);
    const body = content();
    const made = await put(alice, key, { ...body, folder_id, visibility: 'public' });
    expect(made).to.deep.include({ folder_id, visibility: 'public' });
    expect(await put(alice, key, { ...body, folder_id: null, visibility: null })).to.deep.include({
      result: 'unchanged',
    });
    expect(await put(alice, key, content())).to.deep.include({ folder_id, visibility: 'public', version: 2 });
    const moved = await put(alice, key, { ...content(), folder_path: '/', visibility: 'private' });
    expect(moved).to.deep.include({ visibility: 'private', version: 3 });
    expect(moved.folder_id).not.to.equal(folder_id);
    expectError(await send(key, { ...body, folder_id: unknownId() }), 404, 'FOLDER_NOT_FOUND');
  });

  it('takes the rest of the path as the key, slashes raw or escaped, and any text', async () => {
    const word = unique();
    const { id } = await put(alice, `${word}/a b/ü%2f😀?#`, content());
    const path = `/v1/documents/by-key/${word}/a%20b%2F%C3%BC%252f%F0%9F%98%80%3F%23`;
    expect(expectStatus(await alice.get<{ id: string }>(path), 200).id).to.equal(id);
    for (const key of [`${word}/versions`, `${word}/versions/1`, word]) {
      expect((await put(alice, key, content())).result).to.equal('created');
      expect((await readByKey(alice, key)).id).not.to.equal(id);
    }
    const long = word.padEnd(512, 'x');
    expect((await put(alice, long, content())).result).to.equal('created');
  });

  for (const [key, path] of [
    ['nothing', ''],
    ['a dot', 'a/./b'],
    ['two dots', '%2e%2e'],
    ['an empty segment', 'a//b'],
    ['a slash at the end', 'a/'],
    ['a slash at the beginning', '%2Fa'],
    ['torn UTF-8', 'a%ff'],
    ['a torn escape', 'a%f'],
    ['513 bytes', 'x'.repeat(513)],
    ['257 characters of two bytes', '%C3%BC'.repeat(257)],
  ] as const) {
    it(`refuses a key of ${key}: 400`, async () => {
      for (const method of ['PUT', 'GET', 'DELETE']) {
        const sent = method === 'PUT' ? { body: JSON.stringify(content()) } : {};
        // Not by the client: the description has no such paths.
        const answer = await exchange(baseUrl(), { ...sent, method, path: keyPath('') + path, headers: alice.headers });
        const { error } = JSON.parse(answer.text) as ErrorBody;
        const { errors } = error.details as { errors: Fault[] };
        expect([answer.status, errors.map((fault) => fault.path)]).to.deep.equal([400, ['/key']]);
      }
    });
  }

  it('belongs to its owner: another one has another document under it', async () => {
    const key = unique();
    const ours = await put(alice, key, content());
    expectError(await bob.get(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
    expectError(await bob.delete(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
    const theirs = await put(bob, key, content());
    expect(theirs.id).not.to.equal(ours.id);
    expect((await readByKey(alice, key)).id).to.equal(ours.id);
    expect((await readByKey(reader, key)).id).to.equal(ours.id);
  });

  it('needs the roles of the same calls by identifier', async () => {
    const key = unique();
    expectError(await send(key, content(), {}, reader), 403, 'INSUFFICIENT_ROLE');
    expectError(await reader.delete(keyPath(key)), 403, 'INSUFFICIENT_ROLE');
    expectError(await writer.get(keyPath(key)), 403, 'INSUFFICIENT_ROLE');
    expectStatus(await send(key, content(), {}, writer), 201);
  });

  it('checks If-Match and If-None-Match: *', async () => {
    const key = unique();
    const failed = async (headers: Headers) =>
      expectError(await send(key, content(), headers), 412, 'PRECONDITION_FAILED');
    expect(await failed(matching('"1"'))).to.deep.equal({ current_version: null });
    expect(await failed(matching('*'))).to.deep.equal({ current_version: null });
    const body = content();
    expectStatus(await send(key, body, NONE), 201);
    expect(await failed(NONE)).to.deep.equal({ current_version: 1 });
    expectError(await send(key, body, NONE), 412, 'PRECONDITION_FAILED');
    expect(await failed(matching('"2"'))).to.deep.equal({ current_version: 1 });
    expectError(await send(key, body, matching('"2"')), 412, 'PRECONDITION_FAILED');
    expect(expectStatus(await send(key, content(), matching('"1"')), 200).version).to.equal(2);
    expectError(await alice.delete(keyPath(key), matching('"1"')), 412, 'PRECONDITION_FAILED');
    expectInvalidAt(await send(key, body, { 'If-None-Match': '"1"' }), 'If-None-Match');
    expectStatus(await alice.delete(keyPath(key), matching('"2"')), 204);
    expectStatus(await send(key, body, NONE), 201);
  });

  it('has other entity tags after a delete, so that If-Match never means an earlier document', async () => {
    const [key, body] = [unique(), content()];
    const first = header(await send(key, body), 'ETag');
    await deleteByKey(alice, key);
    const again = header(await send(key, body), 'ETag');
    expect(again).not.to.equal(first);
    expect(header(await alice.get(keyPath(key)), 'ETag')).to.equal(again);
    for (const headers of [matching(first), matching('"1"')]) {
      expectError(await send(key, content(), headers), 412, 'PRECONDITION_FAILED');
      expectError(await alice.delete(keyPath(key), headers), 412, 'PRECONDITION_FAILED');
    }
    expect(expectStatus(await send(key, content(), matching(again)), 200).version).to.equal(2);
    const { id } = await readByKey(alice, key);
    const tag = async () => header(await alice.get(keyPath(key)), 'ETag');
    await push(alice, id, {}, matching('"2"'));
    const third = await tag();
    await push(alice, id, {}, matching(third));
    const patch = (headers: Headers) => alice.patch(`/v1/documents/${id}`, { title: unique() }, headers);
    expectError(await patch(matching(third)), 412, 'PRECONDITION_FAILED');
    expectError(await patch(matching('"4.3"')), 412, 'PRECONDITION_FAILED');
    expectStatus(await patch(matching(await tag())), 200);
    expectStatus(await alice.delete(keyPath(key), matching(header(await alice.get(keyPath(key)), 'ETag'))), 204);
  });

  it('is a new document, of another identifier, after a delete, by key or identifier', async () => {
    const key = unique();
    const lives = [];
    for (const how of ['key', 'identifier', 'key']) {
      const made = await put(alice, key, content());
      expect(made).to.deep.include({ result: 'created', version: 1 });
      lives.push(made.id);
      if (how === 'key') await deleteByKey(alice, key);
      else expectStatus(await alice.delete(`/v1/documents/${made.id}`), 204);
      expectError(await alice.get(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
      expectError(await alice.delete(keyPath(key)), 404, 'DOCUMENT_NOT_FOUND');
    }
    expect(new Set(lives).size).to.equal(3);
    const last = await put(alice, key, content());
    for (const id of lives) expectError(await alice.get(`/v1/documents/${id}`), 404, 'DOCUMENT_NOT_FOUND');
    expect((await readByKey(alice, key)).id).to.equal(last.id);
  });

  it('keeps its key through pushes, patches and restores by identifier', async () => {
    const key = unique();
    const body = content();
    const { id } = await put(alice, key, body);
    await push(alice, id);
    await patchDocument(alice, id, { title: 'patched' });
    await restore(alice, id, 1);
    expect(await readByKey(alice, key)).to.deep.include({ id, title: (body as { title: string }).title });
    expect(await put(alice, key, body)).to.deep.include({ id, result: 'unchanged', version: 4 });
    expect(await put(alice, key, content())).to.deep.include({ id, result: 'updated', version: 5 });
  });

  it('makes one document and one version of twenty equal PUTs at once', async () => {
    const [key, body] = [unique(), content()];
    const answers = await times(20, () => send(key, body), 20);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(answers.filter(({ body: { result } }) => result === 'unchanged')).to.have.length(19);
    expect(new Set(answers.map(({ body: { id, version } }) => `${id} ${version}`)).size).to.equal(1);
  });

  it('makes one document, and a version of each, of ten different PUTs at once', async () => {
    const key = unique();
    const answers = await times(10, () => send(key, content()), 10);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).to.equal(1);
    expect(answers.map(({ body: { version } }) => version).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 10 }, (_, i) => i + 1),
    );
  });
});
