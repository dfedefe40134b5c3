// Measures the CPU time of rendering.
import { expect } from 'chai';
import type { ContentType } from '../../src/domain/document.js';
import { MAX_BLOCK_COST, MAX_FORMATTED_BLOCK, MAX_PART_COST, STEP_COST } from '../../src/viewer/limits.js';
import { measureBlock } from '../../src/viewer/measure-block.js';
import { renderPart } from '../../src/viewer/render-part.js';
import type { ViewedBlock, ViewedDocument } from '../../src/viewer/viewed-document.js';
import { DEAREST_CONTENT, type DearContent } from '../support/dear-content.js';
import { medianOf } from '../support/median.js';
import { planOf, renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

/**
 * How many times as long as ordinary Markdown of the same cost anything else may take. The worst found takes twice as
 * long; without costs of its own, it takes ten times as long and more.
 */
const MOST_TIMES = 6;

/** The first run compiles, and any may meet a collection of garbage: the median of so many that follow it counts. */
const RUNS = 3;

const ORDINARY =
  'Some *emphasis*, `code`, **more**, and [a link](https://a.example/b) in a sentence of usual length; ' +
  'then another one without anything in it, which is what most of them are.';

/** A document with enough of the block for more than one part. */
function filled(contentType: ContentType, block: ViewedBlock): ViewedDocument {
  const count = Math.ceil((2 * MAX_PART_COST) / measureBlock(contentType, block).cost);
  return viewed({ contentType, blocks: Array.from({ length: Math.min(count, 10_000) }, () => block) });
}

/** The longest block of a kind that is formatted still. */
function longestFormatted([, contentType, type, contentOf]: DearContent): ViewedBlock {
  let block = viewedBlock(type, contentOf(10));
  let [fits, tooLong] = [10, MAX_FORMATTED_BLOCK + 1];
  while (tooLong - fits > 50) {
    const middle = Math.floor((fits + tooLong) / 2);
    const longer = viewedBlock(type, contentOf(middle));
    if (measureBlock(contentType, longer).isFormatted) [block, fits] = [longer, middle];
    else tooLong = middle;
  }
  return block;
}

type Times = { whole: number; longestStep: number };

function timesOf(document: ViewedDocument): Times {
  const rendering = renderPart(document, planOf(document), 1);
  const times: Times = { whole: 0, longestStep: 0 };
  for (let done: boolean | undefined = false; done !== true;) {
    const before = process.cpuUsage();
    done = rendering.next().done;
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1_000;
    times.whole += took;
    times.longestStep = Math.max(times.longestStep, took);
  }
  return times;
}

function medianTimesOf(document: ViewedDocument): Times {
  timesOf(document);
  const runs = Array.from({ length: RUNS }, () => timesOf(document));
  return { whole: medianOf(runs.map((run) => run.whole)), longestStep: medianOf(runs.map((run) => run.longestStep)) };
}

function expectWithin(bounds: Times, document: ViewedDocument): void {
  const { whole, longestStep } = medianTimesOf(document);
  expect(whole, 'all in milliseconds').to.be.below(bounds.whole);
  expect(longestStep, 'the longest step in milliseconds').to.be.below(bounds.longestStep);
}

describe('the viewer, given very much', function () {
  this.timeout(60_000);
  let bounds: Times = { whole: 0, longestStep: 0 };
  before(() => {
    const ordinary = filled('markdown', viewedBlock('paragraph', ORDINARY));
    const whole = MOST_TIMES * medianTimesOf(ordinary).whole;
    bounds = { whole, longestStep: (whole * MAX_BLOCK_COST) / MAX_PART_COST };
  });

  for (const dear of DEAREST_CONTENT) {
    it(`takes about as long for ${dear[0]} as for anything else`, () => {
      expectWithin(bounds, filled(dear[1], longestFormatted(dear)));
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
    it(`takes about as long for ten thousand small blocks as for anything else: ${contentType} ${JSON.stringify(content)}`, () => {
      const blocks = Array.from({ length: 10_000 }, () => viewedBlock(type, content));
      expectWithin({ ...bounds, longestStep: Infinity }, viewed({ contentType, blocks }));
    });
  }

  for (const [language, line] of [
    ['yaml', '          a'],
    ['js', '(a)=>a'],
    ['json', '(a)=>a'],
    ['ts', '()'],
    ['cs', 'do '],
    ['python', '00'],
    ['css', '..'],
    ['rust', '(){}'],
    ['sql', '()'],
    ['ruby', '(a)'],
    ['kotlin', '()'],
    ['shell', '&'],
    ['xml', '<a b=c>'],
    ['go', 'a.'],
    ['toml', '<a b=c>'],
  ] as const) {
    it(`takes about as long for code as for anything else: ${language} ${JSON.stringify(line)}`, () => {
      for (const width of [1, 60, 200]) {
        const lines = `${line.repeat(Math.max(1, Math.floor(width / line.length)))}\n`;
        const { cost } = measureBlock('markdown', viewedBlock('code', lines, { language }));
        const content = lines.repeat(Math.max(1, Math.floor(MAX_BLOCK_COST / cost)));
        const block = viewedBlock('code', content, { language });
        expect(measureBlock('markdown', block).isFormatted).to.equal(true);
        expectWithin(bounds, filled('markdown', block));
      }
    });
  }

  it('takes about as long for code in lists and quotes as for anything else', () => {
    for (const [language, line] of [
      ['ts', 'const a = () => 1;'],
      ['json', '(a)=>a'],
      ['sql', '()'],
      ['python', '00'.repeat(95)],
    ] as const) {
      for (const lines of [1, 3, 100, Math.floor(90_000 / line.length / 3), Math.floor(90_000 / line.length)]) {
        const fence = `- ~~~${language}\n${`  ${line}\n`.repeat(lines)}  ~~~\n`;
        for (const times of [1, Math.ceil(8_000 / fence.length)]) {
          const block = viewedBlock('list', fence.repeat(times));
          expectWithin(bounds, filled('markdown', block));
        }
      }
    }
  });

  it('takes about as long for footnotes as for anything else', () => {
    const notes = (content: string) => viewedBlock('list', content, { listType: 'ordered', footnotes: [] });
    for (const [count, content] of [
      [1, '1. a\n'],
      [2_000, '1. a\n'],
      [3_000, '1.\n'],
      [900, '1. [^1]\n\n   b\n'],
    ] as const) {
      const list = notes(content.repeat(count));
      expect(measureBlock('markdown', list).isFormatted).to.equal(true);
      const marks = filled('markdown', viewedBlock('paragraph', 'a[^1]'.repeat(100)));
      for (const blocks of [[list], [list, ...marks.blocks]]) expectWithin(bounds, viewed({ blocks }));
    }
  });

  it('takes about as long for captions as for anything else', () => {
    for (const type of ['code', 'quote'] as const) {
      const block = viewedBlock(type, 'a', { caption: '"'.repeat(2_000) });
      expectWithin({ ...bounds, longestStep: Infinity }, filled('markdown', block));
    }
  });

  it('takes about as long for images that metadata describes as for anything else', () => {
    for (const [url, text] of [
      [`https://${'é.'.repeat(2_000)}`, ''],
      ['https://a', '"'.repeat(2_000)],
    ] as const) {
      const image = viewedBlock('image', '', { url, alt: text, title: text, caption: text });
      expectWithin(bounds, filled('markdown', image));
    }
  });

  it('lets others run after each step', () => {
    const document = filled('markdown', viewedBlock('paragraph', ORDINARY));
    const steps = [...renderPart(document, planOf(document), 1)].length;
    expect(steps).to.be.within((MAX_PART_COST / STEP_COST) * 0.9, (MAX_PART_COST / STEP_COST) * 1.2);
  });

  it('lets others run between pieces of a long plain block', () => {
    const document = viewed({ blocks: [viewedBlock('code', '"'.repeat(2_000_000))] });
    expect([...renderPart(document, planOf(document), 2)].length).to.be.at.least(3);
  });

  it('shows a block over the bound as plain text, whole, and formats one at the bound', () => {
    const atBound = `**a**${'b'.repeat(MAX_FORMATTED_BLOCK - 5)}`;
    const formatted = renderPage(viewed({ blocks: [viewedBlock('paragraph', atBound)] })).html;
    expect(formatted).to.include('<strong>a</strong>');
    const plain = renderPage(viewed({ blocks: [viewedBlock('paragraph', `${atBound}b`)] })).html;
    expect(plain).to.include(`<div class="plain" dir="auto">${atBound}b</div>`);
  });

  it('shows a block that would cost too much as plain text, and formats the one after it', () => {
    const dear = '['.repeat(MAX_FORMATTED_BLOCK);
    const { html } = renderPage(
      viewed({ blocks: [viewedBlock('paragraph', dear), viewedBlock('paragraph', '**z**')] }),
    );
    expect(html).to.include(`<div class="plain" dir="auto">${dear}</div>`).and.include('<strong>z</strong>');
  });

  it('shows a tag of very many attributes as plain text', () => {
    const names = Array.from({ length: 15_000 }, (_, at) => at.toString(36));
    for (const separator of [' ', '/', '\n', '=""']) {
      const block = viewedBlock('paragraph', `<b ${names.join(separator)}>a</b>`);
      expect(measureBlock('html', block).isFormatted, JSON.stringify(separator)).to.equal(false);
    }
    expect(measureBlock('html', viewedBlock('paragraph', `<b>a</b>${names.join(' ')}`)).isFormatted).to.equal(true);
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

  it('shows HTML nested without end as plain text', () => {
    const block = viewedBlock('paragraph', '<div>'.repeat(9_000));
    const { html } = renderPage(viewed({ contentType: 'html', blocks: [block] }));
    expect(html).to.include('<div class="plain" dir="auto">&lt;div&gt;');
  });

  it('shows Markdown nested without end as plain text', () => {
    const { html } = renderPage(viewed({ blocks: [viewedBlock('paragraph', '*a '.repeat(200) + 'a* '.repeat(200))] }));
    expect(html).to.include('<div class="plain" dir="auto">*a *a');
  });

  it('keeps the text of HTML nested deeper than it keeps elements', () => {
    const block = viewedBlock('paragraph', `${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}`);
    expect(renderPage(viewed({ contentType: 'html', blocks: [block] })).html).to.include('>deep<');
  });
});
