import type { MarkdownBlock } from './block.js';
import { htmlBlocks } from './html.js';
import { listBlocks } from './list.js';
import { inlineText } from './reference-links.js';
import { tableMarkdown } from './table.js';
import type { Node } from './tree.js';

/** The blocks of a parsed Markdown file, in its order. */
export function toBlocks(nodes: readonly Node[]): MarkdownBlock[] {
  return nodes.flatMap(blockOf);
}

function blockOf(node: Node): MarkdownBlock[] {
  const { token } = node;
  switch (token.type) {
    case 'heading_open':
      return [heading(node)];
    case 'paragraph_open':
      return [paragraph(node)];
    case 'fence':
    case 'code_block':
      return [code(node)];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listBlocks(node, blockOf);
    case 'blockquote_open':
      return [{ type: 'quote', content: toBlocks(node.children).map(toMarkdown).join('\n\n') }];
    case 'table_open':
      return [{ type: 'table', content: tableMarkdown(node) }];
    case 'hr':
      return [{ type: 'divider', content: '' }];
    case 'html_block':
      return htmlBlocks(token.content);
    default:
      throw new Error(`markdown-it made a token that has no block: ${token.type}`);
  }
}

function heading({ token, children }: Node): MarkdownBlock {
  const content = inlineText(children[0]?.token).replace(/\s*\n\s*/g, ' ');
  return { type: 'heading', content, metadata: { level: Number(token.tag.slice(1)) } };
}

function paragraph({ children }: Node): MarkdownBlock {
  const inline = children[0]?.token;
  const isImage = inline?.children?.length === 1 && inline.children[0]?.type === 'image';
  return { type: isImage ? 'image' : 'paragraph', content: inlineText(inline) };
}

function code({ token }: Node): MarkdownBlock {
  const content = token.content.replace(/\n$/, '');
  const [language = ''] = token.info.trim().split(/\s+/);
  return language === '' ? { type: 'code', content } : { type: 'code', content, metadata: { language } };
}

/** A block as Markdown again, for the inside of a quote. */
function toMarkdown({ type, content, metadata }: MarkdownBlock): string {
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(metadata?.['level']))} ${content}`;
    case 'code':
      return fenced(content, typeof metadata?.['language'] === 'string' ? metadata['language'] : '');
    case 'quote':
      return content.replace(/^/gm, '> ');
    case 'divider':
      return '---';
    default:
      return content;
  }
}

function fenced(content: string, language: string): string {
  const runs = content.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${content}\n${fence}`;
}
