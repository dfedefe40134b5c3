import { expect } from 'chai';
import { NO_ASSETS } from '../../src/domain/content/assets.js';
import { filledPage } from '../../src/render/page/fill-links.js';
import { pageContent } from '../../src/render/page/page-content.js';
import { planPage } from '../../src/render/page/plan-page.js';
import { renderTemplate } from '../../src/render/page/render-part.js';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import { runJob } from '../../src/render/worker/render-jobs.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const BASE = 'https://docs.example';
const SHA = 'a'.repeat(64);
const LINKS = { key: 'docs/a.md', root: null, assets: NO_ASSETS, base: BASE };

const linked = (overrides: Partial<ViewedDocument> = {}) => viewed({ links: LINKS, ...overrides });
const ofText = (text: string, overrides: Partial<ViewedDocument> = {}) => linked({ source: text, ...overrides });

/** `known`: identifiers by key, as far as the reader sees them. */
type Shown = { known?: Record<string, string>; part?: number };

async function pageOf(document: ViewedDocument, { known = {}, part = 1 }: Shown = {}): Promise<string> {
  const content = pageContent(document);
  const { bytes, open } = renderTemplate(content, planPage(content), { part, isPlain: false });
  const template = Buffer.from(bytes);
  if (!open) return template.toString();
  const found = open.targets.map((keys) => keys.map((key) => known[key]).find((id) => id !== undefined));
  return (await filledPage(template, open, { base: document.url === null ? BASE : null, found })).toString();
}

async function contentOf(document: ViewedDocument, shown: Shown = {}): Promise<string> {
  return /<\/h1>\n([^]*)\n<\/article>/.exec(await pageOf(document, shown))?.[1] ?? '';
}

const inline = async (text: string, shown: Shown = {}, overrides: Partial<ViewedDocument> = {}): Promise<string> =>
  /<p>([^]*)<\/p>/.exec(await contentOf(ofText(text, overrides), shown))?.[1] ?? '';

