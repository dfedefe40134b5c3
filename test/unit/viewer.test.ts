import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { BlockType } from '../../src/domain/document.js';
import { escapeHtml } from '../../src/render/safety/escape.js';
import { renderNotFoundPage } from '../../src/render/page/page-shell.js';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import { renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

/** What stands between the title of a page and its end of content. */
function contentOf(document: Partial<ViewedDocument>): string {
  const { html } = renderPage(viewed(document));
  return /<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '';
}

type Others = Partial<ViewedDocument> & { metadata?: Record<string, unknown> };

/** What becomes of one block. */
function blockOf(type: BlockType, content: string, others: Others = {}): string {
  const { metadata = null, ...document } = others;
  return contentOf({ ...document, blocks: [viewedBlock(type, content, metadata)] });
}

const HTML = { contentType: 'html' } as const;
const TEXT = { contentType: 'text' } as const;
const LINK = 'rel="noopener noreferrer nofollow"';

describe('the viewer page', () => {
  it('has the title as its only h1 and as its name, escaped', () => {
    const { html } = renderPage(viewed({ title: 'A & <b>' }));
    expect(html.match(/<h1/g)).to.have.length(1);
    expect(html).to.include('<h1 dir="auto">A &amp; &lt;b&gt;</h1>');
    expect(html).to.include('<title>A &amp; &lt;b&gt;</title>');
  });

  it('escapes what ends a tag, an attribute or a document', () => {
    expect(escapeHtml(`<a b="c" d='e'>&\0`)).to.equal('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\uFFFD');
  });

  it('names the version and the day of its making', () => {
    expect(renderPage(viewed()).html).to.include(
      'Version 3 · updated <time datetime="2026-03-05T10:20:30.000Z">5 March 2026</time>',
    );
  });

  it('allows its own style by hash, its own icon, images over https, and nothing else', () => {
    const { html, headers } = renderPage(viewed());
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['Content-Security-Policy']).to.equal(
      `default-src 'none'; img-src 'self' https:; style-src 'sha256-${hash}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        'sandbox allow-popups allow-popups-to-escape-sandbox',
    );
  });

  it('is sent with headers against sniffing, framing and leaking', () => {
    expect(renderPage(viewed()).headers)
      .to.include({
        'Content-Type': 'text/html; charset=utf-8',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-cache',
      })
      .and.not.have.property('X-Robots-Tag');
  });

  it('says so when there is no content', () => {
    expect(contentOf({})).to.include('This document has no content.');
  });

  it('shows a first heading that repeats the title once', () => {
    const first = viewedBlock('heading', ' A title ', { level: 1 });
    const second = viewedBlock('heading', 'A title', { level: 2 });
    expect(contentOf({ blocks: [first, second] })).to.equal('<h2 id="a-title-1" dir="auto">A title</h2>');
  });

  it('shows a first heading that says the same in other case and with marks once, and one that says more', () => {
    for (const same of ['a *title*', '# A TITLE', '`A` title']) {
      const blocks = [viewedBlock('heading', same), viewedBlock('paragraph', 'x')];
      expect(contentOf({ blocks }), same).not.to.match(/title/i);
    }
    for (const more of [
      'A title, again',
      '[A title](https://a.example)',
      'A title[^1]',
      '![A title](https://a.example)',
    ]) {
      const blocks = [viewedBlock('heading', more), viewedBlock('paragraph', 'x')];
      expect(contentOf({ blocks }), more).to.match(/title/i);
    }
  });

  it('is the same page, not for indexing, for everything that is not found', () => {
    const { html, headers } = renderNotFoundPage();
    expect(html).to.include('<h1>Document not found</h1>');
    expect(headers).to.include({ 'X-Robots-Tag': 'noindex', 'X-Frame-Options': 'DENY' });
    expect(renderNotFoundPage()).to.deep.equal({ html, headers });
  });
});

describe('the viewer, given Markdown', () => {
  it('formats inline Markdown in paragraphs, and parts them at blank lines', () => {
    expect(blockOf('paragraph', '**a** *b* `c` ~~d~~\n\n# e')).to.equal(
      '<div dir="auto"><p><strong>a</strong> <em>b</em> <code>c</code> <s>d</s></p>\n<p># e</p>\n</div>',
    );
  });

  it('makes links of https, http and mailto addresses, and none of relative ones', () => {
    const html = blockOf('paragraph', '[a](https://a.example/b "t") [m](mailto:a@b.example) [r](/r)');
    expect(html).to.include(`<a href="https://a.example/b" ${LINK} title="t">a</a>`);
    expect(html).to.include(`<a href="mailto:a@b.example" ${LINK}>m</a> <span>r</span>`);
  });

  for (const [source, address] of [
    ['see https://a.example/b_c_d.', 'https://a.example/b_c_d'],
    ['(https://a.example/b_(c))', 'https://a.example/b_(c)'],
    ['**http://a.example/**', 'http://a.example/'],
    ['[https://a.example/](https://b.example/)', 'https://b.example/'],
  ] as const) {
    it(`links ${address} in ${source}`, () => {
      const links = [...blockOf('paragraph', source).matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
      expect(links).to.deep.equal([address]);
    });
  }

  it('leaves bare addresses in code and inside words alone', () => {
    expect(blockOf('paragraph', '`https://a.example` xhttps://a.example http://')).not.to.include('<a ');
  });

  it('puts the shallowest heading under the title and keeps the distances', () => {
    const levels = [{ level: 2 }, { level: 4 }, null, { level: 6 }, { level: 3 }];
    const blocks = levels.map((metadata) => viewedBlock('heading', '*x*', metadata));
    const tags = [...contentOf({ blocks }).matchAll(/<(h\d)/g)].map((match) => match[1]);
    expect(tags).to.deep.equal(['h2', 'h4', 'h2', 'h6', 'h3']);
  });

  it('makes nested lists of both kinds', () => {
    expect(blockOf('list', '- a\n  - b\n- c').replaceAll('\n', '')).to.equal(
      '<div dir="auto"><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul></div>',
    );
    expect(blockOf('list', '3. a\n4. **b**').replaceAll('\n', '')).to.equal(
      '<div dir="auto"><ol start="3"><li>a</li><li><strong>b</strong></li></ol></div>',
    );
  });

  it('takes each line for an item where no line is marked', () => {
    expect(blockOf('list', 'a\n\nb', { metadata: { listType: 'ordered' } }).replaceAll('\n', '')).to.equal(
      '<div dir="auto"><ol><li>a</li><li>b</li></ol></div>',
    );
    expect(blockOf('list', 'a')).to.include('<ul>');
  });

  it('makes a table that scrolls by itself, aligned without inline styles', () => {
    const table = blockOf('table', '| a | b |\n|:-:|--:|\n| *1* | 2 |');
    expect(table).to.match(/^<div class="scroll" dir="auto" tabindex="0"><table>/);
    expect(table).to.include('<th class="align-center">a</th>').and.include('<td class="align-right">2</td>');
    expect(table).to.include('<em>1</em>');
  });

  it('shows a table that is none as it was written', () => {
    expect(blockOf('table', 'a | b\nc')).to.equal('<pre class="plain" dir="auto">\na | b\nc</pre>');
  });

  it('shows images over https, from Markdown and from a bare address', () => {
    expect(blockOf('image', '![A *cat*](https://a.example/cat.png)')).to.equal(
      '<figure><img src="https://a.example/cat.png" alt="A cat" loading="lazy" decoding="async" /></figure>',
    );
    expect(blockOf('image', 'https://a.example/cat.png?x=1&y=2')).to.include(
      '<img src="https://a.example/cat.png?x=1&amp;y=2" alt="cat.png"',
    );
  });

  it('shows an image over http as a link and any other as its description', () => {
    expect(blockOf('image', '![A cat](http://a.example/cat.png)')).to.equal(
      `<figure><a href="http://a.example/cat.png" ${LINK}>A cat</a></figure>`,
    );
    expect(blockOf('image', '![A cat](cat.png)')).to.equal('<figure><span>A cat</span></figure>');
  });

  it('shows an image that the metadata names, with its description, its caption and its size', () => {
    const metadata = { url: 'https://a.example/cat.png', alt: 'A "cat"', caption: 'The <cat>', width: 40, height: 30 };
    expect(blockOf('image', '', { metadata })).to.equal(
      '<figure><img src="https://a.example/cat.png" alt="A &quot;cat&quot;" loading="lazy" decoding="async" ' +
        'width="40" height="30" /><figcaption dir="auto">The &lt;cat&gt;</figcaption></figure>',
    );
    expect(blockOf('image', 'https://a.example/x.png', { metadata: { alt: 'An x', width: 40 } })).to.equal(
      '<figure><img src="https://a.example/x.png" alt="An x" loading="lazy" decoding="async" /></figure>',
    );
    expect(blockOf('image', '', { metadata: { url: 'javascript:alert(1)', alt: 'x' } })).to.equal(
      '<figure><span>x</span></figure>',
    );
    expect(blockOf('image', '', { metadata: { url: 'http://a.example/x.png' } })).to.include(
      '>http://a.example/x.png</a>',
    );
  });

  it('shows the caption of a table', () => {
    const table = blockOf('table', '|a|\n|-|\n|b|', { metadata: { caption: ` ${'c'.repeat(600)}` } });
    expect(table).to.match(
      /^<figure><div class="scroll"[^]*<\/div><figcaption dir="auto">c{499}…<\/figcaption><\/figure>$/,
    );
  });

  it('shows the caption of code and of a quote', () => {
    const metadata = { caption: 'By <me>' };
    const caption = '<figcaption dir="auto">By &lt;me&gt;</figcaption></figure>';
    expect(blockOf('code', 'x', { metadata })).to.equal(
      `<figure><pre dir="ltr" tabindex="0"><code>x</code></pre>${caption}`,
    );
    expect(blockOf('code', 'if', { metadata: { ...metadata, language: 'js' } })).to.include(`</code></pre>${caption}`);
    expect(blockOf('quote', 'a', { metadata })).to.equal(
      `<figure><blockquote dir="auto"><p>a</p>\n</blockquote>${caption}`,
    );
    expect(blockOf('quote', '<p>a', { metadata, ...HTML })).to.include(`</blockquote>${caption}`);
  });

  it('describes an image with all that its description says, without marks', () => {
    const description = '\\*a\\* \\[b\\] &amp; *c* `d`\n&quot;e';
    expect(blockOf('image', `![${description}](https://a.example/x)`)).to.include(' alt="*a* [b] &amp; c d\n&quot;e" ');
    expect(blockOf('image', `![${description}](http://a.example/x)`)).to.include('>*a* [b] &amp; c d\n&quot;e</a>');
  });

  it('keeps the text of an image in the description of an image', () => {
    expect(blockOf('image', '![a ![b](https://b.example/x) c](https://a.example/x)')).to.match(
      /^<figure><img src="https:\/\/a.example\/x" alt="a !b c" [^<]*<\/figure>$/,
    );
    expect(blockOf('image', '![a](https://a.example/x) ![b](https://b.example/x)').match(/<img/g)).to.have.length(2);
  });

  it('shows code as written, with its language as a label', () => {
    expect(blockOf('code', '\n<b>&amp;', { metadata: { language: 'Cobol' } })).to.equal(
      '<pre dir="ltr" tabindex="0" data-language="Cobol"><code class="language-cobol">\n&lt;b&gt;&amp;amp;</code></pre>',
    );
    expect(blockOf('code', 'x', { metadata: { language: 'a b' } })).to.include('<code>x</code>');
  });

  it('formats quotes, with or without their marks, and dividers', () => {
    expect(blockOf('quote', '> a\n> *b*')).to.equal('<blockquote dir="auto"><p>a\n<em>b</em></p>\n</blockquote>');
    expect(blockOf('quote', 'a')).to.equal('<blockquote dir="auto"><p>a</p>\n</blockquote>');
    expect(blockOf('divider', '')).to.equal('<hr>');
  });
});

describe('the viewer, given HTML', () => {
  it('keeps the elements of prose and steps headings down under the title', () => {
    expect(blockOf('paragraph', '<h1>a</h1><p class=x>b <sub>c</sub></p><ol start=2><li>d</ol>', HTML)).to.equal(
      '<div dir="auto"><h2>a</h2><p>b <sub>c</sub></p><ol start="2"><li>d</li></ol></div>',
    );
  });

  it('keeps only inline elements in a heading', () => {
    expect(blockOf('heading', '<h1>a <em>b</em></h1>', HTML)).to.equal('<h2 id="a-b" dir="auto">a <em>b</em></h2>');
  });

  it('takes lists, tables and images in the form that Markdown documents have, too', () => {
    expect(blockOf('list', '- a', HTML)).to.include('<li>a</li>');
    expect(blockOf('list', '<ul><li>a</ul>', HTML)).to.equal('<div dir="auto"><ul><li>a</li></ul></div>');
    expect(blockOf('table', '|a|\n|-|\n|b|', HTML)).to.include('<td>b</td>');
    expect(blockOf('table', '<table><tr><td colspan=2>b</table>', HTML)).to.include('<td colspan="2">b</td>');
    expect(blockOf('image', 'https://a.example/x.png', HTML)).to.include('<img src="https://a.example');
  });

  it('shows code blocks as written', () => {
    expect(blockOf('code', '<b>x</b>', HTML)).to.include('<code>&lt;b&gt;x&lt;/b&gt;</code>');
  });

  it('drops the text of what is not prose', () => {
    expect(blockOf('paragraph', 'a<script>b</script><style>c</style><svg><text>d</text></svg>e', HTML)).to.equal(
      '<div dir="auto">ae</div>',
    );
  });

  for (const name of ['xmp', 'noembed', 'noframes', 'plaintext']) {
    it(`drops the text of ${name}, which is no markup to a browser`, () => {
      expect(blockOf('paragraph', `a<${name}>b<b>c</b><img src=x onerror=alert(1)></${name}>`, HTML)).to.equal(
        '<div dir="auto">a</div>',
      );
    });
  }
});

describe('the viewer, given plain text', () => {
  it('shows every kind of block as written', () => {
    expect(blockOf('paragraph', ' **a**\n <b>', TEXT)).to.equal(
      '<div class="plain" dir="auto"> **a**\n &lt;b&gt;</div>',
    );
    expect(blockOf('heading', '*a*', TEXT)).to.equal('<h2 id="a" class="plain" dir="auto">*a*</h2>');
    expect(blockOf('list', '- a', TEXT)).to.equal('<div class="plain" dir="auto">- a</div>');
    expect(blockOf('quote', '> a', TEXT)).to.equal('<blockquote class="plain" dir="auto">&gt; a</blockquote>');
    expect(blockOf('table', '\n|a|', TEXT)).to.equal('<pre class="plain" dir="auto">\n\n|a|</pre>');
    expect(blockOf('image', 'https://a.example/x.png', TEXT)).to.include('https://a.example/x.png</div>');
    expect(blockOf('divider', '', TEXT)).to.equal('<hr>');
  });
});
