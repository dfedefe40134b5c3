import { expect } from 'chai';
import type { CodeParser } from '../../src/render/blocks/code-languages.js';
import { highlighted } from '../../src/render/blocks/highlight.js';
import { PAGE_STYLE } from '../../src/render/page/page-style.js';
import { renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

function codeOf(language: string, content: string, contentType: 'markdown' | 'html' | 'text' = 'markdown'): string {
  const { html } = renderPage(viewed({ contentType, blocks: [viewedBlock('code', content, { language })] }));
  return /<pre[^]*<\/pre>/.exec(html)?.[0] ?? '';
}

/** Reads each character as a keyword. */
const EAGER: CodeParser = {
  token: (stream) => {
    stream.next();
    return 'keyword.control';
  },
};

describe('code in a page', () => {
  it('has its tokens in elements, and its language above it', () => {
    expect(codeOf('py', 'def f(x):  \n\treturn "<b>" # no')).to.equal(
      '<pre dir="ltr" tabindex="0" data-language="Python"><code class="language-py"><span class="k">def</span> <span class="t">f</span>' +
        '(x):  \n\t<span class="k">return</span> <span class="s">&quot;&lt;b&gt;&quot;</span> ' +
        '<span class="c"># no</span></code></pre>',
    );
    expect(codeOf('JSON', '{"a": 1}', 'html')).to.include('<span class="l">1</span>');
    expect(codeOf('diff', '-a\n+b')).to.include('<span class="d">-a</span>\n<span class="i">+b</span>');
  });

  it('is as written in a document of plain text, and in a language that nobody reads', () => {
    expect(codeOf('py', 'def f', 'text')).to.equal(
      '<pre dir="ltr" tabindex="0" data-language="Python"><code class="language-py">def f</code></pre>',
    );
    expect(codeOf('constructor', 'def f')).to.include(
      'data-language="constructor"><code class="language-constructor">def f<',
    );
  });

  it('is as written where it would cost too much', () => {
    const line = `${'x'.repeat(201)}if`;
    expect(codeOf('js', `if\n${line}\nif`)).to.include(`<span class="k">if</span>\n${line}\n<span class="k">if</span>`);
    expect(codeOf('yaml', `a:${' '.repeat(6)}1`)).to.include('<span class="l">1</span>');
    expect(codeOf('yaml', `a:${' '.repeat(7)}1\nb: 1`)).to.match(/a: {7}1\n<span.*<span class="l">1<\/span>/);
    expect(codeOf('js', `${'('.repeat(50)}\nif`)).to.include('<span class="k">if</span>');
    expect(codeOf('js', `${'('.repeat(51)}\nif`)).to.include('(\nif</code>');
    expect(codeOf('js', 'if\n'.repeat(15_000)).match(/<span/g)).to.have.length(10_000);
  });

  it('has its tokens in elements in lists and quotes too', () => {
    const fenced = ['```py', 'def f', '```'];
    const word = '<pre><code class="language-py"><span class="k">def</span> <span class="t">f</span>\n</code></pre>';
    for (const [type, content] of [
      ['list', `- a\n\n  ${fenced.join('\n  ')}`],
      ['list', `- - > ${fenced.join('\n    > ')}`],
      ['list', '1. ~~~c\\+\\+\n   if\n   ~~~'],
      ['quote', `> ${fenced.join('\n> ')}`],
      ['quote', fenced.join('\n')],
    ] as const) {
      const { html } = renderPage(viewed({ blocks: [viewedBlock(type, content)] }));
      expect(html, content).to.include(content.includes('py') ? word : '<span class="k">if</span>');
    }
    const list = viewedBlock('list', '- ```js\n  if\n  ```');
    expect(renderPage(viewed({ contentType: 'html', blocks: [list] })).html).to.include('<span class="k">if</span>');
    expect(renderPage(viewed({ contentType: 'text', blocks: [list] })).html).not.to.include('<span class="k">');
  });

  it('is whole and safe, whatever its parser does', () => {
    expect(highlighted('<a\r\n', EAGER)).to.equal('<span class="k">&lt;a</span>\r\n');
    expect(highlighted('<a', { token: () => 'keyword' })).to.equal('&lt;a');
    const broken: CodeParser = {
      token: () => {
        throw new TypeError('broken');
      },
    };
    expect(highlighted('<a\n', broken)).to.equal('&lt;a\n');
  });

  it('has colours that can be read on their ground, light and dark', () => {
    const [light = '', dark = ''] = [...PAGE_STYLE.matchAll(/:root \{[^}]*--ground[^}]*\}/g)].map(([rule]) => rule);
    for (const theme of [light, dark]) {
      for (const name of ['text', 'muted', 'word', 'string', 'value', 'type', 'mark']) {
        expect(contrast(colour(theme, name), colour(theme, 'soft')), `${name} of ${theme}`).to.be.at.least(4.5);
      }
    }
  });
});

function colour(theme: string, name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme)?.[1] ?? '';
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** As WCAG 2 defines it. */
function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
