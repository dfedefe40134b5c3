import type MarkdownIt from 'markdown-it';
import type { StateCore, StateInline } from 'markdown-it';
import { isOnlyComments } from '../domain/html-comments.js';

/** Raw HTML is shown as its source, but for comments. */
export function shownHtml(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  const { rules } = parser.renderer;
  rules.html_inline = (tokens, at) => {
    const html = tokens[at]?.content ?? '';
    return isOnlyComments(html) ? '' : escapeHtml(html);
  };
  rules.html_block = (tokens, at) => {
    const html = tokens[at]?.content.trimEnd() ?? '';
    return isOnlyComments(html) ? '' : `<pre><code class="language-html">${escapeHtml(html)}</code></pre>\n`;
  };
}

const FOOTNOTE = /\[\^(\d{1,9})\]/y;

function footnoteMark(state: StateInline, silent: boolean): boolean {
  FOOTNOTE.lastIndex = state.pos;
  const [mark, number] = FOOTNOTE.exec(state.src) ?? [];
  if (mark === undefined || number === undefined || state.pos + mark.length > state.posMax) return false;
  if (!silent) {
    state.push('footnote_open', 'sup', 1);
    state.push('text', '', 0).content = number;
    state.push('footnote_close', 'sup', -1);
  }
  state.pos += mark.length;
  return true;
}

/** A footnote's number is raised. */
export function footnoteMarks(parser: MarkdownIt): void {
  parser.inline.ruler.after('image', 'footnote_mark', footnoteMark);
}

/** Definitions of links are not shown. They define nothing: a short text could name a long address very often. */
export function hiddenDefinitions(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'hidden_definitions', (state) => {
    delete (state.env as { references?: unknown }).references;
  });
}

const TASK = /^\[([ x])\](?=\s)/i;

function markTasks({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const isItem = tokens[at - 1]?.type === 'paragraph_open' && tokens[at - 2]?.type === 'list_item_open';
    if (first?.type !== 'text' || !isItem) continue;
    first.content = first.content.replace(TASK, (_, mark: string) => (mark === ' ' ? '☐' : '☑'));
  }
}

/** A task of a list begins with a box. */
export function taskItems(parser: MarkdownIt): void {
  parser.core.ruler.after('text_join', 'task_items', markTasks);
}
