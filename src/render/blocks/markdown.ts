import MarkdownIt, { type Token } from 'markdown-it';
import { callouts } from '../../platform/markdown/callouts.js';
import { CODE_RUNS } from '../../platform/markdown/code-runs.js';
import { definitionLists } from '../../platform/markdown/definition-lists.js';
import { linearLabels } from '../../platform/markdown/linear-labels.js';
import { mathBlocks } from '../../platform/markdown/math-blocks.js';
import { shallowImages } from '../../platform/markdown/shallow-images.js';
import { bareUrls } from './bare-url.js';
import { hiddenDefinitions, taskItems } from './document-marks.js';
import { fencedCode } from './fenced-code.js';
import { footnotes, type NoteEnvironment } from './footnotes.js';
import { htmlInMarkdown } from './html-in-markdown.js';
import { TooDeepError } from '../limits.js';
import { safeTokens } from '../safety/safe-tokens.js';

const INLINE_RULES = [
  'text',
  'bare_url',
  'newline',
  'escape',
  'footnote_mark',
  CODE_RUNS,
  'backticks',
  'strikethrough',
  'emphasis',
  'link',
  'image',
  'autolink',
  'html_inline',
  'entity',
];

const PLUGINS = [
  linearLabels,
  bareUrls,
  shallowImages,
  safeTokens,
  hiddenDefinitions,
  htmlInMarkdown,
  footnotes,
  taskItems,
  fencedCode,
  callouts,
  mathBlocks,
  definitionLists,
];

/** A parser for inline Markdown and the named block constructs. */
function parserOf(blockRules: readonly string[]): MarkdownIt {
  const parser = new MarkdownIt({ html: true, xhtmlOut: true });
  for (const plugin of PLUGINS) parser.use(plugin);
  parser.inline.ruler.enableOnly(INLINE_RULES);
  parser.block.ruler.enableOnly(['paragraph', ...blockRules]);
  return parser;
}

/** Blocks that are read already come with the environment. */
function readBlocks(parser: MarkdownIt): void {
  parser.core.ruler.at('block', (state) => {
    const { tokens } = state.env as { tokens?: readonly Token[] };
    if (tokens) state.tokens = [...tokens];
    else parser.block.parse(state.src, parser, state.env, state.tokens);
  });
}

const prose = parserOf([]);
const tables = parserOf(['table']);
const flow = parserOf([
  'colon_callout',
  'indented_callout',
  'math_block',
  'deflist',
  'table',
  'code',
  'fence',
  'blockquote',
  'hr',
  'list',
  'reference',
  'html_block',
  'heading',
  'lheading',
]).use(readBlocks);

/** Inline Markdown without a paragraph. All functions here return safe HTML or raise `TooDeepError`. */
export function inlineMarkdown(source: string, environment: NoteEnvironment): string {
  return prose.renderInline(source, { ...environment });
}

const BLANK_LINE = /[\r\n][ \t]*[\r\n]/;

/** Inline Markdown in paragraphs, separated by blank lines. To look for these takes longer than to read one. */
export function paragraphMarkdown(source: string, environment: NoteEnvironment): string {
  const text = source.trim();
  if (text === '' || BLANK_LINE.test(text)) return prose.render(source, { ...environment });
  return `<p>${inlineMarkdown(text, environment)}</p>\n`;
}

/** The parser looks at each line for each quote around it. */
const MOST_QUOTED_LINES = 200_000;
const MARKS = /^[\s>*+\-\d.)]*/;

function isOverquoted(source: string): boolean {
  const lines = source.split('\n');
  const depths = lines.map((line) => (MARKS.exec(line)?.[0] ?? '').split('>').length - 1);
  return lines.length * depths.reduce((most, depth) => Math.max(most, depth), 0) > MOST_QUOTED_LINES;
}

/** All block constructs, which lists and quotes may hold. `source`: a text, or what its blocks were read as. */
export function flowMarkdown(source: string | readonly Token[], environment: NoteEnvironment): string {
  if (typeof source !== 'string') return flow.render('', { ...environment, tokens: source });
  if (isOverquoted(source)) throw new TooDeepError();
  return flow.render(source, { ...environment });
}

/** The parser adds omitted cells, which may be very many. A fully written table has fewer cells than characters. */
function isOvergrown(source: string): boolean {
  const lines = source.split('\n');
  const columns = (lines[1] ?? '').split('|').length;
  return columns * lines.length > source.length;
}

/** A pipe table; undefined if the source does not start with one or omits most of its cells. */
export function tableMarkdown(source: string, environment: NoteEnvironment): string | undefined {
  if (isOvergrown(source)) return undefined;
  const html = tables.render(source, { ...environment });
  return html.startsWith('<table>') ? html : undefined;
}
