import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { header } from '../http/client.js';
import { content, create, listVersions, read, readByKey, unique, unknownId, type PutDocument } from '../http/making.js';
import { expectError, expectRateHeaders } from './expecting.js';
import { bulk, faultsOf, linesOf, ndjson, post, statuses, type LineAnswer } from './bulk-lines.js';
import { suite } from './suite.js';

suite('bulk: keys', ['alice'], ({ alice }) => {
  it('puts, pushes, changes and deletes by key, in the order of the lines', async () => {
    const key = `${unique()}/a b.md`;
    const first = content();
    const answers = await bulk(alice, [
      { op: 'put', key, document: first },
      { op: 'put', key, document: first },
      { op: 'put', key, document: content(), if_match: '"1"' },
      { op: 'push', key, document: content() },
      { op: 'patch', key, changes: { visibility: 'public' }, if_match: '"3"' },
      { op: 'delete', key, if_match: '"3"' },
      { op: 'delete', key, if_match: '"4"' },
      { op: 'push', key, document: content() },
      { op: 'put', key, document: first },
      { op: 'patch', key, changes: { title: 'x' }, if_match: '"1"' },
    ]);
    expect(statuses(answers)).to.deep.equal([201, 200, 200, 201, 200, 412, 204, 404, 201, 412]);
    const results = answers.map(({ body }) => (body as Partial<PutDocument> | undefined)?.result);
    expect(results.filter((result) => result !== undefined)).to.deep.equal([
      'created',
      'unchanged',
      'updated',
      'created',
    ]);
    const ids = answers.flatMap(({ body }) => body?.id ?? []);
    expect(new Set(ids.slice(0, -1)).size).to.equal(1);
    expect((await readByKey(alice, key)).id).to.equal(ids.at(-1));
  });

  it('refuses what cannot be a key, and folders beside each other, where they stand in the line', async () => {
    const cases: [object, string][] = [
      [{ op: 'put', key: 'a//b', document: content() }, '/key'],
      [{ op: 'put', key: 'a/%2e/\n', document: { ...content(), folder_path: 'x' } }, '/document/folder_path'],
      [{ op: 'put', document: content() }, '/key'],
      [{ op: 'delete', key: '..' }, '/key'],
      [{ op: 'patch', key: '', changes: {} }, '/key'],
      [{ op: 'put', key: unique(), document: {} }, '/document/title'],
    ];
    const answers = await bulk(
      alice,
      cases.map(([line]) => line),
    );
    for (const [at, [, path]] of cases.entries()) expect(faultsOf(answers[at] as LineAnswer)).to.include(path);
  });
});

