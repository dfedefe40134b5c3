import { expect } from 'chai';

import { makeClient } from './client.js';
import { expectStatus } from './expecting.js';
import { createDocument, paragraph } from './making.js';
import { suite } from './suite.js';

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>1</script></svg>',
  '<iframe src="https://example.org"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<object data="x"></object>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<form action="https://example.org"><input></form>',
  '<style>body{display:none}</style>',
  '<p style="background:url(https://example.org/x)">x</p>',
  '<meta http-equiv="refresh" content="0;url=https://example.org">',
  '<base href="https://example.org/">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '</title></head><script>alert(1)</script>',
  '<a href="data:text/html,<script>1</script>">x</a>',
  '<link rel=stylesheet href=https://example.org/x.css>',
  '"><script>alert(1)</script>',
  '<div id="x" onclick=alert(1)>x</div>',
  '<embed src=x>',
  '<video src=x onplay=a>',
  '<!--><script>alert(1)</script>-->',
  '<scr<script>ipt>alert(1)</script>',
];

const types = ['heading', 'paragraph', 'code', 'list', 'quote', 'table', 'image', 'divider'];

/** Its own address, which a service for a test has over http, and texts for other programs, which are no links. */
const HEAD =
  /<link rel="canonical" href="http[^"<>]*\/d\/\w+">|<meta (name="description"|property="og:(title|description)") [^>]*>/g;

/** The tags of a page with their attributes, text left out. */
function tagsOf(page: string): string[] {
  const tagged = page.replace(/<style[^>]*>[^]*?<\/style>/, '').replaceAll(HEAD, '');
  return tagged.match(/<[a-z][^>]*>/gi) ?? [];
}

function expectHarmless(page: string): void {
  for (const tag of tagsOf(page)) {
    expect(tag).not.to.match(
      /^<(script|iframe|object|embed|form|input|svg|math|base|video|audio|frame|style|applet)\b/i,
    );
    expect(tag).not.to.match(/\son[a-z]+\s*=/i);
    expect(tag).not.to.match(/(href|src|action|data|srcset)\s*=\s*["']?\s*(javascript|data|vbscript|http):/i);
    expect(tag).not.to.match(/http-equiv\s*=\s*["']?refresh/i);
    expect(tag).not.to.match(/\sstyle\s*=[^>]*url\(/i);
  }
}

suite('viewer: safety', ['alice'], ({ alice }) => {
  async function page(overrides: object): Promise<string> {
    const { id } = await createDocument(alice, { visibility: 'public', ...overrides });
    const answer = await makeClient().get(`/d/${id}`);
    expectStatus(answer, 200);
    return answer.text;
  }

  for (const content_type of ['markdown', 'html', 'text']) {
    it(`lets nothing run that stands in a block of ${content_type}`, async () => {
      for (const attack of attacks) {
        const blocks = types.map((type) => ({ type, content: attack, metadata: { language: attack, alt: attack } }));
        expectHarmless(await page({ content_type, blocks }));
      }
    });
  }

  it('lets nothing run that stands in a title', async () => {
    for (const title of attacks) expectHarmless(await page({ title }));
  });

  it('shows raw HTML in Markdown as text', async () => {
    const shown = await page({ blocks: [paragraph('one <b>two</b> <script>three</script>')] });
    expect(shown).to.include('&lt;b&gt;two&lt;/b&gt;').and.include('&lt;script&gt;three&lt;/script&gt;');
  });

  it('shows harmless HTML of an html document as HTML', async () => {
    const shown = await page({ content_type: 'html', blocks: [paragraph('<em>kept</em><script>gone</script>')] });
    expect(shown).to.include('<em>kept</em>').and.not.include('<script>gone');
  });

  it('shows the content of a text document as it is', async () => {
    const shown = await page({ content_type: 'text', blocks: [paragraph('**not bold** <b>&')] });
    expect(shown).to.include('**not bold** &lt;b&gt;&amp;');
  });

  for (const scheme of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'vbscript:x', 'data:text/html,x']) {
    it(`makes no link of ${scheme}`, async () => {
      const shown = await page({ blocks: [paragraph(`[click](${scheme}) <${scheme}> [r]\n\n[r]: ${scheme}`)] });
      for (const tag of tagsOf(shown)) expect(tag.toLowerCase()).not.to.include(scheme.toLowerCase());
    });
  }

  it('makes a link of https', async () => {
    expect(await page({ blocks: [paragraph('[there](https://example.org/x)')] })).to.match(
      /<a [^>]*href="https:\/\/example\.org\/x"/,
    );
  });

  it('loads images over https and nothing else', async () => {
    const sources = [
      'https://example.org/ok.png',
      'http://example.org/no.png',
      '//example.org/no.png',
      'data:image/png;base64,AAAA',
      '/no.png',
      'file:///no.png',
    ];
    for (const source of sources) {
      const images = [
        await page({ blocks: [paragraph(`![alt](${source})`)] }),
        await page({ content_type: 'html', blocks: [paragraph(`<img src="${source}" alt="alt">`)] }),
      ].map((shown) => tagsOf(shown).filter((tag) => /^<img\b/i.test(tag) && tag.includes(source)));
      const expected = source.startsWith('https:') ? 1 : 0;
      expect(
        images.map((tags) => tags.length),
        source,
      ).to.deep.equal([expected, expected]);
    }
  });
});
