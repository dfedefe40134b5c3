import { createRequire } from 'node:module';
import { expect } from 'chai';
import { sourceOf } from '../../src/domain/content/source.js';
import type { Version } from '../../src/domain/version.js';
import { convertMarkdown, type ConvertedText } from '../../src/markdown/convert-markdown.js';
import { USUAL_LIMITS } from '../../src/markdown/check-limits.js';
import { PART_CHARACTERS } from '../../src/render/limits.js';
import { shownDocument } from '../../src/render/worker/shown-document.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed } from '../support/viewed-documents.js';
import { GFM_EXAMPLES } from './markdown/gfm-examples.js';

const convert = (text: string): ConvertedText => convertMarkdown(text, USUAL_LIMITS) as ConvertedText;

/** The page of a version with this source. */
const pageOf = (text: string, title = convert(text).title ?? 'A file'): string =>
  renderAll(viewed({ title, source: text })).join('\n');

function pageOfBlocks(text: string): string {
  const { title, blocks } = convert(text);
  const placed = blocks.map((block, order) => ({ ...block, id: 'b', order }));
  return renderAll(viewed({ title: title ?? 'A file', blocks: placed })).join('\n');
}

/** What stands between the title of a page and its end of content. */
const contentOf = (html: string): string => /<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '';

/**
 * Without a line end that a quote of blocks loses, and without anchors and the place of the title: blocks lack its
 * heading.
 */
const normalised = (html: string): string =>
  html
    .replace(/\n+<\/code>/g, '</code>')
    .replace(/<(h[1-6]) id="[^"]*"/g, '<$1')
    .replace(/<h1 [^]*?<\/h1>/, '')
    .replace(/\n+/g, '\n');

function expectSame(text: string, name: string): void {
  expect(normalised(pageOf(text)), name).to.equal(normalised(pageOfBlocks(text)));
}

