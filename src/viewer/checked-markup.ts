const BARE = [
  'blockquote',
  'em',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'pre',
  's',
  'strong',
  'sup',
  'table',
  'tbody',
  'thead',
  'tr',
  'ul',
].map((name) => [name, /^$/] as const);
const NOTE = '[0-9]{1,10}';
/** A link to an address, or within the page to a note and back. */
const LINKS = [
  'href="(?:https?://|mailto:)[^"]*" rel="noopener noreferrer nofollow"(?: title="[^"]*")?',
  `href="#fn:${NOTE}" id="fnref:${NOTE}" role="doc-noteref" aria-label="Note ${NOTE}"`,
  `href="#fnref:${NOTE}" role="doc-backlink" aria-label="Back to reference ${NOTE}"`,
];
const CELL = /^(?: class="align-(?:left|center|right)")?$/;

/** Elements that must be closed, with the exact attribute text each may have. */
const PAIRED: ReadonlyMap<string, RegExp> = new Map([
  ...BARE,
  ['a', new RegExp(`^ (?:${LINKS.join('|')})$`)],
  ['code', /^(?: class="language-[a-z0-9+#._-]{1,40}")?$/],
  ['li', new RegExp(`^(?: id="fn:${NOTE}")?$`)],
  ['ol', /^(?: start="[0-9]{1,9}")?$/],
  ['span', /^(?: class="[acdiklmst]")?$/],
  ['td', CELL],
  ['th', CELL],
]);
const VOID: ReadonlyMap<string, RegExp> = new Map([
  ['br', /^ \/$/],
  ['hr', /^ \/$/],
  ['img', /^ src="https:\/\/[^"]*" alt="[^"]*" loading="lazy" decoding="async"(?: title="[^"]*")? \/$/],
]);

/** Browsers flatten elements nested deeper than a few hundred levels. */
const MAX_NESTING = 100;
const TAG = /<(\/?)([a-z][a-z0-9]{0,9})([^<>]*)>/y;

/**
 * Returns HTML made from Markdown unchanged. Raises `UnfitMarkupError` unless each `<` begins a tag in one of the forms
 * above and all elements are closed in order. So nothing that the parser lets through can run, load or leave its block.
 * This takes a tenth of the time of the sanitizer for foreign HTML.
 */
export function checkedMarkup(html: string): string {
  const open: string[] = [];
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [, slash, name = '', attributes = ''] = TAG.exec(html) ?? [];
    if (slash === '' && VOID.get(name)?.test(attributes)) continue;
    const isRight =
      slash === ''
        ? PAIRED.get(name)?.test(attributes) && open.push(name) <= MAX_NESTING
        : open.pop() === name && attributes === '';
    if (!isRight) throw new UnfitMarkupError('the markup is not in a form that pages have');
  }
  if (open.length > 0) throw new UnfitMarkupError('an element is not closed');
  return html;
}

/** The formatted content is not allowed in a page: the block is shown as plain text. */
export class UnfitMarkupError extends Error {}
