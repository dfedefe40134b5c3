import { expect } from 'chai';
import { sourceBlocks } from '../../src/markdown/source-blocks.js';
import { renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const inner = (html: string): string =>
  (/<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '').replace(/>\n+/g, '>').replace(/\n+</g, '<');

/** What stands between the title and the end of the page's content, without line ends between elements. */
const contentOf = (source: string): string => inner(renderPage(viewed({ title: 'A file', source })).html);

function callout(look: string, title: string, body: string): string {
  return `<div class="callout callout-${look}"><p class="callout-title">${title}</p>${body}</div>`;
}

describe('the viewer, given notes', () => {
  it('labels the alerts of GitHub, of a source and of blocks', () => {
    const written = [
      '> [!WARNING]\n> *a*\n>\n> - b',
      '>  [!tip]\n> a',
      '> [!note] A *title*\n> a',
      '> [!Custom]\n> a',
      '> [!NOTE] This is\n> text',
    ];
    const shown = [
      callout('warning', 'Warning', '<p><em>a</em></p><ul><li>b</li></ul>'),
      callout('tip', 'Tip', '<p>a</p>'),
      callout('note', 'A <em>title</em>', '<p>a</p>'),
      callout('note', 'Custom', '<p>a</p>'),
      callout('note', 'Note', '<p>This is\ntext</p>'),
    ].map((html) => html.replace('">', '" dir="auto">'));
    for (const [at, source] of written.entries()) {
      expect(contentOf(source), source).to.equal(shown[at]);
      for (const content of [source, source.replace(/^> ?/gm, '')]) {
        expect(inner(renderPage(viewed({ blocks: [viewedBlock('quote', content)] })).html)).to.equal(shown[at]);
      }
    }
    for (const quote of ['> [!NOTE](https://a.example)', '> a\n> [!NOTE]', '> [! NOTE]\n> a']) {
      expect(contentOf(quote), quote).to.include('<blockquote');
    }
  });

  it('labels notes between colons, one in another, and those that fold', () => {
    expect(contentOf('::: tip\n**a**\n\n- b\n:::\nc')).to.equal(
      `${callout('tip', 'Tip', '<p><strong>a</strong></p><ul><li>b</li></ul>')}<div dir="auto"><p>c</p></div>`,
    );
    expect(contentOf(':::danger[A *b*]\nc\n:::')).to.equal(callout('caution', 'A <em>b</em>', '<p>c</p>'));
    expect(contentOf('::: info A title {#x}\nc\n:::')).to.equal(callout('note', 'A title', '<p>c</p>'));
    expect(contentOf(':::: note\n::: own-name\na\n:::\nb\n::::')).to.equal(
      callout('note', 'Note', `${callout('note', 'Own-name', '<p>a</p>')}<p>b</p>`),
    );
    expect(contentOf('::: details More\na\n:::')).to.equal(
      '<details class="callout callout-note"><summary class="callout-title">More</summary><p>a</p></details>',
    );
    expect(contentOf('- ::: tip\n  a\n  :::\n- b')).to.equal(
      `<div dir="auto"><ul><li>${callout('tip', 'Tip', '<p>a</p>')}</li><li>b</li></ul></div>`,
    );
    expect(contentOf(':::\na')).to.include(':::');
    expect(contentOf('::: tip\na')).to.equal(callout('tip', 'Tip', '<p>a</p>'));
  });

  it('labels the notes of MkDocs, with the text that is indented', () => {
    expect(contentOf('!!! note "A title"\n\n    a\n\n    ```js\n    b\n    ```\n\nc')).to.equal(
      `${callout('note', 'A title', '<p>a</p><pre><code class="language-js">b</code></pre>')}<div dir="auto"><p>c</p></div>`,
    );
    expect(contentOf('!!! bug inline end\n    a\n    !!! tip\n        b')).to.equal(
      callout('caution', 'Bug', `<p>a</p>${callout('tip', 'Tip', '<p>b</p>')}`),
    );
    expect(contentOf('!!! note\n    | a |\n    |---|')).to.match(
      /^<div class="callout callout-note">.*<table>.*<\/div>$/,
    );
    expect(contentOf('??? faq\n    a')).to.match(/^<details class="callout callout-note"><summary/);
    expect(contentOf('???+ faq\n    a')).to.match(/^<details class="callout callout-note" open=""><summary/);
    expect(contentOf('=== "C"\n\n    a\n\n=== "D"\n\n    b')).to.equal(
      callout('note', 'C', '<p>a</p>') + callout('note', 'D', '<p>b</p>'),
    );
    expect(contentOf('!!! note')).to.equal('<div dir="auto"><p>!!! note</p></div>');
    expect(contentOf('a !!! note\n    b')).to.include('<p>a !!! note');
  });

  it('shows lists of definitions', () => {
    expect(contentOf('A\n: b\n: c\n\n*D*\n\n:   e\n\n    - f')).to.equal(
      '<div dir="auto"><dl><dt>A</dt><dd><p>b</p></dd><dd><p>c</p></dd><dt><em>D</em></dt><dd><p>e</p><ul><li>f</li></ul></dd></dl></div>',
    );
  });

  it('shows several terms of a definition', () => {
    const list = '<dl><dt>A</dt><dt><em>B</em></dt><dd>c</dd></dl>';
    expect(contentOf('A\n*B*\n: c')).to.equal(`<div dir="auto">${list}</div>`);
    expect(contentOf('- A\n  *B*\n\n  : c')).to.include(list);
    expect(contentOf('> A\n> *B*\n> : c')).to.equal(`<blockquote dir="auto">${list}</blockquote>`);
    for (const text of ['a\n- b\n: c', 'a\nb\n~ c', 'a\nb\n:c', `${'a\n'.repeat(9)}: c`]) {
      expect(contentOf(text), text).to.not.include('<dt>');
    }
  });

  it('shows formulas and diagrams as labelled source', () => {
    const math = '<pre dir="ltr" tabindex="0" data-language="math"><code class="language-math">';
    expect(contentOf('$$\na_1 &= *b*\n$$')).to.equal(`${math}a_1 &amp;= *b*</code></pre>`);
    expect(contentOf('$$x$$')).to.equal(`${math}x</code></pre>`);
    expect(contentOf('```math\nx\n```')).to.equal(`${math}x</code></pre>`);
    expect(contentOf('```mermaid\ngraph\n```')).to.include('data-language="mermaid"');
    expect(contentOf('$$ a\n\nb $$')).to.include('<p>$$ a</p>');
  });

  it('finds footnotes in lists, quotes and notes', () => {
    const html = contentOf(
      'a[^t]\n\n- b[^l]\n\n  [^l]: *list*\n\n> c[^q]\n>\n> [^q]: quote\n\n!!! note\n\n    d[^n]\n\n    [^n]: note\n\n[^t]: top',
    );
    for (const [number, words] of ['top', '<em>list</em>', 'quote', 'note'].entries()) {
      expect(html).to.include(`<li id="fn:${number + 1}">${words} <a href="#fnref:${number + 1}"`);
      expect(html).to.include(`<a href="#fn:${number + 1}" id="fnref:${number + 1}"`);
    }
    expect(html).to.include('<ul><li><p>b<sup>').and.not.include('[^');
    expect(html.split('>quote ')).to.have.length(2);
    expect(html).to.include('</sup></p></blockquote>').and.not.include('<>');
  });

  it('has notes of several paragraphs in a list, and one with a table', () => {
    const html = contentOf('- a[^1]\n\n  | b |\n  |---|\n  | c |\n\n  [^1]: one\n\n      two');
    expect(html).to.include('<td>c</td>').and.include('<p>two <a href="#fnref:1"').and.not.include('[^1]');
  });

  it('shows what conversion finds of a text that has very much more', () => {
    const { blocks } = sourceBlocks(`${'a\n: b\n'.repeat(200_000)}\n\n- c`, 'x');
    expect(blocks.map(({ type }) => type)).to.deep.equal(['paragraph', 'list']);
  });

  it('leaves what conversion makes as it was', () => {
    const { blocks } = sourceBlocks('- a[^1]\n\n  [^1]: b', 'x');
    expect(blocks.map(({ type }) => type)).to.deep.equal(['list', 'list']);
  });
});