suite('bulk: what lines do', ['alice', 'bob'], ({ alice, bob }) => {
  it('creates, pushes, changes and deletes, each as its request does', async () => {
    const [pushed, changed, deleted] = [await create(alice), await create(alice), await create(alice)];
    const [title, next] = [unique(), unique()];
    const answers = await bulk(alice, [
      { op: 'create', document: content({ title }) },
      { op: 'push', id: pushed.id, document: content({ title: next }) },
      { op: 'patch', id: changed.id, changes: { visibility: 'public' } },
      { op: 'delete', id: deleted.id },
    ]);
    expect(answers.map(({ line, status }) => [line, status])).to.deep.equal([
      [1, 201],
      [2, 201],
      [3, 200],
      [4, 204],
    ]);
    const [made, newer, patched] = answers as [LineAnswer, LineAnswer, LineAnswer];
    expect(await read(alice, made.body?.id as string)).to.include({ title, visibility: 'private' });
    expect(newer.body).to.include({ id: pushed.id, title: next, version: 2, version_count: 2 });
    expect(patched.body).to.include({ id: changed.id, visibility: 'public', version: 2 });
    expect(answers[3]).to.deep.equal({ line: 4, status: 204 });
    expectError(await alice.get(`/v1/documents/${deleted.id}`), 404, 'DOCUMENT_NOT_FOUND');
  });

  it('answers a refused line as its request would be, and goes on', async () => {
    const mine = await create(alice);
    const answers = await bulk(alice, [
      { op: 'delete', id: unknownId() },
      { op: 'push', id: (await create(bob)).id, document: content() },
      { op: 'push', id: mine.id, document: content(), if_match: '"7"' },
      { op: 'create', document: content({ folder_id: unknownId() }) },
      { op: 'delete', id: mine.id, if_match: '"1"' },
    ]);
    expect(statuses(answers)).to.deep.equal([404, 403, 412, 404, 204]);
    expect(answers.slice(0, 4).map(({ error }) => error?.code)).to.deep.equal([
      'DOCUMENT_NOT_FOUND',
      'NOT_OWNER',
      'PRECONDITION_FAILED',
      'FOLDER_NOT_FOUND',
    ]);
    expect(answers[2]?.error).to.have.all.keys('code', 'message', 'details');
    expect(answers[2]?.error?.details).to.deep.equal({ current_version: 1 });
  });

  it('makes only a new document of a key with if_none_match, also if the line is repeated', async () => {
    const line = {
      op: 'put',
      key: unique(),
      document: content({ title: 'first' }),
      if_none_match: '*',
      idempotency_key: unique(),
    };
    const answers = await bulk(alice, [line, line, { ...line, idempotency_key: unique(), document: content() }]);
    expect(statuses(answers)).to.deep.equal([201, 201, 412]);
    expect(answers[2]?.error?.code).to.equal('PRECONDITION_FAILED');
    expect(await readByKey(alice, line.key)).to.include({ title: 'first' });
  });

  it('lets a line with an idempotency_key take effect once', async () => {
    const line = { op: 'create', document: content(), idempotency_key: unique() };
    const [[first], [again, other]] = [
      await bulk(alice, [line]),
      await bulk(alice, [line, { ...line, document: content() }]),
    ];
    expect(again?.body?.id).to.equal(first?.body?.id);
    expect(other).to.deep.include({ status: 409 });
    expect(other?.error?.details).to.deep.equal({ document_id: first?.body?.id });
    const pushes = { op: 'push', id: first?.body?.id, document: content(), idempotency_key: unique() };
    expect((await bulk(alice, [pushes, pushes])).map(({ body }) => body?.version)).to.deep.equal([2, 2]);
  });

  it('takes lines of one document in their order', async () => {
    const { id } = await create(alice);
    const titles = Array.from({ length: 40 }, (_, n) => `${n}`);
    const answers = await bulk(alice, [
      ...titles.map((title) => ({ op: 'push', id, document: content({ title }) })),
      { op: 'patch', id, changes: { title: 'last' } },
    ]);
    expect(answers.map(({ body }) => body?.version)).to.deep.equal(Array.from({ length: 41 }, (_, n) => n + 2));
    const { versions } = await listVersions(alice, id);
    expect(versions.slice(1).map(({ title }) => title)).to.deep.equal([...titles, 'last']);
  });

  it('answers 300 lines in their order', async () => {
    const titles = Array.from({ length: 300 }, () => unique());
    const answers = await bulk(
      alice,
      titles.map((title) => ({ op: 'create', document: content({ title }) })),
    );
    expect(answers.map(({ line, body }) => [line, body?.title])).to.deep.equal(
      titles.map((title, n) => [n + 1, title]),
    );
    expect(new Set(answers.map(({ body }) => body?.id)).size).to.equal(300);
  });
});

