import { escapeHtml } from './escape.js';
import { flowMarkdown, inlineMarkdown, paragraphMarkdown, tableMarkdown } from './markdown.js';
import { imageAttributes, linkAttributes, writeAttributes } from './page-elements.js';
import { plainBlock } from './plain-block.js';
import type { ViewedBlock } from './viewed-document.js';

const LIST_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** Without any marker, each line becomes an item of the list type in the metadata. */
function listBlock({ content, metadata }: ViewedBlock): string {
  if (LIST_MARKER.test(content)) return flowMarkdown(content);
  const marker = metadata?.['listType'] === 'ordered' ? '1. ' : '- ';
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return flowMarkdown(lines.map((line) => marker + line.trim()).join('\n'));
}

const QUOTE_MARKER = /^ {0,3}>/;

/** The text of a quote may have its marks. */
function quoteBlock({ content }: ViewedBlock): string {
  const html = flowMarkdown(content);
  if (QUOTE_MARKER.test(content)) return html.trimEnd().replace(/^<blockquote>\n/, '<blockquote dir="auto">');
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
      return `<div dir="auto">${listBlock(block)}</div>`;
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
