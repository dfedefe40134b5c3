import type { Token } from 'markdown-it';
import { isMarkedQuote } from '../../domain/content/block-forms.js';
import { calloutClass, calloutLabel } from '../../platform/markdown/callouts.js';
import type { NoteEnvironment } from './footnotes.js';
import { flowMarkdown, inlineMarkdown } from './markdown.js';
import type { ViewedBlock } from '../viewed-document.js';

/** `> [!NOTE]` of GitHub. What stands behind it in the line is text there, but a title if it is as Obsidian has it. */
const GITHUBS = /^\s*\[!([A-Z]{3,9})\](?:[ \t]+|\n|$)/;
const MARK = /^\s*\[!([a-z][a-z0-9_-]{0,39})\][+-]?(?:[ \t]+([^\n]*)|(?=\n|$))\n?/i;

export type Alert = { name: string; title: string; text: string | readonly Token[] };

/** Undefined: it is a quote. */
export function alertOf({ content, tokens }: ViewedBlock): Alert | undefined {
  const text = isMarkedQuote(content) ? content.replace(/^ {0,3}> ?/gm, '') : content;
  const [mark, name, title = ''] = GITHUBS.exec(text) ?? MARK.exec(text) ?? [];
  if (mark === undefined || name === undefined) return undefined;
  return { name, title: title.trim(), text: tokens ? tokensAfter(mark, tokens) : text.slice(mark.length) };
}

function tokensAfter(mark: string, tokens: readonly Token[]): Token[] {
  const inner = tokens.slice(1, -1);
  const first = inner[1];
  if (first?.type !== 'inline') return inner;
  first.content = first.content.slice(mark.trimStart().length);
  return first.content === '' ? inner.slice(3) : inner;
}

export function alertHtml({ name, title, text }: Alert, environment: NoteEnvironment): string {
  const label = inlineMarkdown(title || calloutLabel(name), environment);
  const body = flowMarkdown(text, environment);
  return `<div class="${calloutClass(name)}" dir="auto"><p class="callout-title">${label}</p>\n${body}</div>`;
}