suite('bulk: lines', ['alice', 'reader'], ({ alice, reader }) => {
  const good = () => ({ op: 'create', document: content() });

  it('are 400 one by one, whatever is wrong, with the place of each fault', async () => {
    const wrong: [object | string, string[]][] = [
      ['no json', ['']],
      ['{"op":"create"', ['']],
      ['[]', ['']],
      ['5', ['']],
      ['null', ['']],
      ['{}', ['/op']],
      [{ op: 'restore' }, ['/op']],
      [{ op: 1 }, ['/op']],
      [{ op: 'create' }, ['/document']],
      [{ op: 'create', document: 'x' }, ['/document']],
      [
        { op: 'create', document: { blocks: [{ type: 'x', content: 1 }] } },
        ['/document/title', '/document/blocks/0/type', '/document/blocks/0/content'],
      ],
      [{ op: 'create', document: content({ metadata: { x: 'y'.repeat(300_000) } }) }, ['/document/metadata']],
      [{ op: 'create', document: content(), idempotency_key: 5 }, ['/idempotency_key']],
      [{ op: 'create', document: content(), idempotency_key: 'a b' }, ['/idempotency_key']],
      [{ op: 'push', document: content() }, ['/id']],
      [{ op: 'push', id: 5, document: content() }, ['/id']],
      [{ op: 'patch', id: unknownId(), changes: { title: '' } }, ['/changes/title']],
      [{ op: 'patch', id: unknownId() }, ['/changes']],
      [{ op: 'delete', id: unknownId(), if_match: 'x' }, ['/if_match']],
      [{ op: 'put', key: 'x', document: content(), if_none_match: '"1"' }, ['/if_none_match']],
      ['{"op":"delete","id":"\\ud800"}', ['/id']],
      [`[${'['.repeat(100)}${']'.repeat(100)}]`, ['']],
    ];
    const answers = await bulk(alice, [...wrong.map(([line]) => line), good()]);
    expect(answers.at(-1)).to.include({ line: wrong.length + 1, status: 201 });
    const found = answers.slice(0, -1).map(faultsOf);
    expect(found.map((paths) => paths.sort())).to.deep.equal(wrong.map(([, paths]) => paths.sort()));
  });

  it('may have null for what is optional, and members that they do not name', async () => {
    const key = unique();
    const nothing = { idempotency_key: null, if_match: null, if_none_match: null };
    const answers = await bulk(alice, [
      { op: 'put', key, document: content(), ...nothing },
      { op: 'push', id: null, key, document: content(), ...nothing },
      { op: 'patch', key, changes: { title: 'of changes' }, document: { title: 'of document' } },
      { op: 'delete', id: null, key },
      ...[null, 5, ['a'], 'x'].map((other) => ({ ...good(), if_match: other, other, changes: other })),
    ]);
    expect(statuses(answers)).to.deep.equal([201, 201, 200, 204, 201, 201, 201, 201]);
    expect(answers[2]?.body).to.include({ title: 'of changes' });
    expect(faultsOf((await bulk(alice, [{ op: 'delete', id: null, key: null }]))[0]!)).to.deep.equal(['/id']);
  });

  it('are skipped and counted if they are empty; the last one needs no end', async () => {
    const [first, last] = [JSON.stringify(good()), JSON.stringify(good())];
    for (const text of [`\n${first}\r\n\r\n  \n${last}`, `\n${first}\n\n\n${last}\n`]) {
      const answers = linesOf(await post(alice, text));
      expect(answers.map(({ line, status }) => [line, status])).to.deep.equal([
        [2, 201],
        [5, 201],
      ]);
    }
    expect(linesOf(await post(alice, ''))).to.deep.equal([]);
  });

  it('may be longer than a body, and are then 413', async () => {
    const answers = await bulk(alice, [good(), `{"op":"${'x'.repeat(11 * 1024 * 1024)}`, good()]);
    expect(statuses(answers)).to.deep.equal([201, 413, 201]);
    expect(answers[1]?.error?.code).to.equal('PAYLOAD_TOO_LARGE');
  });

  it('come with their type, with none, or with the one that curl sets, and with no other', async () => {
    const line = Buffer.from(JSON.stringify(good()));
    const types = [
      'application/x-ndjson; charset=utf-8',
      'application/ndjson',
      'application/jsonl; charset="utf-8"',
      'Application/JSON',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
    ];
    for (const type of types) {
      expect(statuses(linesOf(await post(alice, line, { 'Content-Type': type }))), type).to.deep.equal([201]);
    }
    expect(statuses(linesOf(await post(alice, line, {})))).to.deep.equal([201]);
    for (const type of ['multipart/form-data; boundary=x', 'text/html', 'application/octet-stream', 'json']) {
      expectError(await post(alice, line, { 'Content-Type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    expectError(await post(alice, line, { ...ndjson, 'Content-Encoding': 'x' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('may be compressed', async () => {
    const bytes = gzipSync(`${JSON.stringify(good())}\n${JSON.stringify(good())}\n`);
    const answer = await post(alice, bytes, { ...ndjson, 'Content-Encoding': 'gzip' });
    expect(statuses(linesOf(answer))).to.deep.equal([201, 201]);
    const [last, ...more] = linesOf(await post(alice, 'no gzip', { ...ndjson, 'Content-Encoding': 'gzip' }));
    expect([last?.line, last?.status, last?.ended, more.length]).to.deep.equal([1, 400, true, 0]);
  });

  it('come as lines of JSON, with the headers of every answer', async () => {
    const answer = await post(alice, JSON.stringify(good()));
    expect(header(answer, 'Content-Type')).to.equal('application/x-ndjson');
    expect(header(answer, 'Cache-Control')).to.equal('private, no-cache');
    expectRateHeaders(answer);
    expect(answer.text).to.match(/^\{"line":1,.*\}\n$/);
  });

  it('count as one request each', async () => {
    const before = expectRateHeaders(await post(alice, ''));
    await bulk(alice, [good(), 'x', good()]);
    const after = expectRateHeaders(await post(alice, ''));
    if (after.reset === before.reset) expect(before.remaining - after.remaining).to.be.at.least(4);
  });

  it('need a key with the role for writes', async () => {
    expectError(await post(reader, JSON.stringify(good())), 403, 'INSUFFICIENT_ROLE');
    expectError(await alice.get('/v1/bulk'), 405, 'METHOD_NOT_ALLOWED');
  });
});
