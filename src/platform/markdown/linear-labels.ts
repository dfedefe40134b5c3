import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

/** `end`: the place of the bracket that closes the label, or `NO_END`. `hasLink`: whether a link is within it. */
type Label = { end: number; hasLink: boolean };

type OpenLabel = { start: number; hasLink: boolean };

const NO_END = -1;
const OPEN = 0x5b;
const CLOSE = 0x5d;

const labelsOfTexts = new WeakMap<StateInline, Map<number, Label>>();

function labelsOf(state: StateInline): Map<number, Label> {
  const known = labelsOfTexts.get(state) ?? new Map<number, Label>();
  labelsOfTexts.set(state, known);
  return known;
}

/** Goes over what a bracket that is text opens. False if nothing closes it, so nothing closes what is around it. */
function passBracket(state: StateInline, at: number, open: OpenLabel[]): boolean {
  const known = labelsOf(state).get(at);
  if (known === undefined) {
    open.push({ start: at, hasLink: false });
    return true;
  }
  const around = open.at(-1);
  if (around !== undefined) around.hasLink ||= known.hasLink;
  state.pos = known.end + 1;
  return known.end !== NO_END;
}

function closeLabel(state: StateInline, at: number, open: OpenLabel[]): void {
  const closed = open.pop();
  const around = open.at(-1);
  if (closed === undefined) return;
  labelsOf(state).set(closed.start, { end: at, hasLink: closed.hasLink });
  if (around !== undefined) around.hasLink ||= closed.hasLink;
  state.pos = at + 1;
}

/** Finds the end of the label that begins at `start`, and of all labels within it that are not known. */
function findEnds(state: StateInline, start: number): void {
  const open: OpenLabel[] = [{ start, hasLink: false }];
  state.pos = start + 1;
  while (open.length > 0 && state.pos < state.posMax) {
    const at = state.pos;
    const code = state.src.charCodeAt(at);
    if (code === CLOSE) {
      closeLabel(state, at, open);
      continue;
    }
    state.md.inline.skipToken(state);
    const around = open.at(-1);
    if (code !== OPEN || around === undefined) continue;
    if (state.pos !== at + 1) around.hasLink = true;
    else if (!passBracket(state, at, open)) break;
  }
  for (const { start: unclosed } of open) labelsOf(state).set(unclosed, { end: NO_END, hasLink: false });
}

/** As the parser's own function, which walks to the end of the text for each bracket that nothing closes. */
function linearLinkLabel(state: StateInline, start: number, disableNested = false): number {
  const { pos } = state;
  if (!labelsOf(state).has(start)) findEnds(state, start);
  state.pos = pos;
  const { end, hasLink } = labelsOf(state).get(start) ?? { end: NO_END, hasLink: false };
  return end >= state.posMax || (disableNested && hasLink) ? NO_END : end;
}

/** Makes the parser find the ends of labels in a time that grows with the text. */
export function linearLabels(parser: MarkdownIt): void {
  parser.helpers.parseLinkLabel = linearLinkLabel;
}
