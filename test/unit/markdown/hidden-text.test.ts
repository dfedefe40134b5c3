import { expect } from 'chai';
import type { BlockType } from '../../../src/domain/document.js';
import { withoutHiddenText } from '../../../src/render/worker/hidden-text.js';
import { shownHtml } from '../../../src/render/safety/hidden-html.js';
import { RawHtml } from '../../../src/render/safety/raw-html.js';
import { HOSTILE_CONTENT } from '../../support/hostile-content.js';
import { block, pushed } from './documents.js';

const MARKDOWN = { contentType: 'markdown', isJsx: false } as const;
const HTML = { ...MARKDOWN, contentType: 'html' } as const;

const shown = (type: BlockType, content: string, metadata: { raw: true } | null = null): string[] =>
  withoutHiddenText(MARKDOWN, [block(type, content, metadata)]).map((each) => each.content);

describe('markdown: the text that no page shows', () => {
  it('is that of comments, which stay as empty ones', () => {
    expect(shown('paragraph', 'a <!-- s\ns --> b')).to.deep.equal(['a <!-- --> b']);
    expect(shown('heading', '<!-- s -->')).to.deep.equal(['<!-- -->']);
    expect(shown('table', '|a <!-- s -->|\n|-|')).to.deep.equal(['|a <!-- -->|\n|-|']);
    expect(shown('quote', 'a <!-- s\ns -->\n\n> <!-- s')).to.deep.equal(['a <!-- -->\n\n> <!-- -->']);
    expect(shown('list', '- a <!-- s --> b\n\n  <!-- s\n  s --> x')).to.deep.equal(['- a <!-- --> b\n\n  <!-- --> x']);
    expect(shown('list', '- | a |\n  |-|\n  | x \\| <!-- s --> |')).to.deep.equal([
      '- | a |\n  |-|\n  | x \\| <!-- --> |',
    ]);
  });

  it('is that of definitions of links, which are comments to some', () => {
    expect(shown('list', '- a\n\n  [//]: # (s)\n\n  [s]:\n    /s\n  b')).to.deep.equal([
      '- a\n\n  <!-- -->\n\n  <!-- -->\n  b',
    ]);
    expect(shown('quote', 'a\n\n> [s]: s\n> b')).to.deep.equal(['a\n\n> <!-- -->\n> b']);
  });

  it('is not that of code, nor of what only begins like a comment', () => {
    for (const content of ['`<!-- a -->`', 'a <!-- b', '\\<!-- a -->', '[^a]: b']) {
      expect(shown('paragraph', content)).to.deep.equal([content]);
      expect(shown('list', `- ${content}\n\n  ~~~\n  <!-- c -->\n  ~~~`)[0])
        .to.include(content)
        .and.include('<!-- c');
    }
    expect(shown('code', '<!-- a -->')).to.deep.equal(['<!-- a -->']);
  });

  it('is not that of a note that a list or a quote defines', () => {
    for (const note of ['[^1]: https://a.example', '[^a]: word']) {
      const { blocks } = pushed(`- a${note.slice(0, 4)}\n\n  ${note}\n\n> ${note}`);
      const contents = withoutHiddenText(MARKDOWN, blocks).map(({ content }) => content);
      expect(contents.join('\n').match(/: (?:https|word)/g), note).to.have.length(2);
    }
  });

  it('is that of tags and attributes that no page has', () => {
    const link = '<a href="https://a.example" id="b">';
    expect(shown('paragraph', `${link.replace('>', ' onclick="s">')}a</a> <u class="s">b</u>`)).to.deep.equal([
      `${link}a</a> <u>b</u>`,
    ]);
    const others = 'a <s-s>b</s-s> <?s?> <!S s> <![CDATA[s]]> <script s>c</script>';
    expect(shown('paragraph', others)[0]?.replaceAll('<span></span>', '#')).to.equal('a #b# # # # #c#');
    expect(shown('table', '|a <abbr s title="x\\|y">|\n|-|')[0]).to.match(/^\|a <abbr title="x\\&#124;y">\|/);
    expect(shown('heading', '<b id="b" ID="s">a</b>')).to.deep.equal(['<b id="b">a</b>']);
    expect(shown('list', '- <b\n  s>a\n- `<b s>`')).to.deep.equal(['- <span></span><b>a\n- `<b s>`']);
  });

  it('is that of targets that no page leads to', () => {
    const raw = { raw: true } as const;
    for (const target of ['javascript:s', 'java\tscript:s', '//s', 'data:s']) {
      expect(shown('code', `<a href="${target}" title="s">a</a>`, raw)).to.deep.equal(['<a>a</a>']);
      expect(shown('code', `<img src="${target}" title="s" alt="a">`, raw)).to.deep.equal(['<img alt="a">']);
    }
    for (const target of ['https://a.example', 'b.md#c', '/d', '#e:f']) {
      const html = `<a href="${target}" title="t">a</a>\n<img src="${target}" alt="b" title="t" width=3>`;
      expect(shown('code', html, raw)).to.deep.equal([html]);
    }
  });

  it('is that of elements that no page has, in blocks of HTML', () => {
    const raw = { raw: true } as const;
    const cases: [html: string, left: string[]][] = [
      ['<script>\ns\n</script>', []],
      ['<?s\ns?>', []],
      ['<style>s</style>\n<!-- s -->', []],
      [
        '<div>\n<script>\n</div>s\n</script>\n*a* &amp; &lt;<br/>\n</div s>',
        ['<div>\n<!-- -->\n*a* &amp; &lt;<br/>\n</div>'],
      ],
      ['<form s>\n*a*\n</form>', ['<div></div>\n*a*\n']],
      ['<p align="center" style="s" class=s>a <b s', ['<p align="center">a ']],
      ['<center\ns>a<svg><path d="s"/></svg></center>', ['<center>a<!-- --></center>']],
      ['<p __proto__=s constructor=s><constructor s>', ['<p>']],
      ['a<br>b</b s', ['a<br>b</b>']],
      ['<<b x>script>a', ['<<b>script>a']],
      ['<pre>\n<Tab s={b}>\n</pre>', ['<pre>\n<!-- -->\n</pre>']],
    ];
    for (const [html, left] of cases) expect(shown('code', html, raw), html).to.deep.equal(left);
    const [jsx] = withoutHiddenText({ ...MARKDOWN, isJsx: true }, [block('code', '<Tab a={b}>\n<div s>', raw)]);
    expect(jsx?.content).to.equal('<Tab a={b}>\n<div>');
    expect(shown('quote', '> <div\n> s>\n> <form s>\n> a\n\nb')).to.deep.equal(['> <div>\n> <!-- -->\n> a\n\nb']);
    expect(shown('list', '- <script>\n  s\n  </script>\n  a')).to.deep.equal(['- <!-- -->\n  a']);
  });

  it('is all that a page misses', () => {
    const page = (html: string): string => {
      const reader = new RawHtml();
      return (reader.add(html) + reader.end()).replaceAll('<div></div>', '').trim();
    };
    for (const html of HOSTILE_CONTENT) expect(page(shownHtml(html)), html).to.equal(page(html));
  });

  it('is not that of a block that is too long for a page to format', () => {
    const long = `<div s>${'a'.repeat(100_000)}`;
    expect(shown('code', `${long}<!-- s -->`, { raw: true })).to.deep.equal([long]);
  });

  it('is in raw HTML, and in HTML', () => {
    expect(shown('code', '<p>\n<!-- s -->\na', { raw: true })).to.deep.equal(['<p>\n<!-- -->\na']);
    expect(shown('code', '<!-- s', { raw: true })).to.deep.equal([]);
    const html = withoutHiddenText(HTML, [block('paragraph', 'a<!-- s -->b'), block('code', '<!-- a -->')]);
    expect(html.map(({ content }) => content)).to.deep.equal(['a<!-- -->b', '<!-- a -->']);
    const text = withoutHiddenText({ ...MARKDOWN, contentType: 'text' }, [block('paragraph', 'a<!-- s -->b')]);
    expect(text.map(({ content }) => content)).to.deep.equal(['a<!-- s -->b']);
  });
});
