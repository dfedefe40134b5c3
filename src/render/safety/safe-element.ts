import { identifierOf } from '../../domain/content/html-headings.js';
import type { TagAttributes } from '../../domain/content/tag-parser.js';
import type { ElementAttributes } from './escape.js';
import { imageElement, linkElement, shownAs } from './page-elements.js';
import type { PageLinks } from './page-links.js';

const PHRASING: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub ' +
    'sup time u var wbr'
  ).split(' '),
);

const SHOWN: ReadonlySet<string> = new Set([
  ...PHRASING,
  ...(
    'blockquote dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr li ol p pre section summary ul ' +
    'caption table tbody td tfoot th thead tr'
  ).split(' '),
]);

export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

/** The page's only `h1` is its title, so headings inside content step down by one. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ...[1, 2, 3, 4, 5].map((level) => [`h${level}`, `h${level + 1}`] as const),
  ['center', 'div'],
]);

const SHOWN_NAMES = [...SHOWN, ...RENAMED.keys()].join('|');
/** What may be HTML, but for tags without attributes of elements that pages show. */
const DOUBTFUL = new RegExp(`<(?!/?(?:${SHOWN_NAMES})\\s*/?>)[a-z/!?]`, 'i');

/** Whether a text may have HTML that no page shows. To find this takes far less time than to read the text. */
export function mayHaveHidden(text: string): boolean {
  return DOUBTFUL.test(text);
}

type Forms = Readonly<Record<string, RegExp>>;

const ANY = /^/;
const SIZE = /^[0-9]{1,4}(?:px|%)?$/;
const COUNT = /^[0-9]{1,4}$/;
const CELL = { colspan: COUNT, rowspan: COUNT, width: SIZE };

/** The attributes that are kept as they are, by element. */
const KEPT: Readonly<Record<string, Forms>> = {
  abbr: { title: ANY },
  code: { class: /^language-[a-z0-9+#._-]{1,40}$/ },
  details: { open: ANY },
  img: { width: SIZE, height: SIZE },
  li: { value: ANY },
  ol: { start: ANY, reversed: ANY, type: ANY },
  td: CELL,
  th: { ...CELL, scope: /^(?:row|col)$/ },
  time: { datetime: ANY },
};
const KEPT_OF_ALL: Forms = { dir: ANY, lang: ANY };

const ALIGNED: ReadonlySet<string> = new Set('center div h2 h3 h4 h5 h6 img p td th tr'.split(' '));
const ALIGNMENT = /^(?: ?text-align: ?)?(left|center|right) ?;?$/;

/** `text`: of a void element that becomes another. */
type SafeElement = { tag: string; attributes: ElementAttributes; text: string };

export function isPhrasing(tag: string): boolean {
  return PHRASING.has(tag);
}

/** What stands on a page for a tag of untrusted HTML; undefined if nothing does. */
export function safeElement(name: string, given: TagAttributes, links?: PageLinks): SafeElement | undefined {
  const renamed = RENAMED.get(name) ?? name;
  if (!SHOWN.has(renamed)) return undefined;
  const { tag, attributes, text } = elementOf(renamed, given, links);
  const kept = Object.entries({ ...KEPT_OF_ALL, ...KEPT[tag] }).flatMap(([key, form]): ElementAttributes => {
    const value = given[key];
    return value !== undefined && form.test(value) ? [[key, value]] : [];
  });
  return { tag, attributes: [...attributes, ...kept, ...alignmentOf(name === 'center' ? name : tag, given)], text };
}

function elementOf(tag: string, { href, src = '', alt = '', title }: TagAttributes, links?: PageLinks) {
  // Without an address it is a place, not a link to the page itself.
  if (tag === 'a' && href === undefined) return { tag: 'span', attributes: [], text: '' };
  if (tag === 'a') return linkElement(href ?? '', { title, links });
  if (tag === 'img') return imageElement(src, { alt, title, links });
  return { tag, attributes: [], text: '' };
}

/** Of the attributes of a tag, the names of those that a page makes something of; undefined: it leaves out the tag. */
export function shownNames(name: string, given: TagAttributes): string[] | undefined {
  const tag = RENAMED.get(name) ?? name;
  if (!SHOWN.has(tag)) return undefined;
  const kept = new Map(Object.entries({ ...KEPT_OF_ALL, ...KEPT[tag] }));
  return Object.entries(given).flatMap(([key, value]) =>
    kept.get(key)?.test(value) === true || isShownName(tag, key, given) ? [key] : [],
  );
}

function isShownName(tag: string, key: string, given: TagAttributes): boolean {
  const value = given[key] ?? '';
  if (key === 'id' || key === 'name') return identifierOf(tag, given) === value;
  if (tag === 'a' && given['href'] !== undefined) {
    return (key === 'href' || key === 'title') && shownAs(tag, given['href']) === tag;
  }
  if (tag === 'img' && key === 'alt') return true;
  if (tag === 'img' && key === 'src') return shownAs(tag, value) !== 'span';
  if (tag === 'img' && key === 'title') return shownAs(tag, given['src'] ?? '') === tag;
  if (!ALIGNED.has(tag)) return false;
  return key === 'style' ? ALIGNMENT.test(value) : key === 'align' && ALIGNMENT.test(value.toLowerCase());
}

/** It comes as an attribute or an inline style, which the page's policy forbids. A class replaces it. */
function alignmentOf(name: string, { align = '', style = '' }: TagAttributes): ElementAttributes {
  if (!ALIGNED.has(name)) return [];
  const wanted = name === 'center' ? name : (ALIGNMENT.exec(style) ?? ALIGNMENT.exec(align.toLowerCase()))?.[1];
  return wanted === undefined ? [] : [['class', `align-${wanted}`]];
}
