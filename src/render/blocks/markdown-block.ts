import { addressInMetadata, isMarkedQuote, listMarkdown } from '../../domain/content/block-forms.js';
import { webAddress } from '../../domain/web-address.js';
import { languageOfCode } from './code-languages.js';
import { alertHtml, alertOf } from './alerts.js';
import { describedImage, withCaption } from './figure.js';
import type { NoteEnvironment } from './footnotes.js';
import { highlighted } from './highlight.js';
import { flowMarkdown, inlineMarkdown, paragraphMarkdown, tableMarkdown } from './markdown.js';
import { linkElement } from '../safety/page-elements.js';
import { RawHtml } from '../safety/raw-html.js';
import { plainBlock, plainContent, plainFrame } from './plain-block.js';
import type { ViewedBlock } from '../viewed-document.js';

/** The text of a quote may have its marks. */
function quoteBlock(block: ViewedBlock, environment: NoteEnvironment): string {
  const { content, tokens } = block;
  if (tokens?.[0]?.type === 'callout_open') return flowMarkdown(tokens, environment);
  const alert = alertOf(block);
  if (alert) return alertHtml(alert, environment);
  const html = flowMarkdown(tokens?.slice(1, -1) ?? content, environment);
  if (!tokens && isMarkedQuote(content)) return html.trimEnd().replace(/^<blockquote>\n/, '<blockquote dir="auto">');
  return `<blockquote dir="auto">${html}</blockquote>`;
}

function fileName({ pathname, hostname }: URL): string {
  return pathname.split('/').at(-1) || hostname;
}

function imageBlock(block: ViewedBlock, environment: NoteEnvironment): string {
  const content = block.content.trim();
  const named = content === '' ? addressInMetadata(block.metadata) : undefined;
  const { links } = environment;
  if (named !== undefined) return describedImage(block, { target: named, fallback: '', links });
  const url = webAddress(content);
  if (!url || linkElement(content).tag === 'span') return inlineMarkdown(content, environment);
  return describedImage(block, { target: content, fallback: fileName(url), links });
}

function listBlock({ content, metadata, tokens }: ViewedBlock, environment: NoteEnvironment): string {
  const html = flowMarkdown(tokens ?? listMarkdown(content, metadata), environment);
  const role = environment.isNotes === true ? ' class="notes" role="doc-endnotes" aria-label="Notes"' : '';
  return `<div${role} dir="auto">${html}</div>`;
}

const ALIGNED_HEADING = /^<h[1-6]\s(?:[^<>]*\s)?align=["']?(left|center|right)\b/i;
const NAMED_HEADING = /^<h[1-6]\s(?:[^<>]*\s)?id=["']?([\p{L}\p{M}\p{N}_.-]+)/iu;

/** One that a file has as HTML keeps its alignment, and its name beside that of its words. */
function headingBlock({ content, metadata }: ViewedBlock, tag: string, environment: NoteEnvironment): string {
  const html = typeof metadata?.['html'] === 'string' ? metadata['html'] : '';
  const [, side] = ALIGNED_HEADING.exec(html) ?? [];
  const [, name] = NAMED_HEADING.exec(html) ?? [];
  const aligned = side === undefined ? '' : ` class="align-${side.toLowerCase()}"`;
  const anchor = name === undefined ? '' : `<span id="${name}"></span>`;
  return `<${tag}${aligned} dir="auto">${inlineMarkdown(anchor + content, environment)}</${tag}>`;
}

/** What stands for raw HTML of a file. */
export function isRawHtml({ type, metadata }: ViewedBlock): boolean {
  return type === 'code' && metadata?.['raw'] === true;
}

function rawBlock({ content }: ViewedBlock, { html = new RawHtml(), headingNames }: NoteEnvironment): string {
  return html.addBlock(content, headingNames);
}

/** `environment`: what the page has for the block. */
export function markdownBlock(block: ViewedBlock, headingTag: string, environment: NoteEnvironment = {}): string {
  switch (block.type) {
    case 'heading':
      return headingBlock(block, headingTag, environment);
    case 'paragraph':
      return `<div dir="auto">${paragraphMarkdown(block.content, environment)}</div>`;
    case 'list':
      return listBlock(block, environment);
    case 'quote':
      return withCaption(block, quoteBlock(block, environment));
    case 'image':
      return imageFigure(block, environment);
    case 'table':
      return tableBlock(block, headingTag, environment);
    case 'code':
      if (isRawHtml(block)) return rawBlock(block, environment);
      return withCaption(block, codeBlock(block, headingTag));
    default:
      return plainBlock(block, headingTag);
  }
}

function codeBlock(block: ViewedBlock, headingTag: string): string {
  const parser = languageOfCode(block)?.parser;
  if (!parser) return plainBlock(block, headingTag);
  const { open, close } = plainFrame(block, headingTag);
  return open + highlighted(block.content, parser) + close;
}

function imageFigure(block: ViewedBlock, environment: NoteEnvironment): string {
  const image = imageBlock(block, environment);
  const figure = withCaption(block, image);
  return figure === image ? `<figure>${image}</figure>` : figure;
}

function tableBlock(block: ViewedBlock, headingTag: string, environment: NoteEnvironment): string {
  const table = tableMarkdown(block.content, environment);
  if (table === undefined) return plainBlock({ ...block, content: plainContent('markdown', block) }, headingTag);
  return withCaption(block, `<div class="scroll" dir="auto" tabindex="0">${table}</div>`);
}
