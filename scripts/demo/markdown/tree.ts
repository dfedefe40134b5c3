import markdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { rememberReferenceLinks } from './reference-links.js';

/** A block-level token with what lies between it and its closing token. */
export interface Node {
  readonly token: Token;
  readonly children: Node[];
}

// `html: true` makes raw HTML a token of its own; nothing here is ever rendered.
const parser = markdownIt({ html: true });
rememberReferenceLinks(parser);

/** `&amp;` and its like as the characters that they stand for. */
export function decodeEntities(text: string): string {
  return parser.utils.unescapeAll(text);
}

/** Markdown as a tree of markdown-it's block tokens; the nesting is limited by the parser (100). */
export function parseMarkdown(markdown: string): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const token of parser.parse(markdown.replace(/^\uFEFF/, ''), {})) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node: Node = { token, children: [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}
