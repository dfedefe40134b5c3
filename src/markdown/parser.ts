import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { markdownRule } from '../platform/markdown-rule.js';
import { newEnvironment, type Environment } from './environment.js';
import { noteFootnote, noteImage, noteLink, noteText, type InlineRule } from './inline-notes.js';
import { linesOf, type Lines } from './places.js';

export type Parsed = { lines: Lines; tokens: readonly Token[]; environment: Environment };

type BlockRule = (...call: [state: StateBlock, start: number, end: number, silent: boolean]) => boolean;
/** The plugin's published types are for the parser's CommonJS form. */
const withFootnotes = footnotes as unknown as (parser: MarkdownIt) => void;

function ownParser(): MarkdownIt {
  return new MarkdownIt({ html: true }).use(withFootnotes);
}

function ownInlineRule(name: string): InlineRule {
  return markdownRule(ownParser().inline.ruler, name);
}

const ownDefinition: BlockRule = markdownRule(ownParser().block.ruler, 'footnote_def');

/**
 * Footnotes belong to the file: a definition in a list or a quote is text. One on a line that is indented less ends
 * what holds the line before.
 */
const topDefinition: BlockRule = (...call) => {
  const [state, start, , silent] = call;
  const isTop = state.level === 0 || (silent && (state.sCount[start] ?? 0) < state.blkIndent);
  if (!isTop || !ownDefinition(...call)) return false;
  if (silent) return true;
  const line = state.src.slice(state.bMarks[start], state.eMarks[start]);
  const label = /\[\^([^\]]*)\]:/.exec(line)?.[1] ?? '';
  (state.env as Environment).definitions.push({ label, start, end: state.line });
  return true;
};

function makeParser(): MarkdownIt {
  const parser = ownParser();
  parser.block.ruler.at('footnote_def', topDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.disable('footnote_inline');
  parser.inline.ruler.at('link', noteLink(ownInlineRule('link')));
  parser.inline.ruler.at('image', noteImage(ownInlineRule('image')));
  parser.inline.ruler.at('footnote_ref', noteFootnote(ownInlineRule('footnote_ref')));
  parser.inline.ruler.after('footnote_ref', 'number_text', noteText);
  return parser;
}

const parser = makeParser();

/** Makes line ends and characters those of the parser, so that its line numbers are those of the text. */
export function normalised(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();
}

/** Finds the blocks of a normalised text, and the definitions of its links and footnotes. */
export function parseBlocks(source: string): Parsed {
  const environment = newEnvironment();
  const tokens: Token[] = [];
  parser.block.parse(source, parser, environment, tokens);
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
