import type { StateBlock, StateInline } from 'markdown-it';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;
export type BlockRule = (...call: [state: StateBlock, start: number, end: number, silent: boolean]) => boolean;

type Ruler<Rule> = { enableOnly: (names: string[]) => unknown; getRules: (chain: string) => Rule[] };

/** One rule of a Markdown parser, which exposes its rules only as a list of the enabled ones. Disables all others. */
export function markdownRule<Rule>(ruler: Ruler<Rule>, name: string): Rule {
  ruler.enableOnly([name]);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error(`the parser has no rule ${name}`);
  return rule;
}

/** The place of the first character of a line of a block. */
export function lineStart({ bMarks, tShift }: StateBlock, line: number): number {
  return (bMarks[line] ?? 0) + (tShift[line] ?? 0);
}

/** A line of a block, from its first character. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** Whether a line begins with such a character. A paragraph asks it of each line, at each level of quotes around it. */
export function lineBegins(state: StateBlock, line: number, mark: number): boolean {
  return state.src.charCodeAt(lineStart(state, line)) === mark;
}
