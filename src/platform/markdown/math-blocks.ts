import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';
import { lineBegins, lineText, type BlockRule } from './markdown-rule.js';

const MARK = '$$';
const DOLLAR = 0x24;
const CODE_INDENT = 4;

/** None of these lines ends a formula. They are looked at once, not again for each line that may begin one. */
const endless = new WeakMap<StateBlock, { from: number; to: number }>();

function endOf(state: StateBlock, start: number, end: number): number | undefined {
  const known = endless.get(state);
  if (known !== undefined && start >= known.from && start < known.to) return undefined;
  let line = start;
  for (; line < end && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent; line += 1) {
    const text = lineText(state, line).trim();
    if (text.endsWith(MARK) && (line > start || text.length > 2 * MARK.length)) return line;
  }
  endless.set(state, { from: start, to: line });
  return undefined;
}

/** A formula between `$$` is code of the language `math`. */
const mathBlock: BlockRule = (...[state, start, end, silent]) => {
  if (!lineBegins(state, start, DOLLAR) || !lineText(state, start).startsWith(MARK)) return false;
  if ((state.sCount[start] ?? 0) - state.blkIndent >= CODE_INDENT) return false;
  const last = endOf(state, start, end);
  if (last === undefined) return false;
  if (silent) return true;
  const token = state.push('fence', 'code', 0);
  token.info = 'math';
  token.map = [start, last + 1];
  const text = state.getLines(start, last + 1, state.blkIndent, false).trim();
  token.content = `${text.slice(MARK.length, -MARK.length).replace(/^ *\n/, '').trimEnd()}\n`;
  state.line = last + 1;
  return true;
};

export function mathBlocks(parser: MarkdownIt): void {
  parser.block.ruler.before('fence', 'math_block', mathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}
