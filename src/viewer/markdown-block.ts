import { isMarkedQuote, listMarkdown } from '../domain/block-forms.js';
import { escapeHtml } from './escape.js';
import { flowMarkdown, inlineMarkdown, paragraphMarkdown, tableMarkdown } from './markdown.js';
import { imageAttributes, linkAttributes, writeAttributes } from './page-elements.js';
import { plainBlock } from './plain-block.js';
import type { ViewedBlock } from './viewed-document.js';

/** The text of a quote may have its marks. */
function quoteBlock({ content }: ViewedBlock): string {
  const html = flowMarkdown(content);
  if (isMarkedQuote(content)) return html.trimEnd().replace(/^<blockquote>\n/, '<blockquote dir="auto">');
  return `<blockquote dir="auto">${html}</blockquote>`;
}

function fileName(address: string): string {
  const { pathname, hostname } = new URL(address);
  return pathname.split('/').at(-1) || hostname;
}

function imageBlock({ content }: ViewedBlock): string {
  const address = content.trim();
  const link = linkAttributes(address);
  if (link === undefined) return inlineMarkdown(address);
  const alt = fileName(address);
  const image = imageAttributes(address, { alt });
  return image ? `<img${writeAttributes(image)} />` : `<a${writeAttributes(link)}>${escapeHtml(alt)}</a>`;
}

export function markdownBlock(block: ViewedBlock, headingTag: string): string {
  switch (block.type) {
    case 'heading':
      return `<${headingTag} dir="auto">${inlineMarkdown(block.content)}</${headingTag}>`;
    case 'paragraph':
      return `<div dir="auto">${paragraphMarkdown(block.content)}</div>`;
    case 'list':
      return `<div dir="auto">${flowMarkdown(listMarkdown(block.content, block.metadata))}</div>`;
    case 'quote':
      return quoteBlock(block);
    case 'image':
      return `<figure>${imageBlock(block)}</figure>`;
    case 'table':
      return tableBlock(block, headingTag);
    default:
      return plainBlock(block, headingTag);
  }
}

function tableBlock(block: ViewedBlock, headingTag: string): string {
  const table = tableMarkdown(block.content);
  if (table === undefined) return plainBlock(block, headingTag);
  return `<div class="scroll" dir="auto" tabindex="0">${table}</div>`;
}
