import type { MarkdownBlock } from './block.js';

const HEADING = /^<h([1-6])(?:\s[^>]*)?>([^<]+)<\/h\1>$/i;

/**
 * Raw HTML: a heading of plain text is a heading, comments alone are nothing (no reader of the file ever sees
 * them), and everything else is kept as code, so that not a character is lost.
 */
export function htmlBlocks(html: string): MarkdownBlock[] {
  const content = html.trimEnd();
  if (content.replace(/<!--[\s\S]*?-->/g, '').trim() === '') return [];
  const [, level, text] = HEADING.exec(content.trim()) ?? [];
  if (level !== undefined && text !== undefined && text.trim() !== '') {
    return [{ type: 'heading', content: text.trim(), metadata: { level: Number(level) } }];
  }
  return [{ type: 'code', content, metadata: { language: 'html' } }];
}
