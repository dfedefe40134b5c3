import { expect } from 'chai';
import { DomUtils, parseDocument } from 'htmlparser2';
import { Anchors } from '../../src/domain/content/anchors.js';
import { CONTENTS_CHARACTERS } from '../../src/render/page/contents.js';
import { PART_CHARACTERS } from '../../src/render/limits.js';
import type { ViewedBlock } from '../../src/render/viewed-document.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const heading = (content: string, level = 2): ViewedBlock => viewedBlock('heading', content, { level });
const LONG = viewedBlock('paragraph', 'word '.repeat(1_000));

/** The second of them begins another part. */
const PART_ENDS = [700_000, 400_000].map((length) => viewedBlock('code', 'x'.repeat(length)));

function idsOf(html: string): (string | undefined)[] {
  return DomUtils.findAll(({ attribs }) => 'id' in attribs, parseDocument(html).children).map(
    ({ attribs }) => attribs['id'],
  );
}

/** Where the table of contents leads. */
function linksOf(html: string): (string | undefined)[] {
  const nav = DomUtils.findOne(({ attribs }) => attribs['class'] === 'contents', parseDocument(html).children);
  return DomUtils.getElementsByTagName('a', nav?.children ?? []).map(({ attribs }) => attribs['href']);
}

describe('the anchors of headings', () => {
  it('take no longer for runs of marks that must be put in order', () => {
    const cpuMs = (words: string) => {
      const anchors = new Anchors();
      const before = process.cpuUsage();
      for (let times = 0; times < 200; times++) anchors.next(words);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const plainMs = cpuMs('é'.repeat(2_000));
    expect(cpuMs(`a${'\u0301'.repeat(1_000)}${'\u0316'.repeat(999)}`)).to.be.below(100 + 3 * plainMs);
  });

  it('are words with dashes, unique in a document', () => {
    const anchors = new Anchors();
    const names = ['Why *not*?', 'Why not', 'why-not-1', 'Why not', '', '😀', 'Größe & 中文', '"><script>'];
    expect(names.map((name) => anchors.next(name))).to.deep.equal([
      'why-not',
      'why-not-1',
      'why-not-1-1',
      'why-not-2',
      'section',
      'section-1',
      'größe--中文',
      'script',
    ]);
    expect(anchors.next('x'.repeat(500))).to.have.length(200);
  });

  it('are unique where many are alike', () => {
    const anchors = new Anchors();
    const names = Array.from({ length: 3_000 }, (_, at) => (at % 2 === 0 ? 'a' : `a ${at}`));
    expect(new Set(names.map((name) => anchors.next(name))).size).to.equal(3_000);
  });

  it('are on formatted and plain headings, the same wherever a part begins', () => {
    const blocks = [heading('One'), ...PART_ENDS, heading('One'), heading('Two', 3)];
    const pages = renderAll(viewed({ blocks }));
    expect(pages.map(idsOf)).to.deep.equal([['one'], ['one-1', 'two']]);
    expect(renderPage(viewed({ contentType: 'text', blocks: [heading('*a*')] })).html).to.include(
      '<h2 id="a" class="plain" dir="auto">*a*</h2>',
    );
  });
});

describe('the table of contents', () => {
  const chapters = ['A', 'B', 'C', 'D'].flatMap((name) => [
    heading(name),
    heading(`${name} *more*`, 3),
    heading('no', 4),
  ]);

  it('is there for long pages with several headings, down to the second level', () => {
    expect(linksOf(renderPage(viewed({ blocks: [LONG, ...chapters] })).html)).to.deep.equal(
      ['a', 'a-more', 'b', 'b-more', 'c', 'c-more', 'd', 'd-more'].map((anchor) => `#${anchor}`),
    );
    expect(linksOf(renderPage(viewed({ blocks: chapters })).html)).to.deep.equal([]);
    expect(linksOf(renderPage(viewed({ blocks: [LONG, heading('A')] })).html)).to.deep.equal([]);
  });

  it('leads to other parts, in a page that has an address', () => {
    const blocks = [...chapters.slice(0, 6), ...PART_ENDS, ...chapters.slice(6)];
    const pages = renderAll(viewed({ blocks }));
    expect(linksOf(pages[0]!).at(-1)).to.equal('?part=2#d-more');
    expect(linksOf(pages[1]!)[0]).to.equal('d123456789abcdef#a');
    const ofKey = renderAll(viewed({ url: null, blocks }));
    expect(linksOf(ofKey[1]!)).to.deep.equal(['#c', '#c-more', '#d', '#d-more']);
  });

  it('is bounded, and so is the page with it', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => heading(`${'"'.repeat(300)}${at}`, 2 + (at % 2)));
    const pages = renderAll(viewed({ blocks: [LONG, ...many] }));
    expect(pages).to.have.length.above(1);
    for (const html of pages) {
      expect(html.length).to.be.at.most(PART_CHARACTERS);
      expect(linksOf(html).length).to.be.within(1, 200);
      expect(/<nav class="contents"[^]*?<\/nav>/.exec(html)?.[0].length).to.be.below(CONTENTS_CHARACTERS);
    }
  });
});
