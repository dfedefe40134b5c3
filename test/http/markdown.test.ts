/** Documents that are made of files, and come back as they were written. */
import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, header, linesOf, type Answer, type Client } from './client.js';
import {
  keyPath,
  paragraph,
  read,
  readByKey,
  readVersion,
  restore,
  sourceOf,
  unique,
  versionsOf,
  type Created,
  type Document,
  type MadeFolder,
  type PutDocument,
} from './making.js';
import { describeHttp } from './suite.js';

const MARKDOWN = { 'Content-Type': 'text/markdown' };
const AS_FILE = { Accept: 'text/markdown' };

describeHttp('a file', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  const putFile = (key: string, body: string, query = '', headers: object = MARKDOWN) =>
    alice.send<PutDocument>('PUT', keyPath(key) + query, { body, headers: { ...headers } });
  const fileOf = async (path: string) => (await alice.get(path, AS_FILE)).bytes.toString();
  const postFile = <T>(path: string, body: string, headers: object = MARKDOWN): Promise<Answer<T>> =>
    alice.send<T>('POST', path, { body, headers: { ...headers } });

  it('makes a document, then nothing, then the next version, and comes back to the byte', async () => {
    const key = `${unique()}/guide.md`;
    const text =
      '\ufeff---\r\ntags: [a] # why\r\nversion: 1.10\r\n---\r\n\r\n# The *guide*\r\n\r\n[//]: # (note)\r\ntext';
    const made = expectStatus(await putFile(key, text), 201);
    expect(made).to.deep.include({ result: 'created', title: 'The guide', visibility: 'private', block_count: 1 });
    expect(made.metadata).to.deep.equal({ tags: ['a'], version: '1.10' });
    expect(made.source).to.deep.equal(sourceOf(text));
    expect(await fileOf(keyPath(key))).to.equal(text);
    expect(expectStatus(await putFile(key, text), 200)).to.include({ result: 'unchanged', version: 1 });
    const next = expectStatus(await putFile(key, `${text}.`), 200);
    expect(next).to.include({ result: 'updated', version: 2 });
    expect(await fileOf(keyPath(key))).to.equal(`${text}.`);
    expect(await fileOf(`${versionsOf(made.id)}/1`)).to.equal(text);
    expect((await readVersion(alice, made.id, 1)).source).to.deep.equal(sourceOf(text));
  });

  it('of any bytes that are UTF-8 comes back, of none too, and of no other bytes is taken', async () => {
    for (const text of [
      '',
      '\n',
      '\0',
      '\u2028',
      '# a',
      '\ufeff',
      '---\n---\n',
      '\r',
      '<!-- -->',
      'a'.repeat(70_000),
    ]) {
      const key = unique();
      const made = expectStatus(await putFile(key, text), 201);
      expect(await fileOf(keyPath(key)), JSON.stringify(text)).to.equal(text);
      expect(made.title.length).to.be.above(0);
    }
    const latin = await alice.send('PUT', keyPath(unique()), { body: Buffer.from([0xff]), headers: MARKDOWN });
    expectError(latin, 'VALIDATION_ERROR');
    for (const type of ['text/markdown; charset=iso-8859-1', 'text/html', 'text/plain', 'text/css']) {
      expectError(await putFile(unique(), 'a', '', { 'Content-Type': type }), 'UNSUPPORTED_MEDIA_TYPE');
    }
    expectStatus(await putFile(unique(), 'a', '', { 'Content-Type': 'Text/Markdown; Charset="UTF-8"' }), 201);
  });

  it('is named, tagged and placed by the query, and its title by its key', async () => {
    const key = `${unique()}/a guide.tar.md`;
    const query = '?tag=b&tag=c&folder_path=/docs&visibility=public&title=';
    const made = expectStatus(await putFile(key, '---\ntags: [a, b]\n---\ntext', query), 201);
    expect(made).to.include({ title: 'a guide.tar', visibility: 'public' });
    expect(made.metadata).to.deep.equal({ tags: ['a', 'b', 'c'] });
    const folder = await alice.get<MadeFolder>('/v1/folders/by-path/docs');
    expect(made.folder_id).to.equal(expectStatus(folder, 200).id);
    const titled = await postFile<Created>('/v1/documents?title=Mine', '# Its own');
    expect(expectStatus(titled, 201)).to.include({ title: 'Mine' });
    expect(expectInvalid(await postFile('/v1/documents', 'no title'))).to.deep.equal(['/title']);
    expect(expectInvalid(await putFile(unique(), 'a', '?visibility=all'))).to.deep.equal(['/visibility']);
  });

  it('is private if it says so, whoever sends it', async () => {
    for (const front of ['draft: true', 'published: false', 'quire: false', 'visibility: private']) {
      const made = await putFile(unique(), `---\n${front}\n---\n`, '?visibility=public');
      expect(expectStatus(made, 201).visibility, front).to.equal('private');
    }
    const made = await putFile(unique(), '---\nvisibility: public\n---\n', '?visibility=private');
    expect(expectStatus(made, 201).visibility).to.equal('private');
    const open = expectStatus(await putFile(unique(), '---\nvisibility: public\nsecret: x\n---\n<!-- y -->\n\nz'), 201);
    expect(open.visibility).to.equal('public');
    expect((await read(alice, open.id)).blocks.map(({ metadata }) => metadata)).to.deep.equal([null]);
    const blocks = '<div>\n<!--\nsecret\n\n- secret\n-->\n\ninner\n</div>\n\n<p><!-- secret\n\nsecret --></p>\n\n';
    const comments = 'secret <!-- secret -->\n\n- <!-- secret -->\n\n  [secret]: secret\n\n<p>\n<!-- secret -->\na';
    const other = expectStatus(await putFile(unique(), `---\nvisibility: public\n---\n${comments.slice(7)}`), 201);
    const third = expectStatus(await putFile(unique(), `---\nvisibility: public\n---\n${blocks}`), 201);
    expect((await api.stranger.get(`/d/${third.id}`)).text).to.include('inner');
    for (const id of [open.id, other.id, third.id]) {
      for (const end of ['.md', '.json', '']) {
        const shown = await api.stranger.get(`/d/${id}${end}`);
        expectStatus(shown, 200);
        expect(shown.text, end).to.not.match(/secret|<!-- y|&lt;!-- y/);
      }
    }
  });

  it('is private again where a version that says so is restored', async () => {
    const key = unique();
    const { id } = expectStatus(await putFile(key, '---\ndraft: true\n---\nsecret'), 201);
    expectStatus(await putFile(key, 'shown', '?visibility=public'), 200);
    await restore(alice, id, 2);
    expect((await read(alice, id)).visibility).to.equal('public');
    await restore(alice, id, 1);
    expect((await read(alice, id)).visibility).to.equal('private');
    expectStatus(await api.stranger.get(`/d/${id}`), 404);
  });

  it('stays private while it says so, whatever a write without a file sends', async () => {
    const key = unique();
    const { id } = expectStatus(await putFile(key, '---\ndraft: true\n---\nsecret'), 201);
    const { title, blocks, metadata } = await read(alice, id);
    const patched = await alice.patch<PutDocument>(`/v1/documents/${id}`, { visibility: 'public' });
    expect(expectStatus(patched, 200)).to.include({ version: 2, visibility: 'private' });
    const body = { title, blocks, metadata, visibility: 'public' };
    expectStatus(await alice.patch(`/v1/documents/${id}`, { blocks, visibility: 'public' }), 200);
    expectStatus(await alice.post(versionsOf(id), body), 201);
    expect(expectStatus(await alice.put<PutDocument>(keyPath(key), body), 200).visibility).to.equal('private');
    const line = { op: 'patch', id, changes: { visibility: 'public' } };
    expect(linesOf(await alice.bulk(`${JSON.stringify(line)}\n`))[0]).to.deep.include({ status: 200 });
    expect((await read(alice, id)).visibility).to.equal('private');
    expectStatus(await api.stranger.get(`/d/${id}`), 404);
    expectStatus(await alice.patch(`/v1/documents/${id}`, { visibility: 'public', blocks: [paragraph()] }), 200);
    expectStatus(await api.stranger.get(`/d/${id}`), 200);
  });

  it('has a page that is made from it', async () => {
    const made = await putFile(
      unique(),
      '---\nvisibility: public\n---\n# T\n\n[a][b][^c]\n\n[b]: https://a.example/\n[^c]: d',
    );
    const id = expectStatus(made, 201).id;
    const page = (await api.stranger.get(`/d/${id}`)).text;
    expect(page.match(/>T</g)).to.have.length(2);
    expect(page).to.include(
      '<a href="https://a.example/" rel="noopener noreferrer nofollow">a</a><sup><a href="#fn:1"',
    );
    expect((await alice.get(`/v1/documents/${id}/view`)).text).to.include('>a</a><sup><a href="#fn:1"');
  });

  it('is refused where its front matter cannot be read, with the line', async () => {
    for (const text of ['---\na: "b\n---\n', '+++\na = \n+++\n', '{"a": 1 "b"}\n', '---\na: "\\ud800"\n---\n']) {
      const answer = await putFile(unique(), text);
      expect(expectInvalid(answer), text).to.deep.equal(['/markdown']);
      expect(answer.text).to.match(/line \d+: /);
    }
    const many = await putFile(unique(), 'a\n\n'.repeat(10_001));
    expect(expectInvalid(many)).to.deep.equal(['/markdown']);
    expect(many.text).to.include('more than 10000 blocks');
  });

  it('may be a member of JSON, of any write', async () => {
    const [key, text] = [unique(), '---\nlang: he\ntags: [a]\n---\n# T\n\nx'];
    const body = { markdown: text, metadata: { lang: 'en', tags: ['b'] } };
    const made = expectStatus(await alice.put<PutDocument>(keyPath(key), body), 201);
    expect(made).to.deep.include({ title: 'T', metadata: { lang: 'en', tags: ['a', 'b'] }, source: sourceOf(text) });
    const created = expectStatus(await alice.post<Created>('/v1/documents', { markdown: text }), 201);
    expect(await fileOf(`/v1/documents/${created.id}`)).to.equal(text);
    expectStatus(await alice.post(versionsOf(created.id), { markdown: 'no title', title: 'Two' }), 201);
    expectStatus(await alice.patch(`/v1/documents/${created.id}`, { markdown: 'again' }), 200);
    expect(await read(alice, created.id)).to.deep.include({ title: 'Two', metadata: null, source: sourceOf('again') });
    expectStatus(await alice.post(versionsOf(made.id), { markdown: 'no title' }), 201);
    expect((await readByKey(alice, key)).title).to.equal(key);
    const line = { op: 'put', key, document: { markdown: '# Bulk' } };
    expect(linesOf(await alice.bulk(`${JSON.stringify(line)}\n`))[0]).to.deep.include({ status: 200 });
    expect(await fileOf(keyPath(key))).to.equal('# Bulk');
  });

  it('is never beside blocks, nor of another type in JSON', async () => {
    const bodies = [
      { markdown: 'a', blocks: [], title: 'a' },
      { markdown: 'a', content_type: 'html', title: 'a' },
      { title: 'a' },
      { blocks: [], markdown: null },
      { html: 'a', blocks: [], title: 'a' },
      { html: 'a', text: 'a', title: 'a' },
      { text: 'a', content_type: 'html', title: 'a' },
      { text: 'a' },
      { text: '---\ndraft: [\n---\n', title: 'a' },
    ];
    const faults = await Promise.all(bodies.map((body) => alice.post('/v1/documents', body).then(expectInvalid)));
    expect(faults.slice(0, 4)).to.deep.equal([['/markdown'], ['/content_type'], ['/blocks'], ['/title']]);
    expect(faults.slice(4)).to.deep.equal([['/html'], ['/text'], ['/content_type'], ['/title'], ['/text']]);
  });

  it('stays with a document that is written back, moved, shown or restored, and with no other write', async () => {
    const text = '---\ntags: [a]\n---\n# T\n\n* x\n';
    const { id } = expectStatus(await alice.post<Created>('/v1/documents', { markdown: text }), 201);
    const source = async () => (await read(alice, id)).source;
    const { title, content_type, metadata, blocks } = await read(alice, id);
    const whole = { title, content_type, metadata, blocks };
    expectStatus(await alice.post(versionsOf(id), { ...whole, visibility: 'public' }), 201);
    expect(await source()).to.deep.equal(sourceOf(text));
    expectStatus(await alice.patch(`/v1/documents/${id}`, { visibility: 'private', blocks }), 200);
    expect(await source()).to.deep.equal(sourceOf(text));
    expectStatus(await alice.patch(`/v1/documents/${id}`, { folder_path: '/moved' }), 200);
    expect(await fileOf(`/v1/documents/${id}`)).to.equal(text);
    for (const changes of [{ title: 'U' }, { metadata: null }, { blocks: [paragraph()] }, { content_type: 'text' }]) {
      expectStatus(await alice.patch(`/v1/documents/${id}`, changes), 200);
      expect(await source(), JSON.stringify(changes)).to.equal(null);
      await restore(alice, id, 1);
      expect(await source()).to.deep.equal(sourceOf(text));
    }
    expectStatus(await alice.post(versionsOf(id), { ...whole, title: 'U' }), 201);
    expect(await source()).to.equal(null);
    expect(await fileOf(`/v1/documents/${id}`)).to.equal('---\ntags:\n  - a\n---\n\n# U\n\n* x\n');
  });

  it('takes the place of equal blocks, and equal blocks that of nothing', async () => {
    const [key, body] = [unique(), { title: 'T', blocks: [paragraph('x')] }];
    expectStatus(await alice.put(keyPath(key), body), 201);
    expect(expectStatus(await putFile(key, '# T\n\nx\n'), 200).result).to.equal('updated');
    expect(expectStatus(await alice.put<PutDocument>(keyPath(key), body), 200).result).to.equal('unchanged');
    const shown = await alice.put<PutDocument>(keyPath(key), { ...body, visibility: 'public' });
    expect(expectStatus(shown, 200)).to.deep.include({ result: 'updated', source: sourceOf('# T\n\nx\n') });
    expect(expectStatus(await putFile(key, '# T\n\nx\n'), 200).result).to.equal('unchanged');
    expect(expectStatus(await putFile(key, '# T\n\nx\n', '?title=U'), 200).result).to.equal('updated');
  });

  it('is sent to who prefers it, with an entity tag of its own', async () => {
    const { id } = expectStatus(await postFile<Created>('/v1/documents', '# T'), 201);
    const path = `/v1/documents/${id}`;
    for (const [accept, isFile] of [
      ['text/markdown', true],
      ['text/markdown, */*;q=0.8', true],
      ['application/json;q=0.5, text/markdown;q=0.9', true],
      ['TEXT/Markdown;variant=GFM', true],
      ['text/markdown;q=0', false],
      ['text/markdown;q=0.5, application/json', false],
      ['text/markdown;q=0.5, */*', false],
      ['text/*', false],
      ['*/*', false],
    ] as const) {
      const { headers, text } = await alice.get(path, { Accept: accept });
      expect(text === '# T', accept).to.equal(isFile);
      expect(headers['vary'], accept).to.match(/(?:^|, )Accept(?:,|$)/);
      expect(headers['etag'], accept).to.equal(isFile ? '"1-md"' : '"1"');
    }
    expectStatus(await alice.get(path, { ...AS_FILE, 'If-None-Match': '"1-md"' }), 304);
    expectStatus(await alice.get(path, { 'If-None-Match': '"1-md"' }), 200);
    expectStatus(await alice.get(path, { ...AS_FILE, 'If-None-Match': '"1"' }), 200);
    const head = await alice.head(path, AS_FILE);
    expect(header(head, 'Content-Type')).to.equal('text/markdown; charset=utf-8');
    expectStatus(await alice.patch(path, { title: 'U' }, { 'If-Match': '"1-md-gzip"' }), 200);
    expectError(await alice.patch(path, { title: 'V' }, { 'If-Match': '"1-md"' }), 'PRECONDITION_FAILED');
  });

  it('is changed by what is sent around it, and only then', async () => {
    const [key, text] = [unique(), '# T\n\nx'];
    expectStatus(await putFile(key, text), 201);
    for (const query of ['?tag=a', '?tag=a&visibility=public', '?tag=a&folder_path=/around']) {
      expect(expectStatus(await putFile(key, text, query), 200).result, query).to.equal('updated');
      expect(expectStatus(await putFile(key, text, query), 200).result, query).to.equal('unchanged');
    }
    const typed = await putFile(key, text, '?tag=a&content_type=text', { 'Content-Type': 'text/plain' });
    expect(expectStatus(typed, 200)).to.deep.include({ result: 'updated', source: sourceOf(text, 'text/plain') });
    expect(header(await alice.get(keyPath(key), AS_FILE), 'Content-Type')).to.equal('text/plain; charset=utf-8');
  });

  it('is one request under an Idempotency-Key, and another file is another one', async () => {
    const headers = { ...MARKDOWN, 'Idempotency-Key': unique() };
    const [first, again] = [await postFile<Created>('/v1/documents', '# T', headers), '# T'];
    expect(expectStatus(await postFile<Created>('/v1/documents', again, headers), 201).id).to.equal(first.body.id);
    expectError(await postFile('/v1/documents', '# T\n', headers), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('beyond the bounds of conversion becomes plain paragraphs, which each answer says', async () => {
    const text = `---\ntitle: T\n---\n${'[^'.repeat(400_000)}\n\nsecond\n\n[a]: b`;
    const made = expectStatus(await putFile(unique(), text), 201);
    expect(made).to.deep.include({ converted: 'plain', block_count: 3, title: 'T', source: sourceOf(text) });
    const document = (await read(alice, made.id)) as Document & { converted?: string };
    expect(document.converted).to.equal('plain');
    expect(document.blocks[1]).to.deep.include({ type: 'paragraph', content: 'second' });
    const [listed] = (
      await alice.get<{ documents: object[] }>('/v1/documents?key_prefix=w&limit=200')
    ).body.documents.filter((each) => (each as Document).id === made.id);
    expect(listed).to.deep.include({ converted: 'plain', source: sourceOf(text) });
    expect((await alice.get(versionsOf(made.id))).text.match(/"converted":"plain"/g)).to.have.length(1);
    expect((await alice.get('/v1/documents/search?q=t')).text).to.include('"converted":"plain"}');
  });
});
