import MarkdownIt, { type StateInline } from 'markdown-it';
import { bareUrls } from './bare-url.js';
import { checkedMarkup } from './checked-markup.js';
import { safeTokens } from './safe-tokens.js';
const INLINE_RULES = [
  'text',
  'bare_url',
  'newline',
  'escape',
  'backticks',
  'strikethrough',
  'emphasis',
  'link',
  'image',
  'autolink',
  'entity',
];

/** A parser for inline Markdown and the named block constructs. Raw HTML stays text. */
function parserOf(blockRules: readonly string[]): MarkdownIt {
  const parser = new MarkdownIt({ html: false, xhtmlOut: true }).use(bareUrls).use(shallowImages).use(safeTokens);
  parser.inline.ruler.enableOnly(INLINE_RULES);
  parser.block.ruler.enableOnly(['paragraph', ...blockRules]);
  return parser;
}

const prose = parserOf([]);
const lists = parserOf(['list', 'fence']);
const tables = parserOf(['table']);

/** Inline Markdown without a paragraph. All functions here return checked HTML or raise `UnfitMarkupError`. */
export function inlineMarkdown(source: string): string {
  return checkedMarkup(prose.renderInline(source));
}

/** Inline Markdown in paragraphs, separated by blank lines. */
export function paragraphMarkdown(source: string): string {
  return checkedMarkup(prose.render(source));
}

export function listMarkdown(source: string): string {
  return checkedMarkup(lists.render(source));
}

/** The parser adds omitted cells, which may be very many. A fully written table has fewer cells than characters. */
function isOvergrown(source: string): boolean {
  const lines = source.split('\n');
  const columns = (lines[1] ?? '').split('|').length;
  return columns * lines.length > source.length;
}

/** A pipe table; undefined if the source does not start with one or omits most of its cells. */
export function tableMarkdown(source: string): string | undefined {
  if (isOvergrown(source)) return undefined;
  const html = tables.render(source);
  return html.startsWith('<table>') ? checkedMarkup(html) : undefined;
}

type InlineRule = (state: StateInline, silent: boolean) => boolean;
type Environment = { isInImage?: boolean };

/** The parser exposes its rules only as a list of the enabled ones. */
function ownImageRule(): InlineRule {
  const { ruler } = new MarkdownIt().inline;
  ruler.enableOnly(['image']);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error('the parser has no rule for images');
  return rule;
}

const image = ownImageRule();

/** Each level of nested images parses the description anew, which multiplies the work. */
function shallowImage(state: StateInline, silent: boolean): boolean {
  const environment = state.env as Environment;
  if (environment.isInImage) return false;
  environment.isInImage = true;
  const isImage = image(state, silent);
  environment.isInImage = false;
  return isImage;
}

/** Treats an image in an image's description as a link, whose text joins the description. */
function shallowImages(parser: MarkdownIt): void {
  parser.inline.ruler.at('image', shallowImage);
}
