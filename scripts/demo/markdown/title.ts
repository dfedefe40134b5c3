import type { Token } from 'markdown-it';
import { decodeEntities } from './tree.js';
import type { Node } from './tree.js';

/** The words of the first heading that has any, Markdown or HTML; undefined where a file has none. */
export function firstHeading(nodes: readonly Node[]): string | undefined {
  for (const { token, children } of nodes) {
    const words = token.type === 'heading_open' ? wordsOf(children[0]?.token) : htmlHeading(token);
    const title = words.replace(/\s+/g, ' ').trim();
    if (title !== '') return title;
  }
  return undefined;
}

/** The text of inline Markdown without its marks, links and raw HTML. */
function wordsOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map((token) => {
      if (token.type === 'text' || token.type === 'code_inline') return token.content;
      return token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : '';
    })
    .join('');
}

function htmlHeading(token: Token): string {
  if (token.type !== 'html_block') return '';
  const inner = /<h([1-6])(?:\s[^>]*)?>([\s\S]*?)<\/h\1>/i.exec(token.content)?.[2] ?? '';
  return decodeEntities(inner.replace(/<[^>]*>/g, ' '));
}
