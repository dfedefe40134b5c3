import { expect } from 'chai';
import { DomUtils, parseDocument } from 'htmlparser2';
import { BLOCK_TYPES, CONTENT_TYPES, type BlockType } from '../../src/domain/document.js';
import { PART_CHARACTERS } from '../../src/render/limits.js';
import { pageContent } from '../../src/render/page/page-content.js';
import { planPage, type PagePlan } from '../../src/render/page/plan-page.js';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { blocksOfAllParts, textOfAllParts } from '../support/page-text.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const BODY = 10 * 1024 * 1024;
const MOST_BLOCKS = 10_000;
const LONGEST_TITLE = '"'.repeat(500);

const planOf = (document: ViewedDocument): PagePlan => planPage(pageContent(document));

const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

/** A document of so many equal blocks of one type. */
function uniform(type: BlockType, count: number, content: string): ViewedDocument {
  return viewed({ blocks: Array.from({ length: count }, () => viewedBlock(type, content)) });
}

const HOSTILE: readonly (readonly [name: string, document: ViewedDocument])[] = [
  ['ten mebibytes of what is escaped, in one block', uniform('code', 1, repeated('"', BODY))],
  ['ten mebibytes without a place to cut', uniform('paragraph', 1, repeated('a', BODY))],
  ['blocks just too long for formatting', uniform('paragraph', 100, repeated("'", 100_001))],
  ['ten thousand lists in lists', uniform('list', MOST_BLOCKS, repeated('- ', 90))],
  ['ten thousand dividers', uniform('divider', MOST_BLOCKS, '')],
  ['ten thousand short addresses', uniform('paragraph', MOST_BLOCKS, 'http://a')],
  ['tables of aligned empty cells', uniform('table', 1_000, `|a|b|\n|:-:|-:|\n${repeated('||\n', 1_000)}`)],
  [
    'the longest title, escaped',
    viewed({ title: LONGEST_TITLE, blocks: [viewedBlock('code', repeated('a', BODY), { language: 'x'.repeat(40) })] }),
  ],
];

function linksOf(html: string): (string | undefined)[][] {
  const links = DomUtils.findAll(({ name, attribs }) => name === 'a' && 'rel' in attribs, parseDocument(html).children);
  return links.map(({ attribs }) => [attribs['rel'], attribs['href']]);
}

