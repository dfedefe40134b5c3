import { isMarkedQuote } from '../domain/content/block-forms.js';

const MARK = /^ {0,3}> ?/;

/** What is indented could belong to a list before it, once nothing stands between them. */
export function atMargin(source: string): string {
  return source.replace(/^ +/, '');
}

/** A quote without its marks, if it means the same; else as it is. What a tab is worth depends on what is before it. */
export function quoteContent(source: string): string {
  const lines = source.split('\n');
  if (source.includes('\t')) return source;
  if (!lines.every((line) => MARK.test(line))) return atMargin(source);
  const content = lines.map((line) => line.replace(MARK, '')).join('\n');
  return isMarkedQuote(content) ? atMargin(source) : content;
}

export function quoteMarkdown(content: string): string {
  return isMarkedQuote(content)
    ? content
    : content.replace(/(?<=^|\n)(?=([^\n]?))/g, (_, next: string) => (next === '' ? '>' : '> '));
}
