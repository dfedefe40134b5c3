import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import ownDefinitionLists from 'markdown-it-deflist';
import { lineText, markdownRule, type BlockRule } from './markdown-rule.js';

/** Of one definition. Longer texts are paragraphs, whatever line follows. */
const MOST_TERMS = 8;
const CODE_INDENT = 4;
const DEFINITION = /^:[ \t]+\S/;

const ownRule: BlockRule = markdownRule(new MarkdownIt().use(ownDefinitionLists).block.ruler, 'deflist');

/** The last of the lines that a definition follows; `start` if there are no others. */
function lastTerm(state: StateBlock, start: number, end: number): number {
  const isDefinition = (line: number) => line < end && DEFINITION.test(lineText(state, line));
  const most = Math.min(end, start + MOST_TERMS);
  for (let line = start; line < most; line += 1) {
    const indent = (state.sCount[line] ?? 0) - state.blkIndent;
    if (state.isEmpty(line) || indent < 0 || indent >= CODE_INDENT) return start;
    const next = line + 1 < end && state.isEmpty(line + 1) ? line + 2 : line + 1;
    if (isDefinition(next)) return isText(state, { from: start + 1, to: line, end }) ? line : start;
  }
  return start;
}

/** Whether none of the lines ends a paragraph. */
function isText(state: StateBlock, { from, to, end }: { from: number; to: number; end: number }): boolean {
  const { parentType } = state;
  state.parentType = 'paragraph';
  const rules = state.md.block.ruler.getRules('paragraph');
  let line = from;
  while (line <= to && !rules.some((ends) => ends(state, line, end, true))) line += 1;
  state.parentType = parentType;
  return line > to;
}

function termTokens(state: StateBlock, line: number): Token[] {
  const token = (type: string, nesting: -1 | 0 | 1) => {
    const made = new state.Token(type, type === 'inline' ? '' : 'dt', nesting);
    return Object.assign(made, { block: true, level: state.level + (nesting === 0 ? 2 : 1) });
  };
  const [open, words, close] = [token('dt_open', 1), token('inline', 0), token('dt_close', -1)];
  open.map = words.map = [line, line];
  words.content = lineText(state, line).trim();
  words.children = [];
  return [open, words, close];
}

/** The library's rule has one term for a definition. It reads the last one. */
const severalTerms: BlockRule = (...[state, start, end, silent]) => {
  const last = silent ? start : lastTerm(state, start, end);
  const from = state.tokens.length;
  if (!ownRule(state, last, end, silent)) return false;
  const list = state.tokens[from];
  if (last === start || list?.map === undefined || list.map === null) return true;
  list.map[0] = start;
  const lines = Array.from({ length: last - start }, (_, at) => start + at);
  state.tokens.splice(from + 1, 0, ...lines.flatMap((line) => termTokens(state, line)));
  return true;
};

/** Lists of terms, each with definitions after `:`, as PHP Markdown Extra has them. */
export function definitionLists(parser: MarkdownIt): void {
  parser.use(ownDefinitionLists);
  parser.block.ruler.at('deflist', severalTerms, { alt: ['paragraph', 'reference', 'blockquote'] });
}
