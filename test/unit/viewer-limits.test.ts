import { expect } from 'chai';
import type { BlockType, ContentType } from '../../src/domain/document.js';
import { MAX_FORMATTED_BLOCK, MAX_FORMATTED_PAGE } from '../../src/viewer/limits.js';
import { renderPage } from '../../src/viewer/render-page.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const MAX_BLOCKS = 10_000;
/** Five times what the worst page takes on a slow machine. */
const MAX_MILLISECONDS = 5_000;

const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
const halves = (opening: string, closing: string, length: number): string => (
  repeated(opening, length / 2) + repeated(closing, length / 2)
);

const wideTable = (length: number): string => (
  `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${repeated('x\n', length - 900)}`
);

/** Content that is the worst found for the parsers, made to fill a block of the given length. */
const WORST: readonly (readonly [name: string, ContentType, BlockType, (length: number) => string])[] = [
  ['brackets and stars', 'markdown', 'paragraph', (n) => repeated('[*', n)],
  ['open images', 'markdown', 'image', (n) => repeated('![', n)],
  ['backticks of every length', 'markdown', 'heading', (n) => {
    let source = '';
    for (let width = 1; source.length + width < n; width += 1) source += `${'`'.repeat(width)} `;
    return source;
  }],
  ['addresses with open brackets', 'markdown', 'paragraph', (n) => repeated('https://a.b/[', n)],
  ['bare schemes', 'markdown', 'paragraph', (n) => repeated('http://[', n)],
  ['many list items', 'markdown', 'list', (n) => repeated('a\n', n)],
  ['lists in lists', 'markdown', 'list', (n) => repeated(`${'- '.repeat(45)}a\n`, n)],
  ['quotes in quotes', 'markdown', 'quote', (n) => repeated('> ', n)],
  ['a long table', 'markdown', 'table', (n) => `|a|b|\n|-|-|\n${repeated('|x|y|\n', n - 20)}`],
  ['open elements, others closed', 'html', 'paragraph', (n) => halves('<b>', '</i>', n)],
  ['many elements', 'html', 'paragraph', (n) => repeated('<p></x>', n)],
  ['comments in an address', 'html', 'paragraph', (n) => `<a href="${repeated('<!---->', n - 20)}">x</a>`],
  ['blanks in a style', 'html', 'table', (n) => (
    `<table><td style="text-align:center${repeated(' ', n - 50)}x">`
  )],
];

function millisecondsFor(render: () => void): number {
  const start = performance.now();
  render();
  return performance.now() - start;
}

describe('the viewer, given very much', function () {
  this.timeout(60_000);

  for (const [name, contentType, type, contentOf] of WORST) {
    it(`takes a bounded time for pages full of ${name}`, () => {
      const block = viewedBlock(type, contentOf(MAX_FORMATTED_BLOCK));
      const count = Math.ceil(MAX_FORMATTED_PAGE / MAX_FORMATTED_BLOCK) + 1;
      const document = viewed({ contentType, blocks: Array.from({ length: count }, () => block) });
      expect(millisecondsFor(() => renderPage(document))).to.be.below(MAX_MILLISECONDS);
    });
  }

  it('takes a bounded time for many wide tables of short rows', () => {
    const block = viewedBlock('table', wideTable(2_000));
    const document = viewed({ blocks: Array.from({ length: MAX_FORMATTED_PAGE / 2_000 }, () => block) });
    expect(millisecondsFor(() => renderPage(document))).to.be.below(MAX_MILLISECONDS);
  });

  it('takes a bounded time for the largest number of blocks', () => {
    const block = viewedBlock('table', '|a|b|\n|-|-|\n|x|y|');
    const document = viewed({ blocks: Array.from({ length: MAX_BLOCKS }, () => block) });
    expect(millisecondsFor(() => renderPage(document))).to.be.below(MAX_MILLISECONDS);
  });

  it('shows a block over the bound as plain text, whole, and formats one at the bound', () => {
    const atBound = `**a**${'b'.repeat(MAX_FORMATTED_BLOCK - 5)}`;
    const formatted = renderPage(viewed({ blocks: [viewedBlock('paragraph', atBound)] })).html;
    expect(formatted).to.include('<strong>a</strong>');
    const plain = renderPage(viewed({ blocks: [viewedBlock('paragraph', `${atBound}b`)] })).html;
    expect(plain).to.include(`<div class="plain" dir="auto">${atBound}b</div>`);
  });

  it('shows the blocks after the bound of the page as plain text', () => {
    const large = viewedBlock('paragraph', 'a '.repeat(MAX_FORMATTED_BLOCK / 2));
    const last = viewedBlock('paragraph', '**z**');
    const count = MAX_FORMATTED_PAGE / MAX_FORMATTED_BLOCK;
    const pageOf = (larges: number): string => (
      renderPage(viewed({ blocks: [...Array.from({ length: larges }, () => large), last] })).html
    );
    expect(pageOf(count - 1)).to.include('<strong>z</strong>');
    expect(pageOf(count)).to.include('<div class="plain" dir="auto">**z**</div>');
  });

  it('does not count code, which costs nothing, against the page', () => {
    const code = viewedBlock('code', 'a'.repeat(2 * MAX_FORMATTED_PAGE));
    const { html } = renderPage(viewed({ blocks: [code, viewedBlock('paragraph', '**z**')] }));
    expect(html).to.include('<strong>z</strong>');
  });

  it('shows HTML nested without end as plain text', () => {
    const block = viewedBlock('paragraph', '<div>'.repeat(20_000));
    const { html } = renderPage(viewed({ contentType: 'html', blocks: [block] }));
    expect(html).to.include('<div class="plain" dir="auto">&lt;div&gt;');
  });

  it('keeps the text of HTML nested deeper than it keeps elements', () => {
    const block = viewedBlock('paragraph', `${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}`);
    expect(renderPage(viewed({ contentType: 'html', blocks: [block] })).html).to.include('>deep<');
  });

  it('shows ten mebibytes in one block', () => {
    const document = viewed({ blocks: [viewedBlock('paragraph', '&'.repeat(10 * 1024 * 1024))] });
    expect(millisecondsFor(() => renderPage(document))).to.be.below(MAX_MILLISECONDS);
  });
});
