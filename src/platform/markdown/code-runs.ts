import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

/** What the parser's rule for code spans remembers. The published types leave it out. */
type Remembered = { backticksScanned: boolean; backticks: Record<number, number> };

const BACKTICK = 0x60;

/** By the text: where the last run of each length begins. */
const lastRunsOfTexts = new WeakMap<StateInline, Map<number, number>>();

function lastRunsOf(state: StateInline): Map<number, number> {
  const known = lastRunsOfTexts.get(state);
  if (known !== undefined) return known;
  const runs = new Map([...state.src.matchAll(/`+/g)].map(({ 0: run, index }) => [run.length, index]));
  lastRunsOfTexts.set(state, runs);
  return runs;
}

function lengthOfRun({ src, pos, posMax }: StateInline): number {
  let end = pos;
  while (end < posMax && src.charCodeAt(end) === BACKTICK) end += 1;
  return end - pos;
}

/**
 * Tells the parser's rule whether a run of backticks that may close this one comes later. What the rule remembers
 * itself holds only for the places after it, but labels are looked through before the text in front of them is read.
 */
function rememberRun(state: StateInline): boolean {
  const length = lengthOfRun(state);
  if (length === 0) return false;
  const remembered = state as StateInline & Remembered;
  remembered.backticksScanned = true;
  remembered.backticks[length] = lastRunsOf(state).get(length) ?? 0;
  return false;
}

export const CODE_RUNS = 'code_runs';

/** Makes code spans independent of the order in which the parser looks at places. */
export function codeRuns(parser: MarkdownIt): void {
  parser.inline.ruler.before('backticks', CODE_RUNS, rememberRun);
}
