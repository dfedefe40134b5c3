import { expect } from 'chai';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { ViewedBlock, ViewedDocument } from '../../src/render/viewed-document.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const paragraph = (content: string): ViewedBlock => viewedBlock('paragraph', content);
const noteList = (content: string, labels: readonly string[] = []): ViewedBlock =>
  viewedBlock('list', content, { listType: 'ordered', footnotes: labels });

function contentOf(blocks: readonly ViewedBlock[], others: Partial<ViewedDocument> = {}): string {
  const { html } = renderPage(viewed({ ...others, blocks }));
  return /<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '';
}

const reference = (number: number): string =>
  `<sup><a href="#fn:${number}" id="fnref:${number}" role="doc-noteref" aria-label="Note ${number}">${number}</a></sup>`;
const back = (number: number): string =>
  ` <a href="#fnref:${number}" role="doc-backlink" aria-label="Back to reference ${number}">↩\uFE0E</a>`;

/** The links within a page that lead nowhere, and the identifiers that are there twice. */
function brokenOf(html: string): string[] {
  const elements = DomUtils.getElementsByTagName('*', parseDocument(html));
  const ids = elements.flatMap(({ attribs: { id } }) => id ?? []);
  const targets = elements.flatMap(({ attribs: { href = '' } }) => (href.startsWith('#') ? [href.slice(1)] : []));
  return [...targets.filter((target) => !ids.includes(target)), ...ids.filter((id, at) => ids.indexOf(id) !== at)];
}

