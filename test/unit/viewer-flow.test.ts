import { expect } from 'chai';
import type { BlockType } from '../../src/domain/document.js';
import { markdownBlock } from '../../src/render/blocks/markdown-block.js';
import { viewedBlock } from '../support/viewed-documents.js';

/** What becomes of a block, without line ends between its elements. */
function htmlOf(type: BlockType, ...lines: string[]): string {
  return markdownBlock(viewedBlock(type, lines.join('\n')), 'h2')
    .replace(/>\n+/g, '>')
    .replace(/\n+</g, '<');
}

const list = (html: string): string => `<div dir="auto">${html}</div>`;
const quote = (html: string): string => `<blockquote dir="auto">${html}</blockquote>`;
const paragraph = (html: string): string => `<div dir="auto"><p>${html}</p></div>`;

describe('the viewer, given lists and quotes', () => {
  it('shows code, quotes, tables, headings and rules in a list', () => {
    expect(htmlOf('list', '- a', '', '  ```js', '  b', '  ```', '  > c', '', '      d')).to.equal(
      list(
        '<ul><li><p>a</p><pre><code class="language-js">b</code></pre><blockquote><p>c</p></blockquote>' +
          '<pre><code>d</code></pre></li></ul>',
      ),
    );
    expect(htmlOf('list', '1. |a|', '   |-|', '   |b|', '   ***')).to.equal(
      list(
        '<ol><li><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><hr /></li></ol>',
      ),
    );
  });

  it('labels code in a list without the escapes of its fence', () => {
    expect(htmlOf('list', '- ```c\\+\\+', '  ```')).to.include('<code class="language-c++">');
  });

  it('puts headings in a list under the title of the page', () => {
    expect(htmlOf('list', '- # a', '- ###### b', '- c', '  ===')).to.equal(
      list('<ul><li><h2>a</h2></li><li><h6>b</h6></li><li><h2>c</h2></li></ul>'),
    );
  });

  it('shows lists, code and quotes in a quote, with its marks or without them', () => {
    const inner = '<ul><li>a</li></ul><blockquote><p>b</p></blockquote><pre><code>c</code></pre>';
    expect(htmlOf('quote', '> - a', '>', '> > b', '>', '>     c')).to.equal(quote(inner));
    expect(htmlOf('quote', '- a', '', '> b', '', '    c')).to.equal(quote(inner));
  });

  it('takes a line without a mark for a part of the quote, as Markdown does', () => {
    expect(htmlOf('quote', '> a', 'b', '===')).to.equal(quote('<p>a\nb\n===</p>'));
  });

  it('shows a box at the begin of a task', () => {
    expect(htmlOf('list', '- [x] a', '- [ ] [b]', '- [X] c [ ]', '- d [x] e')).to.equal(
      list('<ul><li>☑ a</li><li>☐ [b]</li><li>☑ c [ ]</li><li>d [x] e</li></ul>'),
    );
    expect(htmlOf('paragraph', '[x] a')).to.equal(paragraph('[x] a'));
    expect(htmlOf('list', '- # [x] a')).to.equal(list('<ul><li><h2>[x] a</h2></li></ul>'));
  });

  it('hides definitions of links, which define nothing', () => {
    expect(htmlOf('list', '- [a]', '', '  [a]: https://a.example')).to.equal(list('<ul><li><p>[a]</p></li></ul>'));
    expect(htmlOf('quote', '[a]: https://a.example', '', '[a]')).to.equal(quote('<p>[a]</p>'));
  });

  it('shows what is defined for a mark that is a word', () => {
    expect(htmlOf('quote', '[^a]: word')).to.equal(quote('<p>[^a]: word</p>'));
  });
});

describe('the viewer, given marks of footnotes and raw HTML', () => {
  it('raises the number of a footnote', () => {
    expect(htmlOf('paragraph', 'a[^1] [^20] [^b] [^1](c) `[^1]` \\[^1]')).to.equal(
      paragraph('a<sup>1</sup> <sup>20</sup> [^b] <span>^1</span> <code>[^1]</code> [^1]'),
    );
  });

  it('shows inline HTML, without formatting what is in a tag', () => {
    const html = '<a href="https://a.example/*b*">*c*</a>';
    expect(htmlOf('paragraph', html)).to.equal(
      paragraph('<a href="https://a.example/*b*" rel="noopener noreferrer nofollow"><em>c</em></a>'),
    );
  });

  it('shows blocks of HTML in a list', () => {
    expect(htmlOf('list', '- <div>', '  *a*', '  </div>')).to.equal(list('<ul><li><div>*a*</div></li></ul>'));
  });

  it('hides comments, and only them', () => {
    expect(htmlOf('paragraph', 'a <!-- b --> c')).to.equal(paragraph('a  c'));
    expect(htmlOf('list', '- <!-- a -->', '  <!-- b --> c')).to.equal(list('<ul><li> c</li></ul>'));
    expect(htmlOf('list', '- <div>', '  <!-- a', '  b -->', '  c</div>')).to.include('<div>c</div>');
    expect(htmlOf('list', '- a', '  <!-- b', '', '  c')).to.equal(list('<ul><li>a</li></ul>'));
    expect(htmlOf('paragraph', 'a <!-- b')).to.equal(paragraph('a &lt;!-- b'));
    expect(htmlOf('list', '- a', '  <!-- b', '', '  c -->')).to.equal(list('<ul><li>a</li></ul>'));
  });

  it('makes nothing of HTML that could run', () => {
    const html = '<script>a</script><img src=x onerror=a><svg/onload=a>';
    for (const type of ['paragraph', 'heading', 'list', 'quote', 'table', 'image'] as const) {
      expect(htmlOf(type, html), type).to.not.match(/<(?:script|img|svg)/);
      expect(htmlOf(type, `- ${html}`, '', `  ${html}`), type).to.not.match(/<(?:script|img|svg)/);
    }
  });
});