describe('the parts of a page', function () {
  this.timeout(60_000);

  for (const [name, document] of HOSTILE) {
    it(`have at most a million characters each: ${name}`, () => {
      const pages = renderAll(document);
      expect(Math.max(...[...pages, ...renderAll(document, true)].map((html) => html.length))).to.be.at.most(
        PART_CHARACTERS,
      );
      expect(pages.length).to.be.at.most(200);
    });
  }

  it('are nearly full where plain text is all there is', () => {
    const pages = renderAll(uniform('code', 1, repeated('"', BODY / 4)));
    expect(pages).to.have.length.above(1);
    for (const html of pages.slice(0, -1)) expect(html.length).to.be.above(PART_CHARACTERS - 10_000);
  });

  it('are one for two hundred kilobytes of ordinary Markdown', () => {
    const paragraph =
      'Some *emphasis*, `code`, **more**, and [a link](https://a.example/b) in a sentence of usual length; ' +
      'then another one without anything in it, which is what most of them are.';
    expect(planOf(uniform('paragraph', 1_200, paragraph)).parts).to.equal(1);
  });

  for (const contentType of CONTENT_TYPES) {
    it(`show each block of a long document of type ${contentType} once, in order`, () => {
      const words = Array.from({ length: contentType === 'text' ? 4_000 : 1_500 }, (_, at) => `w${at}`);
      const types = BLOCK_TYPES.filter((type) => type !== 'divider');
      const blocks = words.map((word, at) =>
        viewedBlock(
          types[at % types.length] ?? 'code',
          `${word} [*a*](https://a.example) <b>c</b> &quot; `.repeat(1 + (at % 9)),
        ),
      );
      const document = viewed({ contentType, blocks });
      expect(planOf(document).parts).to.be.above(1);
      expect(blocksOfAllParts(document)).to.equal(blocks.length);
      const shown = textOfAllParts(document).match(/w\d+/g);
      expect(shown).to.deep.equal(words.flatMap((word, at) => Array.from({ length: 1 + (at % 9) }, () => word)));
    });
  }

  for (const type of ['paragraph', 'code', 'table'] as const) {
    it(`show all the text of a ${type} block that is cut, between words`, () => {
      const content = Array.from({ length: 120_000 }, (_, at) => `<w${at}>`).join(' ');
      const document = uniform(type, 2, content);
      expect(textOfAllParts(document).replaceAll('\n', '') === content + content).to.equal(true);
      const cuts = planOf(document).starts.filter(({ offset }) => offset > 0);
      expect(cuts).not.to.be.empty;
      for (const { offset } of cuts) expect(content[offset - 1]).to.equal(' ');
    });
  }

  it('are not cut between the two halves of a character', () => {
    const content = `a${'😀'.repeat(1_500_000)}`;
    const document = uniform('paragraph', 1, content);
    expect(renderAll(document).every((html) => html.isWellFormed())).to.equal(true);
    expect(textOfAllParts(document).replaceAll('\n', '') === content).to.equal(true);
  });

  it('are the same whichever of them were made before', () => {
    const document = uniform('paragraph', MOST_BLOCKS, '**a** [b](https://a.example)');
    const pages = renderAll(document);
    expect(renderPage(document, pages.length).html === pages.at(-1)).to.equal(true);
  });

  it('are planned in a few numbers', () => {
    const plan = planOf(uniform('code', 1, repeated('"', BODY)));
    expect(JSON.stringify(plan).length).to.be.below(5_000);
  });

  it('have the same levels of headings as one page would have', () => {
    const filler = viewedBlock('code', 'a'.repeat(PART_CHARACTERS));
    const document = viewed({
      blocks: [viewedBlock('heading', 'x', { level: 2 }), filler, viewedBlock('heading', 'y', { level: 3 })],
    });
    const [first = '', ...others] = renderAll(document);
    expect(first).to.include('<h2 id="x" dir="auto">x</h2>');
    expect(others.at(-1)).to.include('<h3 id="y" dir="auto">y</h3>');
  });

  it('leave out a first heading that repeats the title, and nothing of what follows', () => {
    const blocks = [viewedBlock('heading', 'A title'), viewedBlock('code', 'a'.repeat(3 * PART_CHARACTERS))];
    expect(textOfAllParts(viewed({ blocks })).replaceAll('\n', '').length).to.equal(3 * PART_CHARACTERS);
  });

  it('lead to each other, and to the first without a query', () => {
    const document = uniform('code', 1, 'a'.repeat(2.5 * PART_CHARACTERS));
    const pages = renderAll(document);
    expect(pages.map(linksOf)).to.deep.equal([
      [['next', '?part=2']],
      [
        ['prev', document.id],
        ['next', '?part=3'],
      ],
      [['prev', '?part=2']],
    ]);
    expect(pages[1])
      .to.include('<nav class="parts" aria-label="Parts of this document" lang="en">')
      .and.include('<span aria-current="page">Part 2 of 3</span>');
  });

  it('all have the title, and their number in the name of the page', () => {
    const document = uniform('code', 1, 'a'.repeat(1.5 * PART_CHARACTERS));
    const pages = renderAll(document);
    expect(pages).to.have.length(2);
    for (const [at, html] of pages.entries()) {
      expect(html)
        .to.include('<h1 dir="auto">A title</h1>')
        .and.include(`<title>A title (part ${at + 1} of 2)</title>`);
    }
  });

  it('need no links where there is one', () => {
    expect(renderPage(uniform('paragraph', 1, 'a')).html)
      .not.to.include('<nav')
      .and.not.include('(part');
  });

  it('have no others', () => {
    const document = uniform('paragraph', 1, 'a');
    for (const part of [0, 2, -1, 1.5, NaN]) {
      expect(() => renderPage(document, part)).to.throw(RangeError);
    }
  });
});
