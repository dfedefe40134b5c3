import { createRequire } from 'node:module';
import { expect } from 'chai';
import { DomUtils, parseDocument } from 'htmlparser2';
import { RawHtml } from '../../src/render/safety/raw-html.js';
import { HOSTILE_CONTENT } from '../support/hostile-content.js';
import { renderAll, renderPage } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const { tests: commonmark } = createRequire(import.meta.url)('commonmark-spec') as { tests: { markdown: string }[] };

/** What stands between the title and the end of the page's content, without line ends between elements. */
function contentOf(source: string, title = 'A file'): string {
  const { html } = renderPage(viewed({ title, source }));
  return (/<\/h1>\n([^]*)\n<\/article>/.exec(html)?.[1] ?? '').replace(/>\n+/g, '>').replace(/\n+</g, '<');
}

const paragraph = (html: string): string => `<div dir="auto"><p>${html}</p></div>`;

const LISTED = new Map(
  Object.entries({
    a: 'href rel title id role aria-label class',
    abbr: 'title',
    code: 'class',
    details: 'open',
    img: 'src alt title width height loading decoding class',
    li: 'value class',
    ol: 'start reversed type class',
    td: 'class colspan rowspan width',
    th: 'class colspan rowspan width scope',
    time: 'datetime',
    div: 'class tabindex role aria-label',
    pre: 'class tabindex data-language',
    nav: 'class aria-label',
    ...Object.fromEntries('p h2 h3 h4 h5 h6 tr span blockquote ul'.split(' ').map((tag) => [tag, 'class'])),
    ...Object.fromEntries(
      (
        'b bdi bdo br cite del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup u var wbr dd dl dt ' +
        'figcaption figure hr section summary caption table tbody tfoot thead'
      )
        .split(' ')
        .map((tag) => [tag, '']),
    ),
  }).map(([tag, names]) => [tag, new Set(['id', 'dir', 'lang', ...names.split(' ')])]),
);