describe('the page of a version with a source', () => {
  it('shows what its blocks show: the examples of CommonMark', () => {
    const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
      tests: { number: number; markdown: string }[];
    };
    expect(tests.length).to.be.at.least(652);
    for (const { number, markdown } of tests) expectSame(markdown.replaceAll('→', '\t'), String(number));
  });

  it('shows what its blocks show: the examples of GFM', () => {
    expect(GFM_EXAMPLES).not.to.be.empty;
    for (const [name, markdown] of GFM_EXAMPLES) expectSame(markdown, name);
  });

  it('has no front matter and no comments', () => {
    const html = pageOf('---\nsecret: x\nlang: fr\n---\n<!-- secret -->\n\na <!-- secret -->b\n\n- <!-- secret -->\n');
    expect(contentOf(html)).to.equal(
      '<div dir="auto"><p>a b</p>\n</div>\n<div dir="auto"><ul>\n<li>\n</li>\n</ul>\n</div>',
    );
    expect(html).not.to.include('secret');
  });

  it('has no comments in raw HTML, in contents, nor as plain text', () => {
    const text = '<div>\n<!-- secret -->\na\n\n## b <!-- secret -->\n\nc<!-- secret -->d\n\n- <!-- secret -->\n';
    for (const source of [text, `${text}\n${'- e <!-- secret -->\n'.repeat(6_000)}`]) {
      for (const isPlain of [true, false]) {
        const html = renderAll(viewed({ title: 'T', source }), isPlain).join('');
        expect(html).to.include('id="b"').and.include('cd</').and.not.include('secret');
      }
    }
    const { blocks } = convert(text);
    const placed = blocks.map((block, order) => ({ ...block, id: 'b', order }));
    expect(renderAll(viewed({ blocks: placed }), true).join(''))
      .to.include('id="b"')
      .and.not.include('secret');
  });

  it('shows the heading that is its title once, wherever it stands, and another one', () => {
    for (const text of [
      '# *One*\n\na',
      '![b](c)\n\n# [One][o]\n\na\n\n[o]: https://a.example',
      'One[^x]\n===\n\na\n\n[^x]: y',
    ]) {
      expect(pageOf(text).match(/>(?:<[^h/][^>]*>)*One</g), text).to.have.length(2);
      expect(convert(text).title, text).to.equal('One');
    }
    expect(contentOf(pageOf('# One\n\na', 'Other'))).to.include('<h2 id="one" dir="auto">One</h2>');
    expect(contentOf(pageOf('---\ntitle: One\n---\n# Two\n\na'))).to.include('<h2 id="two" dir="auto">Two</h2>');
  });

  it('shows what stands above the heading that is its title there', () => {
    const order = (html: string) => html.slice(html.indexOf('<article>')).match(/>(?:before|T|after|Updated)(?= |<)/g);
    for (const text of ['before\n\n<!-- c -->\n\n# T\n\nafter', '---\ntitle: T\n---\nbefore\n\n# T\n\nafter']) {
      expect(order(pageOf(text, 'T')), text).to.deep.equal(['>Updated', '>before', '>T', '>after']);
    }
    expect(pageOf('<div align="center">\n\n# T\n\n</div>\n\nafter')).to.match(
      /<div class="align-center">\n<h1 id="t"[^>]*>T<\/h1>\n<\/div>/,
    );
    const folded = pageOf('<details>before\n\n# T\n\n</details>');
    expect(folded.indexOf('<h1')).to.be.below(folded.indexOf('<details'));
    expect(pageOf('before\n\n# T')).to.not.include('has no content');
    const long = `${'before\n\n'.repeat(9_990)}\n\n# T\n\nafter`;
    const pages = renderAll(viewed({ title: 'T', source: long }));
    expect(pages.map((html) => html.split('<h1').length)).to.deep.equal(pages.map(() => 2));
  });

  it('has links by reference in every kind of block, and their words in anchors and descriptions', () => {
    const kinds = [
      '[a][r]',
      '## [b]',
      '- [c][]\n\n  | [d][r] |\n  |-|\n  | [e][R] |',
      '> [f][r]',
      '| [g][r] |\n|-|',
      '![h][r]',
    ];
    const definitions = '[r]: https://a.example/x "T"\n[b]: <https://a.example/b>\n[c]: https://a.example/c';
    const html = pageOf(`${kinds.join('\n\n')}\n\n${definitions}`);
    for (const words of 'adefg') {
      expect(html).to.include(
        `<a href="https://a.example/x" rel="noopener noreferrer nofollow" title="T">${words}</a>`,
      );
    }
    expect(html).to.include('<h2 id="b" dir="auto"><a href="https://a.example/b"').and.include('c</a>');
    expect(html).to.include('<img src="https://a.example/x" alt="h"').and.include('name="description" content="a"');
    expect(html).not.to.include('[r]');
  });

  it('numbers footnotes by their first uses, from all blocks', () => {
    const html = pageOf('a[^why] b[^2] [^none] [^9]\n\n- c[^2]\n\n[^2]: Two[^3].\n[^why]: Why.\n[^3]: Three.');
    expect(html.match(/id="fn(?:ref)?:\d"/g)).to.deep.equal(
      ['fnref:1', 'fnref:2', 'fn:1', 'fn:2', 'fnref:3', 'fn:3'].map((id) => `id="${id}"`),
    );
    expect(html).to.include('[^none] [^9]</p>').and.include('c<sup><a href="#fn:2" role');
  });

  it('has footnotes that are defined in a list, which blocks have as text', () => {
    expect(contentOf(pageOf('- Item[^n].\n\n  [^n]: word'))).to.include('<li id="fn:1">word <a');
    expect(contentOf(pageOfBlocks('- Item[^n].\n\n  [^n]: word'))).not.to.include('fn:1');
  });

  it('is cut between its elements, with the same anchors and links in all parts', () => {
    const sections = Array.from({ length: 400 }, (_, at) => `## S ${at}\n\n- [x][r] ${'w '.repeat(900)}\n- y\n`);
    const pages = renderAll(viewed({ title: 'T', source: `${sections.join('\n')}\n[r]: https://a.example` }));
    expect(pages).to.have.length.above(1);
    for (const html of pages) {
      expect(html.length).to.be.at.most(PART_CHARACTERS);
      expect(html.match(/<ul>/g)?.length).to.equal(html.match(/<li>y<\/li>\n<\/ul>/g)?.length);
    }
    const ids = pages.flatMap((html) => [...html.matchAll(/<h2 id="s-(\d+)"/g)].map(([, id]) => Number(id)));
    expect(ids).to.deep.equal(sections.map((_, at) => at));
  });

  it('is as plain text what the source says', () => {
    const html = renderPage(
      viewed({ title: 'T', source: '---\na: b\n---\n# T\n\n*a* [b][c]\n\n[c]: d' }),
      1,
      true,
    ).html;
    expect(html).to.include('<div class="plain" dir="auto">*a* [b](d)</div>\n</article>');
  });
});

describe('what anybody may see of a version with a source', () => {
  const version = { ...viewed(), createdAt: viewed().updatedAt } as unknown as Version;
  const sourceFor = (overrides: Partial<Version>): string | null =>
    shownDocument({ ...version, ...overrides }, { id: 'd', url: null, lang: 'en', key: null, base: '' }).source;

  it('is its Markdown, unless conversion has made plain paragraphs of it', () => {
    expect(sourceFor({ source: sourceOf('a') })).to.equal('a');
    expect(sourceFor({ source: sourceOf('a', true) })).to.equal(null);
    expect(sourceFor({ source: sourceOf('a'), contentType: 'html' })).to.equal(null);
    expect(sourceFor({ source: null })).to.equal(null);
  });
});
