import sanitizeHtml from 'sanitize-html';
import { imageElement, linkElement } from './page-elements.js';
import type { PageLinks } from './page-links.js';
import { MAX_NESTING, TooDeepError } from '../limits.js';

type Attributes = sanitizeHtml.Attributes;

const PHRASING_TAGS = (
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub ' +
  'sup time u var wbr'
).split(' ');

const FLOW_TAGS = [
  ...PHRASING_TAGS,
  ...(
    'blockquote dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr li ol p pre section summary ul ' +
    'caption table tbody td tfoot th thead tr'
  ).split(' '),
];

/** `script` and `style` must stay in this list: sanitize-html writes their text unescaped unless it drops it. */
const DROPPED = (
  'script style textarea option select title template noscript iframe object svg math xmp plaintext noembed ' +
  'noframes'
).split(' ');

export const DROPPED_WITH_TEXT: ReadonlySet<string> = new Set(DROPPED);
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

type Transform = (tag: string, attributes: Attributes, links?: PageLinks) => sanitizeHtml.Tag;

const link: Transform = (_tag, { href = '', title }, links) => {
  const { tag, attributes } = linkElement(href, { title, links });
  return { tagName: tag, attribs: Object.fromEntries(attributes) };
};

const image: Transform = (_tag, { src = '', alt = '', ...others }, links) => {
  const { title, width, height, align } = others;
  const { tag, attributes, text } = imageElement(src, { alt, title, links });
  const attribs = Object.fromEntries(attributes);
  if (tag !== 'img') return { tagName: tag, attribs, text };
  return { tagName: tag, attribs: { ...attribs, ...alignment(align), ...matching(SIZE, { width, height }) } };
};

function matching(form: RegExp, values: Record<string, string | undefined>): Attributes {
  const found = Object.entries(values).flatMap(([name, value = '']) =>
    form.test(value) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(found);
}

const SIZE = /^[0-9]{1,4}(?:px|%)?$/;
const COUNT = /^[0-9]{1,4}$/;

/** Alignment comes as an attribute or an inline style, which the page's policy forbids. A class replaces it. */
function alignment(align = '', style = ''): Attributes {
  const found = /^ ?text-align: ?(left|center|right) ?;?$/.exec(style)?.[1] ?? align.toLowerCase();
  return /^(?:left|center|right)$/.test(found) ? { class: `align-${found}` } : {};
}

/** The page's only `h1` is its title, so headings inside content step down by one. */
const STEPPED_HEADINGS: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

function aligned(tag: string, { align, class: _class, ...others }: Attributes): sanitizeHtml.Tag {
  return { tagName: STEPPED_HEADINGS[tag] ?? tag, attribs: { ...others, ...alignment(align) } };
}

const ALIGNED = 'p div tr h1 h2 h3 h4 h5 h6'.split(' ');

function cell(tagName: string, { style, align, colspan, rowspan, scope, width }: Attributes): sanitizeHtml.Tag {
  const sizes = { ...matching(SIZE, { width }), ...matching(COUNT, { colspan, rowspan }) };
  return { tagName, attribs: { ...alignment(align, style), ...sizes, ...matching(/^(?:row|col)$/, { scope }) } };
}

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['dir', 'lang', 'class'],
  a: ['href', 'rel', 'title', 'target', 'data-link', 'data-asset'],
  abbr: ['title'],
  details: ['open'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'data-asset'],
  li: ['value'],
  ol: ['start', 'reversed', 'type'],
  td: ['colspan', 'rowspan', 'width'],
  th: ['colspan', 'rowspan', 'width', 'scope'],
  time: ['datetime'],
};

const ALIGNMENT = /^align-(left|center|right)$/;
const CLASSES: Readonly<Record<string, RegExp>> = {
  code: /^language-[a-z0-9+#._-]{1,40}$/,
  ...Object.fromEntries(['td', 'th', 'img', 'h6', ...ALIGNED].map((tag) => [tag, ALIGNMENT])),
};

const TRANSFORMS: Readonly<Record<string, Transform>> = {
  a: link,
  center: () => ({ tagName: 'div', attribs: { class: 'align-center' } }),
  img: image,
  td: cell,
  th: cell,
  ...Object.fromEntries(ALIGNED.map((tag) => [tag, aligned])),
};

const COMMON_OPTIONS: sanitizeHtml.IOptions = {
  allowedAttributes: Object.fromEntries(Object.entries(ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  allowedClasses: { '*': [], ...Object.fromEntries(Object.entries(CLASSES).map(([tag, form]) => [tag, [form]])) },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // Beyond it the tags go and the text stays.
  nestingLimit: MAX_NESTING,
  nonTextTags: DROPPED,
  parseStyleAttributes: false,
  transformTags: TRANSFORMS,
};

/** The library loses count of end tags where it changes an element that is not allowed then. */
const PHRASING_OPTIONS: sanitizeHtml.IOptions = { ...COMMON_OPTIONS, allowedTags: PHRASING_TAGS, transformTags: {} };

const FLOW_OPTIONS: sanitizeHtml.IOptions = { ...COMMON_OPTIONS, allowedTags: FLOW_TAGS };

const PHRASING: ReadonlySet<string> = new Set(PHRASING_TAGS);
const KNOWN: ReadonlySet<string> = new Set([...FLOW_TAGS, ...Object.keys(TRANSFORMS)]);

export function isPhrasing(tag: string): boolean {
  return PHRASING.has(tag);
}

/** What stands on a page for one tag of untrusted HTML, by the same rules; undefined if nothing does. */
export function safeElement(name: string, attributes: Attributes, links?: PageLinks): sanitizeHtml.Tag | undefined {
  if (!KNOWN.has(name)) return undefined;
  const { tagName, attribs, ...others } = TRANSFORMS[name]?.(name, attributes, links) ?? {
    tagName: name,
    attribs: attributes,
  };
  const isAllowed = (key: string, value: string) => key !== 'class' || CLASSES[tagName]?.test(value) === true;
  const safe = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tagName] ?? [])].flatMap((key) => {
    const value = attribs[key];
    return value !== undefined && isAllowed(key, value) ? [[key, value] as const] : [];
  });
  return { tagName, attribs: Object.fromEntries(safe), ...others };
}

/** Deeper than prose ever is. The parser's time grows with the square of the depth. */
const MAX_PARSED_DEPTH = 500;

function sanitise(html: string, options: sanitizeHtml.IOptions, links: PageLinks | undefined): string {
  let depth = 0;
  const onOpenTag = (): void => {
    depth += 1;
    if (depth > MAX_PARSED_DEPTH) throw new TooDeepError();
  };
  const onCloseTag = (): void => {
    depth -= 1;
  };
  const transformTags: sanitizeHtml.IOptions['transformTags'] = {
    ...options.transformTags,
    a: (tag, attributes) => link(tag, attributes, links),
    img: (tag, attributes) => image(tag, attributes, links),
  };
  return sanitizeHtml(html, { ...options, transformTags, onOpenTag, onCloseTag });
}

/** Balances untrusted HTML and removes scripts, styles, ids, forms, frames. Raises `TooDeepError`. */
export function sanitiseFlow(html: string, links?: PageLinks): string {
  return sanitise(html, FLOW_OPTIONS, links);
}

/** As `sanitiseFlow`, but keeps only elements allowed inside a heading. */
export function sanitisePhrasing(html: string, links?: PageLinks): string {
  return sanitise(html, PHRASING_OPTIONS, links);
}
