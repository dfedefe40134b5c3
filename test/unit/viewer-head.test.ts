import { expect } from 'chai';
import { DomUtils, parseDocument } from 'htmlparser2';
import { languageOf } from '../../src/render/page/page-head.js';
import { plainWords, shortened } from '../../src/render/blocks/plain-words.js';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import { renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const URL = 'https://docs.example/d/d123456789abcdef';

/** The content of each named meta element. */
function metaOf(document: Partial<ViewedDocument>): Record<string, string | undefined> {
  const { children } = parseDocument(renderPage(viewed(document)).html);
  const found = DomUtils.findAll(({ name }) => name === 'meta', children);
  return Object.fromEntries(
    found.map(({ attribs }) => [attribs['name'] ?? attribs['property'] ?? '', attribs['content']]),
  );
}

describe('the head of a page', () => {
  it('has the language that the metadata names, where it is one', () => {
    expect(languageOf({ lang: 'pt-br' })).to.equal('pt-BR');
    for (const lang of ['"><script>', 'e', '', 7, null, 'en-'.repeat(60)])
      expect(languageOf({ lang })).to.equal(undefined);
    expect(languageOf(null)).to.equal(undefined);
    expect(renderPage(viewed({ lang: 'he' })).html).to.match(/^<!doctype html>\n<html lang="he">/);
  });

  it('has what other programs show of a page', () => {
    const blocks = [
      viewedBlock('heading', 'Why'),
      viewedBlock('paragraph', 'Because *of* [that](https://a.example) & `x_y`.'),
    ];
    expect(metaOf({ title: 'A "title"', blocks })).to.include({
      description: 'Because of that & x_y.',
      'og:title': 'A "title"',
      'og:description': 'Because of that & x_y.',
      'og:url': URL,
      'og:type': 'article',
      'article:modified_time': '2026-03-05T10:20:30.000Z',
    });
    expect(metaOf({ blocks, metadata: { description: '  Of *its* own. ' } })['description']).to.equal('Of *its* own.');
    expect(metaOf({})).not.to.have.property('description');
  });

  it('has the address of its part', () => {
    const blocks = Array.from({ length: 3 }, () => viewedBlock('code', 'x'.repeat(600_000)));
    const canonical = (part: number) =>
      /rel="canonical" href="([^"]*)"/.exec(renderPage(viewed({ blocks }), part).html)?.[1];
    expect([canonical(1), canonical(2)]).to.deep.equal([URL, `${URL}?part=2`]);
  });

  it('has none of that in a page for a key', () => {
    const { html } = renderPage(viewed({ url: null, blocks: [viewedBlock('paragraph', 'Secret.')] }));
    expect(html).not.to.match(/canonical|og:|description/);
  });

  it('has an icon of the service', () => {
    expect(renderPage(viewed()).html).to.include('<link rel="icon" type="image/svg+xml" href="../favicon.svg">');
  });
});

describe('above the title of a page', () => {
  it('are the day of its making and its tags, of which there may be very many', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `<b>${at}${'x'.repeat(1_000)}`);
    const { html } = renderPage(viewed({ metadata: { tags: ['plan', ...many] } }));
    expect(html).to.include('Updated <time datetime="2026-03-05T10:20:30.000Z">5 March 2026</time>');
    expect(html).to.include('<li dir="auto">plan</li><li dir="auto">&lt;b&gt;0xxx');
    expect(html.match(/<li /g)).to.have.length(20);
    expect(html.length).to.be.below(20_000);
    expect(renderPage(viewed({ metadata: { tags: 'plan' } })).html).not.to.include('class="tags"');
  });
});

describe('the words of a text', () => {
  for (const [content, words] of [
    ['**a** _b_ `c` ~~d~~ snake_case', 'a b c d snake_case'],
    ['![x](https://a.example) [y](z)[^1]', 'x y'],
    ['a\\*b\n  c', 'a*b c'],
    ['a <!-- b --> c <!-- d', 'a c'],
    ['1. R&amp;D | `c`', '1. R&D | c'],
  ] as const) {
    it(`of ${JSON.stringify(content)} are ${words}`, () => {
      expect(plainWords('markdown', content, 'heading')).to.equal(words);
    });
  }

  it('are without tags in HTML, and all there is in plain text', () => {
    expect(plainWords('html', '<h1 class="x">a</h1><b>c</b>', 'heading')).to.equal('a c');
    expect(plainWords('text', '<b>*a*', 'heading')).to.equal('<b>*a*');
  });

  it('are shortened to whole characters', () => {
    expect(shortened('abc', 3)).to.equal('abc');
    expect(shortened('abcd', 3)).to.equal('ab…');
    expect(shortened('a😀😀', 3)).to.equal('a…');
  });
});
