import { createRequire } from 'node:module';
import { expect } from 'chai';
import { parseDocument, DomUtils } from 'htmlparser2';
import { BLOCK_TYPES, CONTENT_TYPES } from '../../src/domain/document.js';
import { CODE_LANGUAGES } from '../../src/render/blocks/code-languages.js';
import { PageLinks } from '../../src/render/safety/page-links.js';
import { RawHtml } from '../../src/render/safety/raw-html.js';
import { renderPage } from '../support/rendered-pages.js';
import { HOSTILE_CONTENT } from '../support/hostile-content.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const { tests: commonmark } = createRequire(import.meta.url)('commonmark-spec') as { tests: { markdown: string }[] };

/** All that pages read of metadata, and the address of an image that is loaded with the payload beside it. */
function metadataOf(payload: string): Record<string, unknown> {
  const names = ['level', 'language', 'listType', 'alt', 'title', 'caption', 'width', 'src', 'description', 'lang'];
  const isAddress = payload.length % 2 === 0;
  return {
    ...Object.fromEntries(names.map((name) => [name, payload])),
    url: isAddress ? payload : `https://a.example/${payload}`,
  };
}

const FORBIDDEN_ELEMENTS = new Set([
  'applet',
  'audio',
  'base',
  'button',
  'embed',
  'form',
  'frame',
  'frameset',
  'iframe',
  'input',
  'link',
  'math',
  'meta',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'source',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);
const FORBIDDEN_ATTRIBUTES = new Set([
  'action',
  'background',
  'data',
  'formaction',
  'http-equiv',
  'name',
  'ping',
  'poster',
  'srcdoc',
  'srcset',
  'style',
  'target',
]);

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type ChildNode = ReturnType<typeof parseDocument>['children'][number];

const ANCHOR = /^[\p{L}\p{M}\p{N}_.!~*'()%-]*$/u;
const NOTE = /^fn(?:ref)?:[0-9]+$/;

/** Everything in the body of a page that could run, load or lead somewhere it must not. */
function faultsOf(html: string): string[] {
  const body = DomUtils.getElementsByTagName('body', parseDocument(html));
  expect(body).to.have.length(1);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).to.equal(ids.length);
  return DomUtils.getElementsByTagName('*', body[0]?.children ?? []).flatMap((element) => [
    ...(FORBIDDEN_ELEMENTS.has(element.name) ? [`<${element.name}>`] : []),
    ...Object.entries(element.attribs).flatMap(([name, value]) =>
      isForbidden(element.name, name, value) ? [`<${element.name} ${name}=${value}>`] : [],
    ),
  ]);
}

function isForbidden(element: string, name: string, value: string): boolean {
  if (name === 'id' && NOTE.test(value)) return element !== (value.startsWith('fn:') ? 'li' : 'a');
  if (name === 'id') return !ANCHOR.test(value);
  if (name === 'href' && value.startsWith('#'))
    return element !== 'a' || !(ANCHOR.test(value.slice(1)) || NOTE.test(value.slice(1)));
  if (name.startsWith('on') || FORBIDDEN_ATTRIBUTES.has(name)) return true;
  if (name === 'href' && value === 'd123456789abcdef.md') return element !== 'a';
  if (name === 'href') return element !== 'a' || !/^(?:https?:\/\/|mailto:)/.test(value);
  if (name === 'src') return element !== 'img' || !/^https:\/\//.test(value);
  return name === 'rel' && value !== 'noopener noreferrer nofollow';
}

/** The attributes of frames around content, which content cannot have. */
const OF_FRAMES = new Set(['id', 'role', 'aria-label', 'tabindex', 'class', 'data-language']);

function elementsOf(html: string): unknown[] {
  const all = DomUtils.getElementsByTagName('*', parseDocument(html));
  // A table gets a frame each time, and ends a paragraph.
  const elements = all.filter(({ name }) => name !== 'div' && name !== 'p');
  return elements.map(({ name, attribs }) => [
    // Those of content go a level down.
    name.replace(/^h[2-6]$/, 'heading'),
    Object.entries(attribs).filter(([attribute]) => !OF_FRAMES.has(attribute)),
  ]);
}

function isToken(node: ChildNode): boolean {
  if (!('name' in node)) return 'data' in node;
  const { name, attribs, children } = node as Element;
  return name === 'span' && /^[a-z]$/.test(attribs['class'] ?? '') && children.every((child) => 'data' in child);
}

describe('the viewer, given hostile content', () => {
  for (const contentType of CONTENT_TYPES) {
    for (const type of BLOCK_TYPES) {
      it(`lets nothing that runs or loads through a ${type} block of a ${contentType} document`, () => {
        for (const payload of HOSTILE_CONTENT) {
          const described = viewedBlock(type, '', metadataOf(payload));
          const blocks = [viewedBlock(type, payload, metadataOf(payload)), described, viewedBlock('paragraph', 'end')];
          const { html } = renderPage(
            viewed({ contentType, title: payload, metadata: { ...metadataOf(payload), tags: [payload] }, blocks }),
          );
          expect(faultsOf(html), payload).to.deep.equal([]);
        }
      });
    }
  }

  it('shows hostile code of each language as it is', () => {
    for (const language of CODE_LANGUAGES.keys()) {
      for (const payload of HOSTILE_CONTENT) {
        const { html } = renderPage(viewed({ blocks: [viewedBlock('code', payload, { language })] }));
        expect(faultsOf(html), payload).to.deep.equal([]);
        const [code] = DomUtils.getElementsByTagName('code', parseDocument(html));
        expect(code && DomUtils.textContent(code), language).to.equal(payload.replaceAll('\0', '\uFFFD'));
        expect(code?.children.every(isToken)).to.equal(true);
      }
    }
  });

  it('shows hostile code of a language in lists and quotes as it is', () => {
    for (const language of ['javascript', 'markdown', 'html']) {
      for (const payload of HOSTILE_CONTENT) {
        const lines = ['- ~~~~~~ ' + language, ...payload.split('\n').map((line) => `  ${line}`), '  ~~~~~~'];
        for (const [type, source] of [
          ['list', lines],
          ['quote', lines.map((line) => `> ${line.slice(2)}`)],
        ] as const) {
          const { html } = renderPage(viewed({ blocks: [viewedBlock(type, source.join('\n'))] }));
          expect(faultsOf(html), payload).to.deep.equal([]);
          const [code] = DomUtils.getElementsByTagName('code', parseDocument(html));
          expect(code && DomUtils.textContent(code), language).to.equal(`${payload.replaceAll('\0', '\uFFFD')}\n`);
          expect(code?.children.every(isToken)).to.equal(true);
        }
      }
    }
  });

  it('makes footnotes that nothing comes through', () => {
    for (const contentType of CONTENT_TYPES) {
      for (const payload of HOSTILE_CONTENT) {
        const metadata = { ...metadataOf(payload), listType: 'ordered', footnotes: [payload] };
        const marked = `[^1]${payload}[^1] [^2] [x${payload}](#fn:1 "[^1]") <a id="fn:1" href="#fnref:1">`;
        const blocks = [
          ...BLOCK_TYPES.map((type) => viewedBlock(type, marked, metadataOf(payload))),
          viewedBlock('list', `1. ${marked}\n2. ${payload}`, metadata),
        ];
        const { html } = renderPage(viewed({ contentType, blocks }));
        expect(faultsOf(html), payload).to.deep.equal([]);
        expect(html.match(/id="fn:1"/g) ?? []).to.have.length(contentType === 'markdown' ? 1 : 0);
      }
    }
  });

  it('makes a table of contents and anchors that nothing comes through', () => {
    for (const contentType of CONTENT_TYPES) {
      const headings = HOSTILE_CONTENT.map((payload) => viewedBlock('heading', payload, metadataOf(payload)));
      const { html } = renderPage(
        viewed({ contentType, blocks: [viewedBlock('paragraph', 'x'.repeat(5_000)), ...headings] }),
      );
      expect(html).to.include('class="contents"');
      expect(faultsOf(html)).to.deep.equal([]);
    }
  });

  it('has no elements in Markdown that raw HTML is not shown with', () => {
    const sources = [...HOSTILE_CONTENT, ...commonmark.map(({ markdown }) => markdown)];
    const links = new PageLinks(viewed(), { part: 1, names: new Map() });
    for (const type of ['heading', 'paragraph', 'list', 'quote', 'table'] as const) {
      for (const source of sources) {
        const { html } = renderPage(viewed({ blocks: [viewedBlock(type, source.replaceAll('~~~', '~~'))] }));
        const made = /<\/h1>([^]*)<\/article>/.exec(html)?.[1] ?? '';
        expect(elementsOf(made), source).to.deep.equal(elementsOf(new RawHtml({ links }).add(made)));
      }
    }
  });

  it('would see every kind of fault if one came through', () => {
    const image = '<img src="http://a" onerror=x>';
    const link = '<a href="javascript:x" style="x" id="y y">x</a>';
    expect(faultsOf(`<body><script></script>${image}${link}</body>`)).to.have.length(6);
  });

  it('keeps a block that leaves its elements open from reaching into the next', () => {
    const open = viewedBlock('paragraph', '<div><table><tr><td><b><!-- ');
    const blocks = [open, viewedBlock('paragraph', '<em>next</em>')];
    const root = parseDocument(renderPage(viewed({ contentType: 'html', blocks })).html);
    const next = DomUtils.findOne((element) => element.name === 'em', root.children);
    const ancestors: string[] = [];
    for (let node = next?.parentNode; node; node = node.parentNode) {
      if ('name' in node) ancestors.push(node.name);
    }
    expect(ancestors).to.deep.equal(['div', 'article', 'main', 'body', 'html']);
  });

  it('ends each element in a heading of HTML with its own end tag', () => {
    for (const tag of ['h1', 'center', 'table', 'svg', 'td']) {
      const blocks = [viewedBlock('heading', `<${tag}>a</${tag}><code>b`)];
      const { html } = renderPage(viewed({ contentType: 'html', blocks }));
      expect(html, tag).to.match(/<h2[^<>]*>(?:a| )*<code>b<\/code><\/h2>/);
    }
  });
});
