import { expect } from 'chai';

import { makeClient, type AcceptanceAnswer } from './client.js';
import { expectStatus, header } from './expecting.js';
import { createDocument, paragraph, pushVersion, restoreVersion, unique, unknownId } from './making.js';
import { suite } from './suite.js';

const anyone = makeClient();
const view = (id: string): Promise<AcceptanceAnswer<unknown>> => anyone.get(`/d/${id}`);

suite('viewer', ['alice'], ({ alice }) => {
  it('shows a public document to anyone, as HTML', async () => {
    const word = unique();
    const { id } = await createDocument(alice, { title: `T${word}`, visibility: 'public', blocks: [paragraph(word)] });
    const page = await view(id);
    expectStatus(page, 200);
    expect(header(page, 'Content-Type')).to.match(/^text\/html; *charset=utf-8$/i);
    expect(page.text)
      .to.include(`T${word}`)
      .and.include(word)
      .and.match(/^<!doctype html>/i);
  });

  it('shows the latest version, after a push and after a restore', async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await createDocument(alice, { visibility: 'public', blocks: [paragraph(first)] });
    await pushVersion(alice, id, { blocks: [paragraph(second)] });
    expect((await view(id)).text)
      .to.include(second)
      .and.not.include(first);
    await restoreVersion(alice, id, 1);
    expect((await view(id)).text)
      .to.include(first)
      .and.not.include(second);
  });

  it('answers one and the same 404 page for private, unknown, deleted and impossible documents', async () => {
    const word = unique();
    const hidden = await createDocument(alice, { title: word, blocks: [paragraph(word)] });
    const gone = await createDocument(alice, { title: word, visibility: 'public' });
    await alice.delete(`/v1/documents/${gone.id}`);
    const pages = [await view(hidden.id), await view(unknownId()), await view(gone.id), await view('x')];
    for (const page of pages) {
      expectStatus(page, 404);
      expect(page.text).to.equal(pages[0]?.text).and.not.include(word);
      expect(page.headers.get('Content-Type')).to.equal(header(pages[0] as AcceptanceAnswer<unknown>, 'Content-Type'));
    }
  });

  it("shows a private document to no one, its owner's key or not", async () => {
    const { id } = await createDocument(alice);
    expectStatus(await alice.get(`/d/${id}`), 404);
  });

  it('forbids the browser everything it does not need', async () => {
    const { id } = await createDocument(alice, { visibility: 'public' });
    for (const page of [await view(id), await view(unknownId())]) {
      const policy = header(page, 'Content-Security-Policy');
      expect(policy).to.match(/(^|;)\s*default-src 'none'\s*(;|$)/);
      expect(policy).not.to.match(/unsafe-eval|script-src(?!\s+'none')|connect-src(?!\s+'none')|\*|http:/);
      expect(header(page, 'X-Content-Type-Options')).to.equal('nosniff');
      expect(header(page, 'Referrer-Policy')).to.equal('no-referrer');
    }
  });

  it('has images over https only in its policy', async () => {
    const { id } = await createDocument(alice, { visibility: 'public' });
    expect(header(await view(id), 'Content-Security-Policy')).to.match(/img-src https:\s*(;|$)/);
  });

  const kinds: [string, object, RegExp][] = [
    ['heading', { content: 'Chapter', metadata: { level: 2 } }, /<h[1-6][^>]*>\s*Chapter\s*<\/h[1-6]>/],
    ['paragraph', { content: 'some **bold** text' }, /<p[^>]*>\s*some <strong>bold<\/strong> text\s*<\/p>/],
    [
      'code',
      { content: 'a < b && c', metadata: { language: 'c' } },
      /<pre[^>]*>\s*<code[^>]*>a &lt; b &amp;&amp; c\s*<\/code>/,
    ],
    [
      'list',
      { content: '- one\n- two', metadata: { listType: 'bullet' } },
      /<ul[^>]*>\s*<li>\s*one\s*<\/li>\s*<li>\s*two/,
    ],
    [
      'list',
      { content: '1. one\n2. two', metadata: { listType: 'ordered' } },
      /<ol[^>]*>\s*<li>\s*one\s*<\/li>\s*<li>\s*two/,
    ],
    ['quote', { content: 'wise' }, /<blockquote[^>]*>[^]*wise[^]*<\/blockquote>/],
    ['table', { content: '| a | b |\n|---|---|\n| 1 | 2 |' }, /<table[^>]*>[^]*<th[^>]*>a<\/th>[^]*<td[^>]*>2<\/td>/],
    ['divider', { content: '' }, /<hr\s*\/?>/],
  ];
  for (const [type, block, expected] of kinds) {
    it(`renders a ${type} block: ${expected.source.slice(0, 12)}`, async () => {
      const { id } = await createDocument(alice, { visibility: 'public', blocks: [{ type, content: '', ...block }] });
      expect((await view(id)).text).to.match(expected);
    });
  }

  it('answers for very large content', async () => {
    const blocks = [paragraph(`${'*a* [b](c) '.repeat(200_000)}the end`)];
    const { id } = await createDocument(alice, { visibility: 'public', blocks });
    const page = await view(id);
    expectStatus(page, 200);
    expect(page.text).to.include('*a* [b](c)');
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
  });
});
