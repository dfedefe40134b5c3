// Measures the CPU time of rendering.
import { expect } from 'chai';
import type { ContentType } from '../../src/domain/document.js';
import { USUAL_LIMITS } from '../../src/markdown/check-limits.js';
import { convertMarkdown, type ConvertedText } from '../../src/markdown/convert-markdown.js';
import { MarkdownError } from '../../src/markdown/markdown-error.js';
import { MAX_FORMATTED_BLOCK } from '../../src/render/limits.js';
import type { ViewedBlock, ViewedDocument } from '../../src/render/viewed-document.js';
import { DEAREST_CONTENT } from '../support/dear-content.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';
import { DEAREST_PAGES, DEAREST_TEXTS } from './markdown/dear-texts.js';

/** A page that takes longer than `RenderPool` gives it is plain text. */
const MOST_MS = 4_000;

const ORDINARY =
  'Some *emphasis*, `code`, **more**, and [a link](https://a.example/b) in a sentence of usual length; ' +
  'then another one without anything in it, which is what most of them are.';

/** A document with enough of the block for more than one part. */
function filled(contentType: ContentType, block: ViewedBlock): ViewedDocument {
  const count = Math.min(10_000, Math.ceil(1_000_000 / block.content.length));
  return viewed({ contentType, blocks: Array.from({ length: count }, () => block) });
}

const DEAREST_CONTAINERS = DEAREST_CONTENT.flatMap(([name, , , textOf]) =>
  /^(?:lines that belong|quotes of every|a table of omitted cells in a quote)/.test(name)
    ? [[name, textOf] as const]
    : [],
);

/** Undefined: it is refused, or made plain paragraphs, so its page is made of blocks. */
function converted(text: string): ConvertedText | undefined {
  try {
    const made = convertMarkdown(text, USUAL_LIMITS);
    return made?.isPlain === false ? made : undefined;
  } catch (error) {
    if (error instanceof MarkdownError) return undefined;
    throw error;
  }
}

function expectInTime(document: ViewedDocument, isPlain = false): void {
  const before = process.cpuUsage();
  renderPage(document, 1, isPlain);
  const { user, system } = process.cpuUsage(before);
  if (process.env['SHOW']) console.log((user + system) / 1_000);
  expect((user + system) / 1_000, 'in milliseconds').to.be.below(MOST_MS);
}

