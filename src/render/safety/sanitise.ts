import sanitizeHtml from 'sanitize-html';
import { imageElement, linkElement } from './page-elements.js';
import type { PageLinks } from './page-links.js';
import { MAX_NESTING, TooDeepError } from '../limits.js';

type Attributes = sanitizeHtml.Attributes;

const PHRASING_TAGS = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'br',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
  'wbr',
];

const FLOW_TAGS = [
  ...PHRASING_TAGS,
  'blockquote',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'ul',
  'caption',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
];

/** `script` and `style` must stay in this list: sanitize-html writes their text unescaped unless it drops it. */
const DROPPED_WITH_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'xmp',
  'plaintext',
  'noembed',
  'noframes',
];

function link({ href = '', title }: Attributes, links: PageLinks | undefined): sanitizeHtml.Tag {
  const { tag, attributes } = linkElement(href, { title, links });
  return { tagName: tag, attribs: Object.fromEntries(attributes) };
}

function image({ src = '', alt = '', ...others }: Attributes, links: PageLinks | undefined): sanitizeHtml.Tag {
  const { title, width, height } = others;
  const { tag, attributes, text } = imageElement(src, { alt, title, links });
  const attribs = Object.fromEntries(attributes);
  if (tag !== 'img') return { tagName: tag, attribs, text };
  return { tagName: tag, attribs: { ...attribs, ...(isCount(width) && isCount(height) && { width, height }) } };
}

function isCount(value: string | undefined): value is string {
  return value !== undefined && /^[0-9]{1,4}$/.test(value);
}

/** Alignment comes as an inline style, which the page's policy forbids. A class replaces it. */
function cell(tagName: string, { style, colspan, rowspan, scope }: Attributes): sanitizeHtml.Tag {
  const align = /^ ?text-align: ?(left|center|right) ?;?$/.exec(style ?? '')?.[1];
  return {
    tagName,
    attribs: {
      ...(align === undefined ? {} : { class: `align-${align}` }),
      ...(isCount(colspan) ? { colspan } : {}),
      ...(isCount(rowspan) ? { rowspan } : {}),
      ...(scope === 'row' || scope === 'col' ? { scope } : {}),
    },
  };
}

const COMMON_OPTIONS: sanitizeHtml.IOptions = {
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'rel', 'title', 'target', 'data-link', 'data-asset'],
    abbr: ['title'],
    code: ['class'],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'data-asset'],
    li: ['value'],
    ol: ['start', 'reversed', 'type'],
    td: ['class', 'colspan', 'rowspan'],
    th: ['class', 'colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedClasses: {
    code: [/^language-[a-z0-9+#._-]{1,40}$/],
    td: [/^align-(left|center|right)$/],
    th: [/^align-(left|center|right)$/],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // Beyond it the tags go and the text stays.
  nestingLimit: MAX_NESTING,
  nonTextTags: DROPPED_WITH_TEXT,
  parseStyleAttributes: false,
  transformTags: { td: cell, th: cell },
};

/** The page's only `h1` is its title, so headings inside content step down by one. */
const STEPPED_HEADINGS = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

const PHRASING_OPTIONS: sanitizeHtml.IOptions = { ...COMMON_OPTIONS, allowedTags: PHRASING_TAGS };

const FLOW_OPTIONS: sanitizeHtml.IOptions = {
  ...COMMON_OPTIONS,
  allowedTags: FLOW_TAGS,
  transformTags: { ...COMMON_OPTIONS.transformTags, ...STEPPED_HEADINGS },
};

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
    a: (_tag, attributes) => link(attributes, links),
    img: (_tag, attributes) => image(attributes, links),
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
