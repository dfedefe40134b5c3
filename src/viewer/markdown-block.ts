import { isMarkedQuote, listMarkdown } from '../domain/block-forms.js';
import { languageOfCode } from './code-languages.js';
import { addressInMetadata, describedImage, withCaption } from './figure.js';
import { highlighted } from './highlight.js';
import { flowMarkdown, inlineMarkdown, paragraphMarkdown, tableMarkdown } from './markdown.js';
import { linkAttributes } from './page-elements.js';
import { plainBlock, plainFrame } from './plain-block.js';
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

function imageBlock(block: ViewedBlock): string {
  const content = block.content.trim();
  const named = content === '' ? addressInMetadata(block) : undefined;
  if (named !== undefined) return describedImage(block, named, '');
  if (linkAttributes(content) === undefined) return inlineMarkdown(content);
  return describedImage(block, content, fileName(content));
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
      return withCaption(block, quoteBlock(block));
    case 'image':
      return imageFigure(block);
    case 'table':
      return tableBlock(block, headingTag);
    case 'code':
      return withCaption(block, codeBlock(block, headingTag));
    default:
      return plainBlock(block, headingTag);
  }
}

function codeBlock(block: ViewedBlock, headingTag: string): string {
  const reader = languageOfCode(block)?.reader;
  if (!reader) return plainBlock(block, headingTag);
  const { open, close } = plainFrame(block, headingTag);
  return open + highlighted(block.content, reader.parser) + close;
}

function imageFigure(block: ViewedBlock): string {
  const image = imageBlock(block);
  const figure = withCaption(block, image);
  return figure === image ? `<figure>${image}</figure>` : figure;
}

function tableBlock(block: ViewedBlock, headingTag: string): string {
  const table = tableMarkdown(block.content);
  if (table === undefined) return plainBlock(block, headingTag);
  return withCaption(block, `<div class="scroll" dir="auto" tabindex="0">${table}</div>`);
}
