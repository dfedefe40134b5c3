import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';
import { lineBegins, lineText, type BlockRule } from './markdown-rule.js';

/** The look of each name. Others look like notes. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tip: 'tip hint success check done',
    important: 'important',
    warning: 'warning attention',
    caution: 'caution danger error failure fail bug missing',
  }).flatMap(([look, names]) => names.split(' ').map((name) => [name, look] as const)),
);

export function calloutClass(name: string): string {
  return `callout callout-${LOOKS.get(name.toLowerCase()) ?? 'note'}`;
}

/** What it is called if it has no title of its own. */
export function calloutLabel(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase();
}

/** `title`: inline Markdown; empty: none. `isOpen`: undefined if it does not fold. */
type Callout = { name: string; title: string; isOpen: boolean | undefined };

const NAME = '[a-z][a-z0-9_-]{0,39}';
/** Docusaurus and VitePress: `::: tip Title {#name}`, `:::tip[Title]`. */
const COLONS = new RegExp(`^(:{3,}) *(${NAME})(?=[ {[]|$)(.*)$`, 'i');
const ATTRIBUTES = /\{[^{}]*\}$/;
/** MkDocs: `!!! tip "Title"`, `??? tip`, `=== "Tab"`. */
const MARKS = new RegExp(`^(!!!|\\?\\?\\?\\+?) +(${NAME})((?: +[a-z-]+)*)(?: +"(.*)")? *$`, 'i');
const [COLON, EXCLAMATION, QUESTION, EQUALS] = [0x3a, 0x21, 0x3f, 0x3d];
const TAB = /^===[!+]? +"(.*)" *$/;
const INDENT = 4;
/** Each looks for its end among the lines of all others in it. */
const DEEPEST = 20;

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** The line after the last one in which the text is, up to the colons that end it. */
function endOfColons(state: StateBlock, { from, to, colons }: { from: number; to: number; colons: number }): number {
  for (let line = from; line < to; line += 1) {
    if (state.isEmpty(line)) continue;
    if (indentOf(state, line) < 0) return line;
    const text = indentOf(state, line) < INDENT ? lineText(state, line) : '';
    if (text.startsWith(':::') && /^:+ *$/.test(text) && text.trimEnd().length >= colons) return line;
  }
  return to;
}

function endOfIndent(state: StateBlock, from: number, to: number): number {
  let end = from;
  for (let line = from; line < to; line += 1) {
    if (state.isEmpty(line)) continue;
    if (indentOf(state, line) < INDENT) break;
    end = line + 1;
  }
  return end;
}

function pushTitle(state: StateBlock, { name, title, isOpen }: Callout, line: number): void {
  const tag = isOpen === undefined ? 'p' : 'summary';
  const open = state.push('callout_title_open', tag, 1);
  open.attrs = [['class', 'callout-title']];
  open.map = [line, line + 1];
  const inline = state.push('inline', '', 0);
  inline.content = title || calloutLabel(name);
  inline.map = [line, line + 1];
  inline.children = [];
  state.push('callout_title_close', tag, -1);
}

type Body = { start: number; end: number; next: number; indent: number };

function pushCallout(state: StateBlock, callout: Callout, { start, end, next, indent }: Body): void {
  const { name, isOpen } = callout;
  const tag = isOpen === undefined ? 'div' : 'details';
  const open = state.push('callout_open', tag, 1);
  open.attrs = [['class', calloutClass(name)], ...(isOpen === true ? [['open', ''] as [string, string]] : [])];
  open.map = [start, next];
  pushTitle(state, callout, start);
  const { parentType, lineMax } = state;
  state.parentType = 'callout' as typeof parentType;
  state.lineMax = end;
  state.blkIndent += indent;
  state.md.block.tokenize(state, start + 1, end);
  state.blkIndent -= indent;
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('callout_close', tag, -1);
  state.line = next;
}

const colonCallout: BlockRule = (...[state, start, end, silent]) => {
  if (!lineBegins(state, start, COLON) || indentOf(state, start) >= INDENT || state.level > DEEPEST) return false;
  const text = lineText(state, start);
  const [, colons = '', name, rest = ''] = COLONS.exec(text.trimEnd()) ?? [];
  if (name === undefined) return false;
  if (silent) return true;
  const last = endOfColons(state, { from: start + 1, to: end, colons: colons.length });
  const isEnded = last < end && lineText(state, last).startsWith(':::');
  const isOpen = name === 'details' ? false : undefined;
  const words = rest.replace(ATTRIBUTES, '').trimEnd();
  const title = words.startsWith('[') && words.endsWith(']') ? words.slice(1, -1) : words.trim();
  const callout = { name, title, isOpen };
  pushCallout(state, callout, { start, end: last, next: isEnded ? last + 1 : last, indent: 0 });
  return true;
};

function markedCallout(text: string): Callout | undefined {
  const [, tab] = TAB.exec(text) ?? [];
  if (tab !== undefined) return { name: 'tab', title: tab, isOpen: undefined };
  const [, mark, name, , title = ''] = MARKS.exec(text) ?? [];
  if (mark === undefined || name === undefined) return undefined;
  return { name, title, isOpen: mark === '!!!' ? undefined : mark === '???+' };
}

const indentedCallout: BlockRule = (...[state, start, end, silent]) => {
  const isMarked = lineBegins(state, start, EXCLAMATION) || lineBegins(state, start, QUESTION);
  if (!isMarked && !lineBegins(state, start, EQUALS)) return false;
  const text = lineText(state, start);
  if (!/^(?:!!!|\?\?\?|===) /.test(text.replace('+', '')) || indentOf(state, start) >= INDENT) return false;
  const callout = state.level > DEEPEST ? undefined : markedCallout(text);
  if (callout === undefined) return false;
  const last = endOfIndent(state, start + 1, end);
  // Without a text of its own, it is a line of text.
  if (last === start + 1) return false;
  if (!silent) pushCallout(state, callout, { start, end: last, next: last, indent: INDENT });
  return true;
};

/** Notes with a title, as the tools for documents have them. */
export function callouts(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('fence', 'colon_callout', colonCallout, { alt });
  parser.block.ruler.before('fence', 'indented_callout', indentedCallout, { alt });
}