const CLASSES = /^(?:align-(?:left|center|right)|language-[a-z0-9+#._-]+|scroll|notes?|plain|contents|[a-z])$/;

function unlisted(html: string): string[] {
  return DomUtils.getElementsByTagName('*', parseDocument(html)).flatMap(({ name, attribs }) => [
    ...(LISTED.has(name) ? [] : [`<${name}>`]),
    ...Object.entries(attribs).flatMap(([attribute, value]) => {
      const isListed = LISTED.get(name)?.has(attribute) === true;
      const isClass = attribute !== 'class' || value.split(' ').every((word) => CLASSES.test(word));
      return isListed && isClass ? [] : [`<${name} ${attribute}="${value}">`];
    }),
  ]);
}

/** Whether each end tag ends the element that was begun last, by the text alone. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (slash === '/') {
      if (open.pop() !== name) return false;
    } else if (!['br', 'hr', 'img', 'wbr', 'meta', 'link'].includes(name)) open.push(name);
  }
  return open.length === 0;
}

const mainOf = (html: string): string => /<main>[^]*<\/main>/.exec(html)?.[0] ?? '</missing>';

const PIECES = [
  ...'div p b a details summary table tr td th li ul h1 span center pre svg math template style script select p'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} align=center id=x class="k" title='"'>`]),
  ...['\n\n', '\n', ' ', 'text', '*', '**', '- ', '> ', '1. ', '|a|b|\n|-|-|\n|', '`', '```\n', '<!-- ', '-->'],
  ...['[x](https://a.example)', '![y](https://a.example/i.png)', '[^1]', '\n\n[^1]: ', '# ', '<img src="', '">', '<'],
  ...[
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!doctype html>',
    '&lt;',
    '&#60;',
    '\0',
    '<mglyph>',
    '<annotation-xml>',
    '<br/>',
  ],
];

/** The same for a seed everywhere. */
function* mixtures(count: number): Generator<string> {
  let seed = 48;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (let n = 0; n < count; n += 1) {
    yield Array.from({ length: 3 + next(30) }, () => PIECES[next(PIECES.length)]).join('');
  }
}

describe('the viewer, given raw HTML in Markdown', () => {
  it('keeps what GitHub keeps, in a line', () => {
    expect(contentOf('a<br>b <kbd>c</kbd><sub>d</sub><sup>e</sup> <ins>f</ins><del>g</del><mark>*h*</mark>')).to.equal(
      paragraph('a<br>b <kbd>c</kbd><sub>d</sub><sup>e</sup> <ins>f</ins><del>g</del><mark><em>h</em></mark>'),
    );
    expect(contentOf('<abbr title="A &amp; B" onclick=x>a</abbr> <blink>b</blink>')).to.equal(
      paragraph('<abbr title="A &amp; B">a</abbr> b'),
    );
  });

  it('keeps images with their sizes, in links too, and the image of a picture', () => {
    const image = 'src="https://a.example/i.png" alt="I" loading="lazy" decoding="async"';
    const written =
      '<p align="center"><a href="https://a.example"><picture><source srcset="x.png"><img width="50%" height=20 ' +
      'alt=I src="https://a.example/i.png" style="x" onerror=x></picture></a>';
    const shown = contentOf(written);
    expect(shown).to.match(/^<div class="align-center"><a href="https:\/\/a.example\/"[^>]*><img [^>]*><\/a><\/div>$/);
    expect(shown).to.include('width="50%" height="20"').and.not.include('source');
    for (const attribute of image.match(/\S+="[^"]*"/g) ?? []) expect(shown).to.include(attribute);
    expect(contentOf('a <img align=right width=1e9 src="https://a.example/i.png">'))
      .to.include('class="align-right"')
      .and.not.include('1e9');
  });

  it('renders Markdown between raw HTML in what that begins', () => {
    expect(contentOf('<details>\n<summary>s</summary>\n\n**x**\n\n- y\n\n</details>\n\nz')).to.equal(
      `<details><summary>s</summary>${paragraph('<strong>x</strong>')}<div dir="auto"><ul><li>y</li></ul></div>` +
        `</details>${paragraph('z')}`,
    );
    expect(contentOf('<table>\n<tr>\n<td>\n\n*a*\n\n</td>\n<td>b\n</table>')).to.equal(
      `<div class="scroll" tabindex="0"><table><tr><td>${paragraph('<em>a</em>')}</td><td>b</td></tr></table></div>`,
    );
    expect(contentOf('- <div align="right">\n\n  *a*\n\n  </div>\n- b')).to.include(
      '<div class="align-right"><p><em>a</em></p></div>',
    );
  });

  it('aligns headings, paragraphs and cells', () => {
    expect(contentOf('<h2 align="center">a</h2>\n\nx\n\n<h3 align=right>\n<i>b</i>\n</h3>')).to.equal(
      `<h2 id="a" class="align-center" dir="auto">a</h2>${paragraph('x')}<h4 class="align-right" id="b"><i>b</i></h4>`,
    );
    expect(contentOf('<p align=center>\n\n*a*\n\n</p>\n\nb')).to.equal(
      `<div class="align-center">${paragraph('<em>a</em>')}</div>${paragraph('b')}`,
    );
    expect(contentOf('<center>\n\na\n\n</center>')).to.equal(`<div class="align-center">${paragraph('a')}</div>`);
  });

  it('gives a heading the name that its tag has, beside that of its words', () => {
    expect(contentOf('<h2 class=x id="set-up">Install</h2>\n\n<h3 id=set-up>B</h3>\n\n<h4 id=install>C</h4>')).to.equal(
      '<h2 id="install" dir="auto"><span id="set-up"></span>Install</h2>' +
        '<h3 id="b" dir="auto"><span></span>B</h3><h4 id="c" dir="auto"><span></span>C</h4>',
    );
  });

  it('ends what nothing ends with what it stands in, and before the footnotes', () => {
    expect(contentOf('- <b>a\n- *b</i> c</b>*')).to.equal(
      '<div dir="auto"><ul><li><b>a</b></li><li><em>b c</em></li></ul></div>',
    );
    expect(contentOf('- <div>\n\n  - a</div>b\n\n  </div>c')).to.equal(
      '<div dir="auto"><ul><li><div><ul><li>ab</li></ul></div>c</li></ul></div>',
    );
    expect(contentOf('<div><div>\n\na[^1]\n\n[^1]: b')).to.match(
      /^<div><div>.*<\/div><\/div><div class="notes".*<\/ol>/,
    );
    expect(contentOf('<ul><li>a<li>b</ul><p>c<p>d')).to.equal('<ul><li>a</li><li>b</li></ul><p>c</p><p>d</p>');
  });

  it('leaves out scripts and styles with their text, of others and within a line only the tags', () => {
    expect(contentOf('a <script>b *c* c</script> d <style>e</style><form>f</form>')).to.equal(
      paragraph('a b <em>c</em> c d ef'),
    );
    expect(contentOf('the <title> of a <b>page</b>')).to.equal(paragraph('the  of a <b>page</b>'));
    expect(contentOf('<style>\na\n\nb\n</style>\n\nc\n\n<video>d</video>')).to.equal(
      `${paragraph('c')}${paragraph('d')}`,
    );
  });

  it('shows components of JSX as text, and other HTML of such a file', () => {
    const source = '<A b={1}>*c* <br></A>\n\n<Tabs>\n<p>d</p>\n</Tabs>';
    const links = { ...viewed().links, key: 'docs/a.mdx' };
    const { html } = renderPage(viewed({ source, links }));
    expect(html).to.include('<p>&lt;A b={1}&gt;<em>c</em> <br>&lt;/A&gt;</p>');
    expect(html).to.include('&lt;Tabs&gt;\n<p>d</p>\n&lt;/Tabs&gt;');
    expect(contentOf('<Tabs>a</Tabs>')).to.equal(paragraph('a'));
  });

  it('has anchors by name or id, which are no other element’s', () => {
    const html = contentOf('<a name="x"></a>a <a id="x">b</a> <a id="head">c</a> <p id="fn:1">\n\n## Head');
    expect(html.match(/ id="[^"]*"/g)).to.deep.equal([' id="x"', ' id="head"']);
    expect(html).to.include('<span id="x"></span>').and.include('<h2 id="head"');
  });

  it('has anchors for headings of raw HTML, by their words', () => {
    const source = [
      '# One two',
      '<h2 align="center">\n<img alt=x>One &amp; <b>two</b></h2><script><h3>no</h3></script><h3>One two</h3>',
      '<h3 id="own">Three</h3><h2><img></h2>',
      '<a id="three"></a>\n\n### Three',
      '- <h4>In a list</h4>\n\n> <div>\n> <h4>One two</h4>\n> </div>',
    ].join('\n\n');
    const html = contentOf(`${source}\n\n[a](#one--two) [b](#In-A-List)`);
    expect([...html.matchAll(/<h\d[^>]*>/g)].map(([tag]) => / id="([^"]*)"/.exec(tag)?.[1])).to.deep.equal([
      'one-two',
      'one--two',
      'one-two-1',
      'own',
      undefined,
      'three',
      'in-a-list',
      'one-two-2',
    ]);
    expect(html).to.include('<a href="#one--two">').and.include('<a href="#in-a-list">');
    const isMdx = { ...viewed().links, key: 'a.mdx' };
    expect(renderPage(viewed({ source: '<Tab>\n<h2>a <i>b</i></h2>', links: isMdx })).html).to.include('<h3 id="a-b">');
  });

  it('leaves tags out of anchors and of the description', () => {
    const { html } = renderPage(viewed({ source: 'a <b>c</b>\n\n## <a name="x"></a>One <sub>two</sub>' }));
    expect(html).to.include('<h2 id="one-two"').and.include('name="description" content="a c"');
  });

  it('shows the title once, with a picture above it too', () => {
    for (const source of ['---\ntitle: T\n---\n# T\n\na', '---\ntitle: T\n---\n<img alt=x>\n\n# *T*\n\na']) {
      expect(contentOf(source, 'T'), source).to.not.match(/<h[2-6]/);
    }
    expect(contentOf('---\ntitle: T\n---\nx\n\n## T', 'T')).to.include('<h2');
  });

  it('is balanced and has nothing outside the list, whatever comes', () => {
    const sources = [...HOSTILE_CONTENT, ...commonmark.map(({ markdown }) => markdown), ...mixtures(4_000)];
    for (const source of sources) {
      const blocks = ['paragraph', 'heading', 'quote'].map((type) => viewedBlock(type as 'paragraph', source));
      for (const document of [viewed({ source }), viewed({ contentType: 'html', blocks })]) {
        const content = /<\/h1>([^]*)<\/article>/.exec(renderPage(document).html)?.[1] ?? '';
        expect(unlisted(content), source).to.deep.equal([]);
        expect(isBalanced(content), `${source}\n=>\n${content}`).to.equal(true);
      }
    }
  });

  it('is balanced in each part, however deep', () => {
    const sections = Array.from({ length: 400 }, (_, at) => `## S ${at}\n\n<div><details>\n\n${'w '.repeat(900)}\n`);
    const pages = renderAll(viewed({ source: sections.join('\n') }));
    expect(pages).to.have.length.above(1);
    for (const html of pages) expect(isBalanced(mainOf(html))).to.equal(true);
    const deep = renderPage(viewed({ source: '<div>'.repeat(10_000) })).html;
    expect(isBalanced(mainOf(deep))).to.equal(true);
    expect(deep.split('<div>').length).to.be.within(50, 101);
  });

  it('keeps nothing of an attribute that is not known, however long', () => {
    const html = new RawHtml();
    expect(html.add(`<b ${'x'.repeat(1_000_000)}="y" title="t" open>c`) + html.end()).to.equal('<b>c</b>');
    expect(html.add('<p __proto__=x constructor=y><constructor>') + html.end()).to.equal('<p></p>');
  });
});
