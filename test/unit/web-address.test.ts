import { expect } from 'chai';
import { fileText } from '../../src/render/worker/document-files.js';
import { hasLongAuthority, MAX_ADDRESS, webAddress } from '../../src/domain/web-address.js';
import { renderAll } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const DISTINCT = Array.from({ length: 100_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7) % 20_000))).join('');

/** So many different characters that a host's conversion to ASCII looks at. */
function distinct(count: number): string {
  return DISTINCT.slice(0, count);
}

/** The least CPU time of three runs, in ms. */
function cpuMs(work: () => unknown): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

const HOSTS = [
  distinct(80),
  distinct(84),
  distinct(86),
  distinct(255),
  distinct(3_000),
  '\ufdfa'.repeat(80),
  '\ufdfa'.repeat(250),
  `a${'\u0300\u0316'.repeat(60)}`,
  `a${'\u0300\u0316'.repeat(125)}`,
  Array.from({ length: 120 }, (_, at) => String.fromCharCode(0x100 + at)).join(''),
  Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x20000 + at * 7)).join(''),
  encodeURIComponent(distinct(28)),
  encodeURIComponent(distinct(300)),
  `xn--${'a1b2'.repeat(60)}`,
  `${distinct(60)}@${distinct(20)}`,
  `${'@'.repeat(240)}a`,
  `[${'1:'.repeat(100)}]`,
  `${'1.'.repeat(120)}1`,
];
const BEFORE_HOSTS = ['//', '', '/', '\\\\', '/\\', '////', '/\t/', '\n//\r', '//a@', '//a:b@', '//\u00ad'];
const SCHEMES = ['http:', 'HTTPS:', 'ht\ttps:', ' \u0000https:', 'wss:', 'ftp:', 'file:', 'mailto:', 'foo:', ''];
const RESTS = [':80/x', '\\', '?', ''];

/** Of about `length` characters each. */
function* hostileTexts(length: number): Generator<string> {
  for (const scheme of SCHEMES) {
    for (const before of BEFORE_HOSTS) {
      for (const host of HOSTS) {
        for (const rest of RESTS) {
          const text = scheme + before + host + rest;
          yield text + distinct(length - text.length);
        }
      }
    }
  }
}

const DOTS = ['../', '%2e%2E/', 'a/../', './', '/', '\\..', 'C|/', '\t', '@', ':', '%', '\ud800'];

describe('an address', () => {
  it('is what a browser takes for an absolute URL', () => {
    const hrefs = ['HTTPS://a.example', ' https:a.example', 'ht\ntps:\\\\a.example', 'https:////a.example/'].map(
      (text) => webAddress(text)?.href,
    );
    expect(new Set(hrefs)).to.deep.equal(new Set(['https://a.example/']));
    expect(webAddress('mailto:a@b.example')?.href).to.equal('mailto:a@b.example');
    expect(webAddress('https://例え.example/')?.hostname).to.equal('xn--r8jz45g.example');
    for (const text of ['a.md', '//a.example/', '/x', '#a', 'https://', 'https://a b/', '']) {
      expect(webAddress(text), text).to.equal(undefined);
    }
  });

  it('has an authority of at most 255 bytes, wherever that begins', () => {
    const at = (scheme: string, authority: string, rest = '/x') => webAddress(scheme + authority + rest) !== undefined;
    for (const scheme of ['https://', 'https:', 'HTTP:\\\\', '\u0000 ht\ttps:///', 'wss://', 'ftp:/', 'file://']) {
      for (const rest of ['/x', '?x', '#x', '\\x', '']) {
        expect(at(scheme, 'a'.repeat(255), rest), scheme + rest).to.equal(true);
        expect(at(scheme, 'a'.repeat(256), rest), scheme + rest).to.equal(false);
        expect(at(scheme, `${'a'.repeat(250)}@b.example`, rest), scheme + rest).to.equal(false);
        expect(hasLongAuthority(scheme + 'a'.repeat(256) + rest), scheme + rest).to.equal(true);
      }
    }
    expect(at('https://', '一'.repeat(85))).to.equal(true);
    expect(at('https://', '一'.repeat(86))).to.equal(false);
    expect(at('https://', `${'a'.repeat(200)}\t${'a'.repeat(55)}`)).to.equal(true);
  });

  it('may be long behind its host, and where it has none', () => {
    expect(webAddress(`https://a.example/${'a'.repeat(MAX_ADDRESS - 18)}`)?.pathname).to.have.length(MAX_ADDRESS - 17);
    expect(webAddress(`https://a.example/${'a'.repeat(MAX_ADDRESS - 17)}`)).to.equal(undefined);
    expect(webAddress(`mailto:${'a'.repeat(2_000)}`)).not.to.equal(undefined);
    expect(webAddress(`data:,${'a'.repeat(90_000)}`, 100_000)).not.to.equal(undefined);
  });

  it('takes the parser little more time than a plain one as long, whatever stands in it', function () {
    this.timeout(60_000);
    for (const length of [MAX_ADDRESS, 100_000]) {
      const plain = `https://a.example/${'一'.repeat(length - 18)}`;
      const plainMs = cpuMs(() => {
        for (let times = 0; times < 30; times++) webAddress(plain, length);
      });
      const texts = [
        ...(length === MAX_ADDRESS
          ? hostileTexts(length)
          : HOSTS.map((host) => `https://${host}/${distinct(length - 4_000)}`)),
        ...SCHEMES.flatMap((scheme) => DOTS.map((dot) => `${scheme}//a/${dot.repeat((length - 20) / dot.length)}`)),
        ...DOTS.map((dot) => `https:${dot.repeat((length - 20) / dot.length)}`),
      ];
      for (const text of texts) {
        // The first run tells most apart. Only a slow one is measured three times.
        const before = process.cpuUsage();
        webAddress(text, length);
        const { user, system } = process.cpuUsage(before);
        if ((user + system) / 1000 < plainMs / 2) continue;
        const ms = cpuMs(() => webAddress(text, length));
        expect(ms, `${length} characters: ${JSON.stringify(text.slice(0, 40))}…`).to.be.below(Math.max(1, plainMs));
      }
    }
  });
});