describe('the viewer, given very much', function () {
  this.timeout(60_000);

  for (const [name, contentType, type, contentOf] of DEAREST_CONTENT) {
    it(`makes a page in time: ${name}`, () => {
      for (const length of [5_000, MAX_FORMATTED_BLOCK]) {
        expectInTime(filled(contentType, viewedBlock(type, contentOf(length))));
      }
    });
  }

  for (const [contentType, type, content] of [
    ['markdown', 'paragraph', '*a*'],
    ['markdown', 'list', '- a'],
    ['markdown', 'table', '|a|b|\n|-|-|\n|x|y|'],
    ['markdown', 'heading', 'a'],
    ['html', 'paragraph', '<p>'],
    ['html', 'list', '- - a'],
    ['text', 'code', '"'],
  ] as const) {
    it(`makes a page of ten thousand small blocks in time: ${contentType} ${JSON.stringify(content)}`, () => {
      expectInTime(filled(contentType, viewedBlock(type, content)));
    });
  }

  for (const [language, line] of [
    ['yaml', '          a'],
    ['yaml', '       a'],
    ['yaml', '      a'],
    ['yaml', `a${' '.repeat(190)}`],
    ['js', '(a)=>a'],
    ['json', '(a)=>a'],
    ['ts', '()'],
    ['cs', 'do '],
    ['python', '00'],
    ['sql', '()'],
    ['xml', '<a b=c>'],
    ['go', 'a.'],
  ] as const) {
    it(`makes a page of code in time: ${language} ${JSON.stringify(line)}`, () => {
      for (const width of [1, 60, 200]) {
        const lines = `${line.repeat(Math.max(1, Math.floor(width / line.length)))}\n`;
        const content = lines.repeat(Math.floor(MAX_FORMATTED_BLOCK / lines.length));
        expectInTime(filled('markdown', viewedBlock('code', content, { language })));
        const fence = `- ~~~${language}\n${`  ${lines}`.repeat(20)}  ~~~\n`;
        const fences = fence.repeat(Math.floor(MAX_FORMATTED_BLOCK / fence.length));
        expectInTime(filled('markdown', viewedBlock('list', fences)));
      }
    });
  }

  for (const [name, textOf] of [...DEAREST_TEXTS, ...DEAREST_PAGES, ...DEAREST_CONTAINERS]) {
    it(`makes a page of a source in time: ${name}`, () => {
      const text = textOf(300_000);
      const made = converted(text);
      if (made === undefined) return;
      const document = viewed({ source: text });
      expectInTime(document);
      expectInTime(document, true);
    });
  }

  it('shows a block over the bound as plain text, whole, and formats one at the bound', () => {
    const atBound = `**a**${'b'.repeat(MAX_FORMATTED_BLOCK - 5)}`;
    const formatted = renderPage(viewed({ blocks: [viewedBlock('paragraph', atBound)] })).html;
    expect(formatted).to.include('<strong>a</strong>');
    const plain = renderPage(viewed({ blocks: [viewedBlock('paragraph', `${atBound}b`)] })).html;
    expect(plain).to.include(`<div class="plain" dir="auto">${atBound}b</div>`);
  });

  it('formats ninety kilobytes of ordinary HTML in one block', () => {
    const prose =
      '<p>The <em>quick</em> brown fox, as <strong>they</strong> say, jumps over ' +
      '<a href="https://a.example/dog">the lazy dog</a> &amp; runs away. It is a long sentence.</p>\n' +
      '<ul><li>one item</li><li>another</li></ul>\n<table><tr><td>a</td><td>b</td></tr></table>\n';
    const block = viewedBlock('paragraph', prose.repeat(90_000 / prose.length));
    expect(renderPage(viewed({ contentType: 'html', blocks: [block] })).html).to.include('<em>quick</em>');
  });

  it('formats every block of a long document, in as many parts as it takes', () => {
    const document = viewed({ blocks: Array.from({ length: 10_000 }, () => viewedBlock('paragraph', ORDINARY)) });
    const pages = renderAll(document);
    expect(pages.length).to.be.above(1);
    expect(pages.reduce((count, html) => count + html.split('<strong>more</strong>').length - 1, 0)).to.equal(10_000);
  });

  it('shows as plain text what has no room as a table, and whole', () => {
    const table = `|a|b|\n|:-:|:-:|\n${'|x|\n'.repeat(1_500)}`;
    const code = viewedBlock('code', 'a'.repeat(900_000));
    const { html } = renderPage(viewed({ blocks: [code, viewedBlock('table', table), viewedBlock('table', table)] }));
    expect(html).to.include(`<pre class="plain" dir="auto">\n${table}</pre>`);
  });

  it('does not count code, which costs little, as what is formatted', () => {
    const code = viewedBlock('code', 'a'.repeat(600_000));
    const { html } = renderPage(viewed({ blocks: [code, viewedBlock('paragraph', '**z**')] }));
    expect(html).to.include('<strong>z</strong>');
  });

  it('shows Markdown nested without end as plain text', () => {
    const { html } = renderPage(viewed({ blocks: [viewedBlock('paragraph', '*a '.repeat(200) + 'a* '.repeat(200))] }));
    expect(html).to.include('<div class="plain" dir="auto">*a *a');
  });

  it('keeps the text of HTML nested deeper than it keeps elements', () => {
    for (const depth of [200, 9_000]) {
      const block = viewedBlock('paragraph', `${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`);
      const { html } = renderPage(viewed({ contentType: 'html', blocks: [block] }));
      expect(html).to.include('>deep<');
      expect(html.split('<div>').length).to.equal(101);
    }
  });
});
