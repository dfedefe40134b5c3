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

/** A line of a block, from its first character. */
export function lineText({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}