const LONG_HOST = distinct(MAX_ADDRESS - 8);

function imagesAt(host: string): ReturnType<typeof viewedBlock>[] {
  return Array.from({ length: 12 }, (_, at) => viewedBlock('image', '', { url: `https://${host.slice(at)}` }));
}

describe('the work of a document of addresses with long hosts', () => {
  /** Rendered, compared with plain hosts of the same length. */
  function expectAsDear(render: (host: string) => unknown): void {
    const plainMs = cpuMs(() => render('a'.repeat(LONG_HOST.length)));
    expect(cpuMs(() => render(LONG_HOST))).to.be.below(5 * plainMs + 20);
  }

  it('is that of plain ones: images of the metadata, and of the content', () => {
    expectAsDear((host) => renderAll(viewed({ blocks: imagesAt(host) })));
    expectAsDear((host) => renderAll(viewed({ blocks: [viewedBlock('image', `https://${host}`)] })));
  });

  it('is that of plain ones: links in HTML and in Markdown', () => {
    const links = (host: string) =>
      Array.from({ length: 18 }, (_, at) => `<a href="https://${host.slice(at)}">a</a>`).join('');
    expectAsDear((host) => renderAll(viewed({ contentType: 'html', blocks: [viewedBlock('paragraph', links(host))] })));
    const marks = (host: string) => Array.from({ length: 18 }, (_, at) => `[a](https://${host.slice(at)})`).join(' ');
    expectAsDear((host) => renderAll(viewed({ blocks: [viewedBlock('paragraph', marks(host))] })));
  });

  it('is that of plain ones in the Markdown file, where a block has 99,000 characters', () => {
    const file = (content: string) =>
      fileText('md', viewed({ blocks: [viewedBlock('image', content)] }), '2026-03-05T10:20:30.000Z');
    const [host, plain] = [distinct(20_000), 'a'.repeat(20_000)];
    const plainMs = cpuMs(() => file(`https://${plain}`));
    expect(cpuMs(() => file(`https://${host}`))).to.be.below(5 * plainMs + 20);
    expect(file(`https://${host}`)).to.equal(`# A title\n\nhttps://${host}\n`);
    expect(file('https://a.example/x.png')).to.equal('# A title\n\n![](<https://a.example/x.png>)\n');
  });
});

describe('a link whose host is too long', () => {
  it('leads nowhere, and not to the first name of its path', () => {
    const address = `https://${'a'.repeat(256)}/b.example/c`;
    for (const content of [`[y](${address})`, `<${address}>`, address]) {
      const [html = ''] = renderAll(viewed({ blocks: [viewedBlock('list', `- ${content}`)] }));
      expect(html, content).not.to.include('<a href="https://b.example').and.not.include('href="https://aaa');
      expect(html, content).to.match(/<span>(?:y|https:)/);
    }
  });
});
