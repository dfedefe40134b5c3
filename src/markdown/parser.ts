import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { callouts } from '../platform/markdown/callouts.js';
import { definitionLists } from '../platform/markdown/definition-lists.js';
import { linearLabels } from '../platform/markdown/linear-labels.js';
import { mathBlocks } from '../platform/markdown/math-blocks.js';
import { linkDefinition } from '../platform/markdown/link-definition.js';
import {
  lineStart,
  lineText,
  markdownRule,
  type BlockRule,
  type InlineRule,
} from '../platform/markdown/markdown-rule.js';
import { unpaddedTables } from '../platform/markdown/unpadded-tables.js';
import { wholeComments } from '../platform/markdown/whole-comments.js';
import { newEnvironment, type Environment } from './environment.js';
import { footnoteReference, LONGEST_LABEL, noteHtml, noteImage, noteLink, noteText } from './notes/inline-notes.js';
import { linesOf, type Lines } from './places.js';
import { countStep } from './steps.js';

export type Parsed = { lines: Lines; tokens: readonly Token[]; environment: Environment };

/** The plugin's published types are for the parser's CommonJS form. */
const withFootnotes = footnotes as unknown as (parser: MarkdownIt) => void;

function ownParser(): MarkdownIt {
  return new MarkdownIt({ html: true }).use(withFootnotes);
}

const ownLink: InlineRule = markdownRule(ownParser().inline.ruler, 'link');
const ownImage: InlineRule = markdownRule(ownParser().inline.ruler, 'image');
const ownHtml: InlineRule = markdownRule(ownParser().inline.ruler, 'html_inline');
const ownHtmlBlock: BlockRule = markdownRule(ownParser().block.ruler, 'html_block');
const ownDefinition: BlockRule = markdownRule(ownParser().block.ruler, 'footnote_def');

const notedDefinition: BlockRule = (...call) => {
  const [state, start, , silent] = call;
  const begin = lineStart(state, start);
  if (!linkDefinition(...call)) return false;
  const end = state.eMarks[state.line - 1] ?? begin;
  if (!silent) (state.env as Environment).linkDefinitions.push({ start: begin, end });
  return true;
};

const DEFINITION = new RegExp(`^\\[\\^([^ \\]]{1,${LONGEST_LABEL}})\\]:`);

/**
 * Footnotes belong to the file: a definition in a list or a quote is text. One on a line that is indented less ends
 * what holds the line before.
 */
const topDefinition: BlockRule = (...call) => {
  const [state, start, , silent] = call;
  const isTop = state.level === 0 || (silent && (state.sCount[start] ?? 0) < state.blkIndent);
  return isTop && definition(call);
};

/** On pages, one may stand anywhere but in another. */
const anyDefinition: BlockRule = (...call) => {
  const [state, start, , silent] = call;
  const environment = state.env as Environment;
  const isLess = (state.sCount[start] ?? 0) < state.blkIndent;
  if (silent || environment.isInDefinition === true)
    return silent && (isLess || !environment.isInDefinition) && definition(call);
  environment.isInDefinition = true;
  const isFound = definition(call);
  environment.isInDefinition = false;
  return isFound;
};

function definition(call: Parameters<BlockRule>): boolean {
  const [state, start, , silent] = call;
  const [, label] = DEFINITION.exec(lineText(state, start)) ?? [];
  if (label === undefined || !ownDefinition(...call)) return false;
  if (!silent) (state.env as Environment).definitions.push({ label, start, end: state.line });
  return true;
}

/** Whatever the text, the work grows with its length: test/unit/markdown/cost.test.ts. */
function makeParser(): MarkdownIt {
  const parser = ownParser().use(linearLabels).use(unpaddedTables);
  parser.block.ruler.at('footnote_def', topDefinition, { alt: ['paragraph', 'reference'] });
  // A line without a mark is looked at again, and remembered, for each quote around it.
  parser.block.ruler.before('table', 'count_step', countStep, { alt: ['blockquote'] });
  parser.inline.ruler.before('text', 'count_step', countStep);
  parser.block.ruler.at('html_block', wholeComments(ownHtmlBlock), { alt: ['paragraph', 'reference', 'blockquote'] });
  parser.block.ruler.at('reference', notedDefinition);
  parser.inline.ruler.disable('footnote_inline');
  parser.inline.ruler.at('link', noteLink(ownLink));
  parser.inline.ruler.at('image', noteImage(ownImage, parser));
  parser.inline.ruler.at('html_inline', noteHtml(ownHtml));
  parser.inline.ruler.at('footnote_ref', footnoteReference);
  parser.inline.ruler.after('footnote_ref', 'number_text', noteText);
  return parser;
}

const parser = makeParser();

/** Pages show more than blocks can say. */
const pageParser = makeParser().use(callouts).use(mathBlocks).use(definitionLists);
pageParser.block.ruler.at('count_step', countStep, { alt: ['blockquote', 'paragraph'] });
pageParser.block.ruler.at('footnote_def', anyDefinition, { alt: ['paragraph', 'reference'] });

/** Finds the blocks of a normalised text, and the definitions of its links and footnotes. */
export function parseBlocks(source: string, isPage = false): Parsed {
  const environment = newEnvironment();
  const tokens: Token[] = [];
  const reader = isPage ? pageParser : parser;
  reader.block.parse(source, reader, environment, tokens);
  return { lines: linesOf(source), tokens, environment };
}

export function parseInline(content: string, environment: Environment): Token[] {
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, environment, tokens);
  return tokens;
}

export function unescaped(text: string): string {
  return parser.utils.unescapeAll(text);
}
