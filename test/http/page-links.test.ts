import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { create, keyPath, paragraph, put, unique, type PutDocument } from './making.js';
import { PortFaults } from './faults.js';
import { describeOwnHttp } from './suite.js';

const faults = new PortFaults();

const contentOf = (html: string): string => /<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '';

function found(answer: Answer): Answer {
  expectStatus(answer, 200);
  return answer;
}

describeOwnHttp('the links of pages', { wrap: faults.wrap }, (api) => {
  let alice: Client;
  /** The beginning of this test's keys. */
  let begin: string;
  before(async () => {
    await api.prepared;
    alice = await api.caller();
  });
  beforeEach(() => {
    begin = unique();
    faults.clear();
  });

  const add = (name: string, markdown: string, visibility = 'public'): Promise<PutDocument> =>
    put(alice, `${begin}/${name}`, { markdown, title: name, visibility });
  const page = async ({ id }: { id: string }) => found(await api.stranger.get(`/d/${id}`));
  const pageText = async (document: { id: string }) => contentOf((await api.stranger.get(`/d/${document.id}`)).text);

  it('lead strangers to public documents of the same owner, one of another owner and a gone one are text', async () => {
    const target = await add('sub/b.md', 'b');
    const gone = await add('gone.md', 'x');
    await alice.delete(`/v1/documents/${gone.id}`);
    const bob = await api.caller();
    await put(bob, `${begin}/bobs.md`, { title: 'b', blocks: [], visibility: 'public' });
    const document = await add('a.md', '[b](sub/b.md#h) [g](gone.md) [o](bobs.md)');
    expect(await pageText(document)).to.equal(
      `<div dir="auto"><p><a href="${target.id}?at=h#h">b</a> <a>g</a> <a>o</a></p>\n</div>`,
    );
  });

  it('to headings are redirected to the part that has them, under its name', async () => {
    const long = `\n\n${'word '.repeat(40_000)}\n\n`.repeat(8);
    const { id } = await add('b.md', `# B\n\n## One${long}## Two {#Two}\n`);
    const hidden = await add('c.md', '# C\n', 'private');
    const leads = async (at: string, to = id) => {
      const answer = await fetch(`${api.url}/d/${to}?at=${at}`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('Location'), await answer.text()];
    };
    const two = await leads('two');
    expect(two[1]).to.match(/^\?part=[2-9]#Two$/);
    expect(found(await api.stranger.get(`/d/${id}${String(two[1]).split('#')[0]}`)).text).to.include('id="Two"');
    expect([two[0], two[2]]).to.deep.equal([302, '']);
    expect(await leads('One')).to.deep.equal([302, `${id}#one`, '']);
    for (const none of ['no', '', '%ff', 'x'.repeat(8_000)]) expect(await leads(none)).to.deep.equal([302, id, '']);
    expect((await leads('c', hidden.id)).slice(0, 2)).to.deep.equal([404, null]);
  });

  it('are the same bytes for private and for missing targets', async () => {
    await add('private.md', 'x', 'private');
    await add('public.md', 'x');
    const document = await add('a.md', '[x](private.md "t") [y](public.md)');
    const before = await page(document);
    const { id } = await add('a.md', '[x](missing.md "t") [y](public.md)');
    const after = await page({ id });
    expect(contentOf(before.text))
      .to.equal(contentOf(after.text))
      .and.match(/<a>x<\/a> <a href/);
    expect(Number(header(before, 'Content-Length'))).to.equal(Number(header(after, 'Content-Length')));
  });

  it('lead owners to all of theirs in the console, and name the keys of those that are not there', async () => {
    const target = await add('b.md', 'x', 'private');
    const document = await add('a.md', '[x](b.md#h) [y](none.md)', 'private');
    const views = [`/v1/documents/${document.id}/view`, `${keyPath(`${begin}/a.md`)}/view`];
    for (const view of views) {
      const { text } = found(await alice.get(view));
      expect(contentOf(text), view)
        .to.include(`<a href="${api.url}/console#/documents/${target.id}?at=h" target="_top">x</a>`)
        .and.include(`<a title="There is no document of the key ${begin}/none.md">y</a>`);
    }
  });

  it('are looked up once for all of a page, and not again while they are kept', async () => {
    await add('b.md', 'x');
    const text = Array.from({ length: 200 }, (_, at) => `[x](b.md#${at}) [y](${at}.md)`).join('\n');
    const document = await add('a.md', text);
    const unlinked = await add('c.md', '[a](#a) text');
    faults.clear();
    for (let n = 0; n < 3; n++) await page(document);
    await page(unlinked);
    expect(faults.count('index.readLinked')).to.equal(1);
  });

  it('change the entity tag of a page, which then is 304', async () => {
    const document = await add('a.md', '[b](b.md)');
    const first = header(await page(document), 'ETag');
    const same = { 'If-None-Match': first };
    expectStatus(await api.stranger.get(`/d/${document.id}`, same), 304);
    expectStatus(await api.stranger.head(`/d/${document.id}`, same), 304);
    expect(header(await api.stranger.head(`/d/${document.id}`), 'ETag')).to.equal(first);
    const view = `/v1/documents/${document.id}/view`;
    const own = header(await alice.get(view), 'ETag');
    expect(own).not.to.equal(first);
    expectStatus(await alice.get(view, { 'If-None-Match': own }), 304);
    await add('b.md', 'x');
    const other = await add('c.md', '[b](b.md)');
    const later = await page(other);
    expect(later.text).to.include('<a href=');
    expectStatus(await api.stranger.get(`/d/${other.id}`, { 'If-None-Match': first }), 200);
    expectStatus(await api.stranger.get(`/d/${other.id}`, { 'If-None-Match': header(later, 'ETag') }), 304);
    expectStatus(await api.stranger.get(`/d/${other.id}`, { 'If-None-Match': '*' }), 304);
    expectStatus(await api.stranger.get(`/d/${other.id}?part=2`, { 'If-None-Match': '*' }), 404);
  });

  it('are coded as they are shown', async () => {
    const target = await add('b.md', 'x');
    const document = await add('a.md', `[b](b.md) ${'word '.repeat(2_000)}`);
    const coded = await api.stranger.get(`/d/${document.id}`, { 'Accept-Encoding': 'gzip' });
    expect(coded.text).to.include(`<a href="${target.id}">b</a>`);
  });

  it('show files of the version, and begin at its root', async () => {
    const target = await add('docs/b.md', 'x');
    const sha = createHash('sha256').update('x').digest('hex');
    expectStatus(await alice.send('PUT', `/v1/assets/${sha}`, { body: 'x' }), 201);
    const body = { markdown: 'x ![i](img/i.png) [b](/docs/b.md)', title: 't', visibility: 'public' };
    const document = await put(alice, `${begin}/a.md`, { ...body, root: begin, assets: { 'img/i.png': sha } });
    expect(await pageText(document)).to.include(
      `<img src="${document.id}/assets/${sha}" alt="i" loading="lazy" decoding="async" /> <a href="${target.id}">b</a>`,
    );
    const { text } = await alice.get(`/v1/documents/${document.id}/view`);
    expect(text).to.include(
      `<img src="${api.url}/v1/documents/${document.id}/versions/1/assets/${sha}" data-asset="${sha}" `,
    );
  });

  it('of a document without a key lead nowhere', async () => {
    const document = await create(alice, { visibility: 'public', blocks: [paragraph('[b](b.md) [c](#c)')] });
    expect(await pageText(document)).to.include('<span>b</span> <a href="#c">c</a>');
  });
});

describeOwnHttp('the page of a key', {}, (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('has parts and versions, and follows the rules of reading', async () => {
    const key = `${unique()}/a b.md`;
    const blocks = Array.from({ length: 30 }, () => paragraph('word '.repeat(20_000)));
    await put(alice, key, { title: 'First', blocks });
    await put(alice, key, { title: 'Second', blocks: [] });
    const view = `${keyPath(key)}/view`;
    expect(found(await alice.get(view)).text).to.include('<h1 dir="auto">Second</h1>');
    const old = await alice.get(`${view}?version=1&part=2`);
    expect(header(old, 'Link')).to.equal('<?part=1&version=1>; rel="prev", <?part=3&version=1>; rel="next"');
    expectError(await alice.get(`${view}?part=2`), 'PART_NOT_FOUND');
    expectError(await alice.get(`${view}?version=3`), 'VERSION_NOT_FOUND');
    expectError(await alice.get(`${keyPath(unique())}/view`), 'DOCUMENT_NOT_FOUND');
    expectError(await alice.get('/v1/documents/by-key//view'), 'VALIDATION_ERROR');
    expectError(await (await api.caller()).get(view), 'DOCUMENT_NOT_FOUND');
    expectError(await api.stranger.get(view), 'MISSING_API_KEY');
    const head = await alice.head(view);
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('leaves keys that end in the same word as they are', async () => {
    const key = unique();
    await put(alice, key, { title: 'short', blocks: [] });
    const longest = 'k'.repeat(512);
    await put(alice, longest, { title: 'longest', blocks: [] });
    expect((await alice.get(`${keyPath(longest)}/view`)).text).to.include('longest');
    const long = await put(alice, `${key}/view`, { title: 'long', blocks: [] });
    // The description has no room for two kinds of answer.
    const read = await fetch(`${api.url}${keyPath(`${key}/view`)}`, {
      headers: alice.headers as Record<string, string>,
    });
    expect(((await read.json()) as { id: string }).id).to.equal(long.id);
    expectStatus(await alice.delete(keyPath(`${key}/view`)), 204);
    expect((await alice.get(keyPath(`${key}/view`))).text).to.include('<h1 dir="auto">short</h1>');
  });
});
