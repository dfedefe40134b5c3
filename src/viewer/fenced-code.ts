import type MarkdownIt from 'markdown-it';
import type { StateCore } from 'markdown-it';
import { UnfitMarkupError } from './checked-markup.js';
import { readerOf, type CodeReader } from './code-languages.js';
import { escapeHtml } from './escape.js';
import { highlighted } from './highlight.js';

/** `codeCost`: what the fenced code of a block may cost. */
export type CodeEnvironment = { codeCost?: number };

/** Beside the characters. */
const FENCE_COST = 100;
const FENCE = /^([\s>*+\-\d.)]*)(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const FENCE_END = /^([\s>]*)(`{3,}|~{3,})\s*$/;

function costOf(length: number, reader: CodeReader | undefined): number {
  return reader ? FENCE_COST + length * reader.cost : 0;
}

/** Characters of a line of code in lists and quotes, without what so many characters before a fence stand for. */
function codeLength(line: string, before: number): number {
  const marks = /^[\s>]*/.exec(line.slice(0, before))?.[0] ?? '';
  return line.length + 1 - marks.length;
}

/**
 * What it costs to highlight the fenced code in lists and quotes, without parsing them. A fence that does not fit what
 * is left of `room` is shown as written, and costs nothing.
 */
export function fencedCodeCost(content: string, room: number): number {
  if (!content.includes('```') && !content.includes('~~~')) return 0;
  let left = room;
  let open: { mark: string; before: number; reader: CodeReader | undefined; length: number } | undefined;
  const close = () => {
    const cost = open ? costOf(open.length, open.reader) : 0;
    if (cost <= left) left -= cost;
    open = undefined;
  };
  for (const line of content.split('\n')) {
    const [, { length: before } = '', mark = '', info = ''] = (open ? FENCE_END : FENCE).exec(line) ?? [];
    if (open && mark.startsWith(open.mark)) close();
    else if (open) open.length += codeLength(line, open.before);
    else if (mark !== '') open = { mark, before, reader: readerOf(info.replaceAll('\\', '')), length: 0 };
  }
  close();
  return room - left;
}

/** The code as safe HTML; empty if it is to be shown as written. Takes its cost from the environment. */
function highlightedWithin(environment: CodeEnvironment, code: string, language: string): string {
  const { codeCost = 0 } = environment;
  const reader = readerOf(language);
  const cost = costOf(code.length, reader);
  if (!reader || cost > codeCost) return '';
  environment.codeCost = codeCost - cost;
  try {
    return highlighted(code, reader.parser);
  } catch (error) {
    if (error instanceof UnfitMarkupError) return '';
    throw error;
  }
}

function highlightFences({ tokens, env }: StateCore): void {
  for (const token of tokens) {
    if (token.type === 'fence') token.meta = highlightedWithin(env as CodeEnvironment, token.content, token.info);
  }
}

/** Highlights fenced code, as far as its cost is allowed. The information of a fence must be a language by now. */
export function fencedCode(parser: MarkdownIt): void {
  parser.core.ruler.push('fenced_code', highlightFences);
  parser.renderer.rules.fence = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {};
    const html = String(tokens[at]?.meta ?? '');
    const language = info === '' ? '' : ` class="language-${info}"`;
    return `<pre><code${language}>${html || escapeHtml(content)}</code></pre>\n`;
  };
}
