import type MarkdownIt from 'markdown-it';
import type { StateCore, StateInline, Token } from 'markdown-it';
import type { HtmlPlace, RawHtml } from '../safety/raw-html.js';
import type { ViewedBlock } from '../viewed-document.js';

/**
 * What a parser is told of the footnotes of a page: their numbers, which their own list adds before it is written. And
 * of a source: its definitions of links, and its numbers of footnotes by their labels. `html`: the raw HTML between
 * blocks, as far as it is written. `headingNames`: as `RawHtml` takes them.
 */
export type NoteEnvironment = HtmlPlace & {
  notes?: Set<number>;
  isNotes?: boolean;
  definitions?: Record<string, unknown> | undefined;
  labels?: ReadonlyMap<string, number>;
  html?: RawHtml;
  headingNames?: readonly (string | undefined)[] | undefined;
};

const MARK = /\[\^([^ \n\]]{1,255})\]/y;
const NUMBER = /^\d{1,9}$/;
const CANONICAL = /^[1-9]/;

/** What a mark with the label shows; undefined if it is none. Without labels, all numbers are marks. */
function shownNumber(label: string, { labels }: NoteEnvironment): string | undefined {
  if (labels !== undefined) return labels.get(label)?.toString();
  return NUMBER.test(label) ? label : undefined;
}
const BACK = '↩\uFE0E';

/** Whether the block is the list that the footnotes of a Markdown file become. */
export function isNoteList({ type, metadata }: ViewedBlock): boolean {
  return type === 'list' && Array.isArray(metadata?.['footnotes']);
}

/** The parser makes no link of a text that has a mark. So the link to a note is in no other link. */
function footnoteMark(state: StateInline, silent: boolean): boolean {
  MARK.lastIndex = state.pos;
  const [mark, label = ''] = MARK.exec(state.src) ?? [];
  const number = shownNumber(label, state.env as NoteEnvironment);
  if (mark === undefined || number === undefined || state.pos + mark.length > state.posMax) return false;
  if (!silent) {
    const meta = CANONICAL.test(number) ? { number: Number(number) } : null;
    state.push('footnote_open', 'sup', 1).meta = meta;
    state.push('text', '', 0).content = number;
    state.push('footnote_close', 'sup', -1).meta = meta;
  }
  state.pos += mark.length;
  return true;
}

function linkTo(state: StateCore, attributes: [string, string][]): Token {
  const link = new state.Token('note_link_open', 'a', 1);
  link.attrs = attributes;
  return link;
}

/** The marks of notes that the page has become links. */
function linkMarks(state: StateCore): void {
  const { notes } = state.env as NoteEnvironment;
  if (!notes || notes.size === 0) return;
  for (const token of state.tokens) {
    token.children &&= token.children.flatMap((child) => {
      const { number } = (child.meta ?? {}) as { number?: number };
      if (number === undefined || !notes.has(number)) return [child];
      if (child.nesting === -1) return [new state.Token('note_link_close', 'a', -1), child];
      const names: [string, string][] = [
        ['href', `#fn:${number}`],
        ['id', `fnref:${number}`],
        ['role', 'doc-noteref'],
        ['aria-label', `Note ${number}`],
      ];
      return [child, linkTo(state, names)];
    });
  }
}

/** Ends an item with the way back, within its last paragraph if it ends with one. */
function endItem(state: StateCore, tokens: Token[], number: number): void {
  const space = new state.Token('text', '', 0);
  space.content = ' ';
  const link = linkTo(state, [
    ['href', `#fnref:${number}`],
    ['role', 'doc-backlink'],
    ['aria-label', `Back to reference ${number}`],
  ]);
  const arrow = new state.Token('text', '', 0);
  arrow.content = BACK;
  const back = [space, link, arrow, new state.Token('note_link_close', 'a', -1)];
  const [text, end] = tokens.slice(-2);
  if (end?.type === 'paragraph_close' && text?.children) text.children.push(...back);
  else tokens.push(...back);
}

/** The items of lists at the margin are notes, by the numbers that they show. */
function nameNotes(state: StateCore): void {
  const { notes, isNotes } = state.env as NoteEnvironment;
  if (!notes || isNotes !== true) return;
  const tokens: Token[] = [];
  let next = 0;
  let named: number | undefined;
  for (const token of state.tokens) {
    const isItem = token.level === 1 && token.tag === 'li' && token.info !== '';
    if (token.type === 'ordered_list_open' && token.level === 0) next = Number(token.attrGet('start') ?? 1);
    if (token.type === 'list_item_open' && isItem) {
      named = notes.has(next) ? undefined : next;
      if (named !== undefined) {
        notes.add(named);
        token.attrSet('id', `fn:${named}`);
      }
      next += 1;
    } else if (token.type === 'list_item_close' && token.level === 1 && named !== undefined) {
      endItem(state, tokens, named);
      named = undefined;
    }
    tokens.push(token);
  }
  state.tokens = tokens;
}

/** A footnote's number is raised, and leads to its note if the page has that. */
export function footnotes(parser: MarkdownIt): void {
  parser.inline.ruler.after('image', 'footnote_mark', footnoteMark);
  parser.core.ruler.push('note_items', nameNotes);
  parser.core.ruler.push('note_marks', linkMarks);
}

const REFERENCE = / id="fnref:(\d+)"/g;
const WAY_BACK = new RegExp(` <a href="#fnref:(\\d+)" [^<>]*>${BACK}</a>`, 'g');

/**
 * Of all references to a note, the first on the page is where its way back leads. A note without any loses the way
 * back. Content cannot have these texts: its quotes are escaped.
 */
export function withUniqueReferences(pieces: readonly string[], list: number): string[] {
  const found = new Set<string>();
  const once = (text: string, number: string): string => {
    if (found.has(number)) return '';
    found.add(number);
    return text;
  };
  const named = pieces.map((html) => html.replace(REFERENCE, once));
  return named.map((html, at) =>
    at === list ? html.replace(WAY_BACK, (text, number: string) => (found.has(number) ? text : '')) : html,
  );
}