describe('the links of a page', () => {
  it('lead to documents of other keys', async () => {
    const known = { 'docs/b.md': 'B', 'c/README.md': 'C' };
    expect(await inline('[b](b.md#x-y "B & b") [b](./b "B & b") ![x](../c/) [c](../c/)', { known })).to.equal(
      '<a href="B?at=x-y#x-y" title="B &amp; b">b</a> <a href="B" title="B &amp; b">b</a> <span>x</span> <a href="C">c</a>',
    );
  });

  it('by reference, in lists, quotes, tables and HTML lead there, too', async () => {
    const known = { 'docs/b.md': 'B' };
    const text = '- [b]\n\n> [b]\n\n|a|\n|-|\n|[b](b.md)|\n\n[b]: b.md\n';
    expect((await contentOf(ofText(text), { known })).match(/<a href="B">b<\/a>/g)).to.have.length(3);
    const html = viewedBlock('paragraph', '<p><a href="b.md" title="t">b</a> <a href="c.md">c</a></p>');
    expect(await contentOf(linked({ contentType: 'html', blocks: [html] }), { known })).to.include(
      '<a href="B" title="t">b</a> <a>c</a>',
    );
  });

  it('are text for a stranger where there is nothing for him, and say why to the owner', async () => {
    expect(await inline('[b](b.md "secret")')).to.equal('<a>b</a>');
    expect(await inline('[b](b.md "secret")', {}, { url: null })).to.equal(
      '<a title="There is no document of the key docs/b.md">b</a>',
    );
  });

  it('of an owner lead into the console', async () => {
    const known = { 'docs/b.md': 'B' };
    expect(await inline('[b](b.md#ü) [c](b.md) [d](#d)', { known }, { url: null })).to.equal(
      `<a href="${BASE}/console#/documents/B?at=%C3%BC" target="_top">b</a> ` +
        `<a href="${BASE}/console#/documents/B" target="_top">c</a> <a href="#d">d</a>`,
    );
  });

  it('are text in a document without a key, and where they name no key', async () => {
    const known = { 'b.md': 'B', 'docs/b.md': 'B' };
    const links = { ...LINKS, key: null };
    expect(await inline('[b](b.md)', { known }, { links })).to.equal('<span>b</span>');
    expect(await inline('[b](../../b.md) [c](b\\\\b.md)', { known })).to.equal('<span>b</span> <span>c</span>');
  });

  it('begin at the root that the version names', async () => {
    expect(
      await inline('[b](/b.md)', { known: { 'docs/b.md': 'B' } }, { links: { ...LINKS, root: 'docs/' } }),
    ).to.equal('<a href="B">b</a>');
  });

  it('lead to files of the version, before documents', async () => {
    const links = { ...LINKS, assets: new Map([['img/a.png', SHA]]) };
    const known = { 'docs/img/a.png': 'A' };
    const text = '![a](./img/a.png "t") [a](img/a.png#page=2) ![no](constructor) [b](b.png)';
    expect(await inline(text, { known }, { links })).to.equal(
      `<img src="d123456789abcdef/assets/${SHA}" alt="a" loading="lazy" decoding="async" title="t" /> ` +
        `<a href="d123456789abcdef/assets/${SHA}#page=2">a</a> <span>no</span> <a>b</a>`,
    );
    const sized = '<picture><source srcset="img/b.webp"><img src="img/a.png" srcset="img/b.png 2x" alt="a"></picture>';
    expect(await inline(`x ${sized}`, {}, { links })).to.equal(
      `x <img src="d123456789abcdef/assets/${SHA}" alt="a" loading="lazy" decoding="async">`,
    );
    const address = `${BASE}/v1/documents/d123456789abcdef/versions/3/assets/${SHA}`;
    expect(await inline('x ![a](img/a.png)', {}, { links, url: null })).to.equal(
      `x <img src="${address}" data-asset="${SHA}" alt="a" loading="lazy" decoding="async" />`,
    );
  });

  it('to headings lead to their part', async () => {
    const code = `\n\n\`\`\`\n${'x'.repeat(600_000)}\n\`\`\`\n\n`;
    const text = `# T\n\n[1](#one) [2](#Two) [t](#t) [no](#no) [q](#in-quote) [self](a.md#two)\n\n## One${code}${code}## Two\n\n[1](#one)${code}> ### In *quote*\n`;
    const page = await pageOf(ofText(text, { title: 'T' }));
    expect(/<p>(.*)<\/p>/.exec(page)?.[1]).to.equal(
      '<a href="#one">1</a> <a href="?part=2#two">2</a> <a href="#t">t</a> <a href="#no">no</a> ' +
        '<a href="?part=3#in-quote">q</a> <a href="?part=2#two">self</a>',
    );
    expect(page).to.include('<h1 id="t" dir="auto">T</h1>');
    expect(await pageOf(ofText(text, { title: 'T' }), { part: 2 })).to.include('<a href="d123456789abcdef#one">1</a>');
    expect(await pageOf(ofText(text, { title: 'T' }), { part: 3 })).to.include('<h4 id="in-quote">');
    expect(await pageOf(ofText(text, { title: 'T', url: null }), { part: 2 })).to.include(
      `<a href="${BASE}/console#/documents/d123456789abcdef?at=one" target="_top">1</a>`,
    );
    expect(await pageOf(ofText(text, { title: 'T', url: null, version: 0 }), { part: 2 })).to.include('<span>1</span>');
  });

  it('of 501 targets lead nowhere from the last one, and any number to one target', async () => {
    const text = `${Array.from({ length: 501 }, (_, at) => `[x](${at}.md#${at})`).join(' ')} [y](0.md#z)`;
    const content = pageContent(ofText(text));
    const { open } = renderTemplate(content, planPage(content), { part: 1, isPlain: false });
    expect(open?.targets.length).to.equal(500);
    expect(open?.links.length).to.equal(501);
  });

  it('make a page at most twice as long', async () => {
    const text = '[x](b.md)\n\n'.repeat(9_000);
    const known = { 'docs/b.md': 'B'.repeat(24) };
    const base = `https://${'x'.repeat(200)}.example`;
    const content = pageContent(ofText(text, { url: null, links: { ...LINKS, base } }));
    const { bytes, open } = renderTemplate(content, planPage(content), { part: 1, isPlain: false });
    const filled = await filledPage(Buffer.from(bytes), open!, { base, found: [known['docs/b.md']] });
    expect(filled.length).to.be.within(1_000_000, bytes.length + 1_000_000);
    expect(filled.toString()).to.match(/ target="_top">x<\/a>[^]*<a>x<\/a>/);
  });

  it('cannot be feigned by content', async () => {
    const html = viewedBlock('paragraph', 'data-link="x0" <a data-link="x0" href="b.md" target="_self">b</a>');
    expect(await contentOf(linked({ contentType: 'html', blocks: [html] }), { known: { 'docs/b.md': 'B' } })).to.equal(
      '<div dir="auto">data-link=&quot;x0&quot; <a href="B">b</a></div>',
    );
  });
});

describe('the place that a fragment names', () => {
  const code = `\n\n\`\`\`html\n<p id="coded">${'x'.repeat(600_000)}\n\`\`\`\n\n`;
  const placesOf = (text: string, fragments: readonly string[]) =>
    fragments.map((fragment) => {
      const { bytes } = runJob({ kind: 'place', document: ofText(text, { title: 'T' }), fragment });
      return Buffer.from(bytes).toString();
    });
  const text = [
    `# T\n\n## Part One${code}${code}## Own {#Custom}\n\n<a name="Old.Name"></a>x <b id=Raw>y</b>`,
    '<div>\n<h3 id="In-Html">z</h3>\n</div>\n\n<h2 id="Named">Words</h2>\n\n- ### In a list',
    `### In a *list*${code}## Größe`,
  ].join('\n\n');

  it('is in the part that has it', () => {
    const id = 'd123456789abcdef';
    const names = ['t', 'part-one', 'Custom', 'Old.Name', 'Raw', 'In-Html', 'Named', 'words', 'in-a-list-1', 'größe'];
    expect(placesOf(text, names)).to.deep.equal([
      `${id}#t`,
      `${id}#part-one`,
      ...['Custom', 'Old.Name', 'Raw', 'In-Html', 'Named', 'words', 'in-a-list-1'].map((name) => `?part=2#${name}`),
      '?part=3#gr%C3%B6%C3%9Fe',
    ]);
  });

  it('has its letters, if none has its name', () => {
    expect(placesOf(text, ['Part-One', 'part--one', 'custom', 'old-name', 'In-A-List'])).to.deep.equal([
      ...['d123456789abcdef#part-one', 'd123456789abcdef#part-one'],
      ...['?part=2#Custom', '?part=2#Old.Name', '?part=2#in-a-list'],
    ]);
    expect(placesOf('## foo 1\n\n## Foo1\n\n<a name="FOO-1"></a>x', ['FOO-1', 'foo1', 'Foo-1'])).to.deep.equal(
      ['FOO-1', 'foo1', 'foo-1'].map((name) => `d123456789abcdef#${name}`),
    );
  });

  it('is none in code and among footnotes', () => {
    const coded = '```html\n<p id="short">\n```\n\n## Fn 1';
    expect(placesOf(`${text}\n\n${coded}`, ['coded', 'short', 'no', '', 'fn:1'])).to.deep.equal(['', '', '', '', '']);
  });

  it('is found by links of the document itself, too', async () => {
    const page = await contentOf(ofText(`# T\n\n[a](#Raw) [b](#OLD.NAME) [c](#T)\n\n${text}`, { title: 'T' }));
    expect(page).to.include('<a href="?part=2#Raw">a</a> <a href="?part=2#Old.Name">b</a> <a href="#t">c</a>');
  });
});

describe('the anchors of a page', () => {
  it('are found by links that another generator would lead there', async () => {
    const text = 'text\n\n## build.target\n\n## A & B\n\n[1](#build-target) [2](#a-b) [3](#A--B) [4](#buildtargets)\n';
    expect(await contentOf(ofText(text))).to.include(
      '<a href="#buildtarget">1</a> <a href="#a--b">2</a> <a href="#a--b">3</a> <a href="#buildtargets">4</a>',
    );
  });

  const idsOf = async (text: string): Promise<string[]> =>
    [...(await contentOf(ofText(text))).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);

  it('are those of GitHub', async () => {
    const headings: [string, string][] = [
      ['Hello, World!', 'hello-world'],
      ['`__init__` & *more*', '__init__--more'],
      ['🚀 Start', '-start'],
      ['![img](c.png) [Link](b.md)', '-link'],
      ['snake_case 1.2.3', 'snake_case-123'],
      ['Größe — ß', 'größe--ß'],
      ['API: `foo(bar)`', 'api-foobar'],
    ];
    for (const [heading, anchor] of headings)
      expect(await idsOf(`text\n\n## ${heading}\n`), heading).to.deep.equal([anchor]);
    expect(await idsOf('text\n\n## A\n\n## A\n\n## A-1\n')).to.deep.equal(['a', 'a-1', 'a-1-1']);
  });

  it('are named by a heading itself, which does not show it', async () => {
    const text =
      'text\n\n## Set up {#setup}\n\n## More # ## {: #m.o:r_e }\n\n## Note {#fn:1}\n\n> ## In {#in}\n\n[a](#setup)\n';
    const html = await contentOf(ofText(text));
    expect(await idsOf(text)).to.deep.equal(['setup', 'm.o:r_e', 'note-fn1', 'in']);
    expect(html)
      .to.include('>Set up</h2>')
      .and.include('>More #</h2>')
      .and.include('>In</h3>')
      .and.include('<a href="#setup">a</a>');
    expect(html).to.include('Note {#fn:1}');
  });

  it('are that of the heading that the title is shown instead of', async () => {
    const page = await pageOf(ofText('# The title {#top}\n\nx\n\n## The title\n', { title: 'The title' }));
    expect(page).to.include('<h1 id="top" dir="auto">The title</h1>').and.include('<h2 id="the-title" dir="auto">');
  });
});
