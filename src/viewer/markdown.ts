import MarkdownIt from 'markdown-it';
import { bareUrls } from './bare-url.js';
import { checkedMarkup } from './checked-markup.js';
import { safeTokens } from './safe-tokens.js';
import { shallowImages } from './shallow-images.js';

const INLINE_RULES = [
  'text', 'bare_url', 'newline', 'escape', 'backticks', 'strikethrough', 'emphasis', 'link', 'image',
  'autolink', 'entity',
];

/** A parser that knows inline Markdown and, of the block constructs, those named; raw HTML is text to it. */
function parserOf(blockRules: readonly string[]): MarkdownIt {
  const parser = new MarkdownIt({ html: false, xhtmlOut: true }).use(bareUrls).use(shallowImages).use(safeTokens);
  parser.inline.ruler.enableOnly(INLINE_RULES);
  parser.block.ruler.enableOnly(['paragraph', ...blockRules]);
  return parser;
}

const prose = parserOf([]);
const lists = parserOf(['list', 'fence']);
const tables = parserOf(['table']);

/** Inline Markdown without a paragraph around it. All of these give checked HTML, or raise `UnfitMarkupError`. */
export function inlineMarkdown(source: string): string {
  return checkedMarkup(prose.renderInline(source));
}

/** Inline Markdown in one paragraph or, where blank lines part it, several. */
export function paragraphMarkdown(source: string): string {
  return checkedMarkup(prose.render(source));
}

/** `- ` or `1. ` items, nested ones too. */
export function listMarkdown(source: string): string {
  return checkedMarkup(lists.render(source));
}

/**
 * Rows may leave out cells, and the parser makes them up: a wide head over many short rows would become far
 * more table than was written. One with all its cells written out has always fewer cells than characters.
 */
function isOvergrown(source: string): boolean {
  const lines = source.split('\n');
  const columns = (lines[1] ?? '').split('|').length;
  return columns * lines.length > source.length;
}

/** A pipe table, or undefined if the source does not start with one or leaves out most of its cells. */
export function tableMarkdown(source: string): string | undefined {
  if (isOvergrown(source)) return undefined;
  const html = tables.render(source);
  return html.startsWith('<table>') ? checkedMarkup(html) : undefined;
}
