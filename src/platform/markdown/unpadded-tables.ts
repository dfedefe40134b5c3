import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import { lineText, markdownRule, type BlockRule } from './markdown-rule.js';

const HEADER_LINES = 2;
const CODE_INDENT = 4;
/** As the parser has it: a backslash before it makes a pipe text, whatever is before the backslash. */
const SEPARATOR = /(?<!\\)\|/;

const table: BlockRule = markdownRule(new MarkdownIt().block.ruler, 'table');

function cellsOf(line: string): string[] {
  const cells = line.split(SEPARATOR).map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}

/** The text of the line if it is a row of the table above it. */
function rowText(state: StateBlock, line: number, end: number): string | undefined {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  if (line >= end || indent < 0 || indent >= CODE_INDENT) return undefined;
  const terminators = state.md.block.ruler.getRules('blockquote');
  if (terminators.some((terminates) => terminates(state, line, end, true))) return undefined;
  return lineText(state, line).trim() || undefined;
}

type Row = { line: number; cells: readonly string[]; heads: readonly Token[] };

function pushRow(state: StateBlock, { line, cells, heads }: Row): void {
  state.push('tr_open', 'tr', 1).map = [line, line + 1];
  for (const [column, content] of cells.slice(0, heads.length).entries()) {
    state.push('td_open', 'td', 1).attrs = structuredClone(heads[column]?.attrs ?? null);
    const inline = state.push('inline', '', 0);
    inline.content = content;
    inline.children = [];
    state.push('td_close', 'td', -1);
  }
  state.push('tr_close', 'tr', -1);
}

type Body = { first: number; end: number; heads: readonly Token[] };

function pushRows(state: StateBlock, { first, end, heads }: Body): void {
  let [line, body] = [first, undefined as Token | undefined];
  for (let text = rowText(state, line, end); text !== undefined; text = rowText(state, line, end)) {
    body ??= state.push('tbody_open', 'tbody', 1);
    pushRow(state, { line, cells: cellsOf(text), heads });
    line += 1;
  }
  if (body !== undefined) {
    state.push('tbody_close', 'tbody', -1);
    body.map = [first, line];
  }
  state.line = line;
}

/** The parser's own rule reads the header. It adds the cells that rows omit, hundreds for each character. */
const unpaddedTable: BlockRule = (...[state, start, end, silent]) => {
  const from = state.tokens.length;
  if (!table(state, start, Math.min(end, start + HEADER_LINES), silent)) return false;
  if (silent) return true;
  const header = state.tokens.slice(from);
  state.tokens.pop();
  state.level += 1;
  const { parentType } = state;
  state.parentType = 'table' as typeof parentType;
  const heads = header.filter(({ type }) => type === 'th_open');
  pushRows(state, { first: start + HEADER_LINES, end, heads });
  state.parentType = parentType;
  state.push('table_close', 'table', -1);
  const [open] = header;
  if (open !== undefined) open.map = [start, state.line];
  return true;
};

/** Rows keep the cells that they are written with. */
export function unpaddedTables(parser: MarkdownIt): void {
  parser.block.ruler.at('table', unpaddedTable, { alt: ['paragraph', 'reference'] });
}
