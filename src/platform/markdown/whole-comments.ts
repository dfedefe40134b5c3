import { lineText, type BlockRule } from './markdown-rule.js';

/**
 * A block of HTML ends at a blank line. If a comment is open there, as browsers read it, the block goes on to the end
 * of the comment, or of all: else a page would show what the comment hides.
 */
export function wholeComments(own: BlockRule): BlockRule {
  return (...call) => {
    const [state, start, end, silent] = call;
    if (!own(...call)) return false;
    const token = state.tokens.at(-1);
    if (silent || !token || !isOpen(token.content)) return true;
    let line = state.line;
    while (line < end && !isOutside(state, line) && !lineText(state, line).includes('-->')) line++;
    state.line = Math.min(line + 1, end);
    token.map = [start, state.line];
    token.content = state.getLines(start, state.line, state.blkIndent, true);
    return true;
  };
}

function isOpen(html: string): boolean {
  const begin = html.lastIndexOf('<!--');
  return begin >= 0 && !html.includes('-->', begin + 2);
}

/** Of the list or quote that has the block. */
function isOutside(state: Parameters<BlockRule>[0], line: number): boolean {
  return (state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line);
}