describe('the footnotes of a page', () => {
  it('lead from the mark to the note, and back', () => {
    const blocks = [paragraph('a[^1] b[^2]'), noteList('1. One *note*.\n2. Two.', ['x', 'y'])];
    expect(contentOf(blocks)).to.equal(
      `<div dir="auto"><p>a${reference(1)} b${reference(2)}</p>\n</div>\n` +
        '<div class="notes" role="doc-endnotes" aria-label="Notes" dir="auto"><ol>\n' +
        `<li id="fn:1">One <em>note</em>.${back(1)}</li>\n<li id="fn:2">Two.${back(2)}</li>\n</ol>\n</div>`,
    );
  });

  it('have the way back in the last paragraph of a note, or after what it ends with', () => {
    const blocks = [paragraph('[^1][^2]'), noteList('1. a\n\n   b\n2. c\n\n   ```\n   d\n   ```')];
    const html = contentOf(blocks);
    expect(html).to.include(`<p>a</p>\n<p>b${back(1)}</p>\n</li>`);
    expect(html).to.include(`<pre><code>d\n</code></pre>\n${back(2)}</li>`);
  });

  it('are led to from every kind of block, once from each place', () => {
    const blocks = [
      viewedBlock('heading', 'h[^1]'),
      viewedBlock('quote', '> q[^1]'),
      viewedBlock('table', '|t[^2]|\n|-|\n|u[^3]|'),
      viewedBlock('list', '- l[^3]'),
      noteList('1. One, see [^2].\n2. Two.\n3. Three.\n4. Four.'),
    ];
    const html = contentOf(blocks);
    expect(html.match(/href="#fn:/g)).to.have.length(6);
    expect(html)
      .to.include(`h${reference(1)}</h2>`)
      .and.include(`t${reference(2)}</th>`);
    expect(html)
      .to.include(`u${reference(3)}</td>`)
      .and.include('Four.</li>');
    expect(brokenOf(html)).to.deep.equal([]);
  });

  it('are the same wherever their list is among the blocks', () => {
    const blocks = [noteList('1. One [^1].'), paragraph('a[^1]')];
    const html = contentOf(blocks);
    expect(html.indexOf('id="fn:1"')).to.be.below(html.indexOf('<p>a'));
    expect(brokenOf(html)).to.deep.equal([]);
  });

  it('have the numbers that their list shows', () => {
    const html = contentOf([paragraph('[^7] [^8] [^1] [^08]'), noteList('7. Seven.\n8. Eight.\n\n- none')]);
    expect(html).to.include(`<p>${reference(7)} ${reference(8)} <sup>1</sup> <sup>08</sup></p>`);
    expect(html).to.include('<ol start="7">\n<li id="fn:7">').and.include('<li>none</li>');
    const twice = contentOf([paragraph('[^1]'), noteList('1. One.\n\n1) Other.')]);
    expect(twice).to.include('<li id="fn:1">').and.include('<li>Other.</li>');
  });

  it('are those of one list of the document', () => {
    const html = contentOf([paragraph('[^1]'), noteList('1. One.'), noteList('1. Other.')]);
    expect(html.match(/id="fn:1"/g)).to.have.length(1);
    expect(html).to.include('<li>Other.</li>');
  });

  it('have no links where there is nothing to lead to', () => {
    for (const list of [viewedBlock('list', '1. One.'), noteList('- One.'), noteList('x'.repeat(100_001))]) {
      const html = contentOf([paragraph('a[^1]'), list]);
      expect(html).to.include('<p>a<sup>1</sup></p>').and.not.include('fn:1');
    }
    const text = contentOf([paragraph('a[^1]'), noteList('1. One.')], { contentType: 'text' });
    const html = contentOf([viewedBlock('list', '- a[^1]'), noteList('1. One.')], { contentType: 'html' });
    for (const page of [text, html]) expect(page).not.to.include('fn:1');
  });

  it('are in no other link, nor linked in the description of an image', () => {
    const html = contentOf([paragraph('[a[^1]](https://a.example) ![b[^1]](https://b.example)'), noteList('1. One.')]);
    expect(html)
      .to.include(`<p>[a${reference(1)}](`)
      .and.include('alt="b1"');
    expect(html.match(/<a /g)).to.have.length(3);
  });

  it('lead nowhere in another part, and have no identifier twice in all parts', () => {
    const long = viewedBlock('code', 'x'.repeat(900_000));
    const blocks = [paragraph('a[^1]'), long, paragraph('b[^1]'), long, paragraph('c[^1]'), noteList('1. One.')];
    const pages = renderAll(viewed({ blocks }));
    expect(pages.length).to.be.above(1);
    expect(pages.join('').match(/ id="fn(?:ref)?:1"/g)).to.have.length(2);
    for (const html of pages) expect(brokenOf(html)).to.deep.equal([]);
  });

  it('have no links where their list has no room but as plain text', () => {
    const list = noteList('1. a\n'.repeat(2_000));
    const html = contentOf([viewedBlock('code', 'x'.repeat(900_000)), paragraph('a[^1]'), list]);
    expect(html).to.include('class="plain"').and.include('<p>a<sup>1</sup></p>').and.not.include('fn');
  });

  it('cannot be feigned by content, nor by a heading', () => {
    const feigned = ' <a href="#fnref:1" role="doc-backlink" aria-label="x">↩\uFE0E</a> id="fnref:2" <li id="fn:3">';
    const blocks = [
      viewedBlock('heading', 'fn 1'),
      viewedBlock('heading', 'fn:1'),
      viewedBlock('heading', 'fnref-1'),
      ...(['paragraph', 'heading', 'code', 'quote', 'list', 'table'] as const).map((type) =>
        viewedBlock(type, feigned),
      ),
      paragraph('[x](#fn:1) <#fn:1> [y](#fnref:1 "z")\n\na[^2] b[^2]'),
      noteList(`1. One.${feigned}\n2. Two.`),
    ];
    const html = contentOf(blocks);
    expect(brokenOf(html)).to.deep.equal([]);
    expect(html.match(/<a /g)).to.have.length(3);
    expect(html.match(/id=&quot;fnref:2&quot;/g)).to.have.length(7);
    expect(html.match(/↩/g)).to.have.length(8);
  });
});
