import { addressInMetadata, headingLevel, listMarkdown } from '../domain/content/block-forms.js';
import type { NewBlock } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { webAddress } from '../domain/web-address.js';
import { numberedDefinitions } from './notes/footnotes.js';
import { htmlHeading, LIST_SEPARATOR } from './html.js';
import { quoteMarkdown } from './quote.js';
import { asLabel } from './words.js';

function text(metadata: JsonObject | null, key: string): string | undefined {
  const value = metadata?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** Its metadata has the names that a file gave to the footnotes. They are written with their numbers. */
function hasFootnotes({ type, metadata }: NewBlock): boolean {
  return type === 'list' && Array.isArray(metadata?.['footnotes']);
}

/** Raw HTML may have no end: what comes after it would be part of it. Footnotes may stand anywhere. */
function isSafeOrder(before: NewBlock | undefined, block: NewBlock): boolean {
  return before?.metadata?.['raw'] !== true || !hasFootnotes(block);
}

/** A piece of Markdown for each block. */
export function* fromBlocks(blocks: readonly NewBlock[]): Generator<string> {
  const last = blocks.at(-1);
  const ordered = last === undefined || isSafeOrder(blocks.at(-2), last) ? blocks : [last, ...blocks.slice(0, -1)];
  for (const [at, block] of ordered.entries()) {
    const comments = text(block.metadata, 'comments');
    const lead = comments ?? (wouldJoin(ordered[at - 1], block) ? LIST_SEPARATOR : undefined);
    yield lead === undefined ? markdownOf(block) : `${lead}\n\n${markdownOf(block)}`;
  }
}

const MARKER = /^(?:([-*+])|\d{1,9}([.)]))/;

/** The mark of a list that begins at the margin; undefined for any other. */
function markOf({ content, metadata }: NewBlock): string | undefined {
  const [, bullet, ordered] = MARKER.exec(listMarkdown(content, metadata)) ?? [];
  return bullet ?? ordered;
}

function isList(block: NewBlock | undefined): block is NewBlock {
  return block?.type === 'list' && !hasFootnotes(block);
}

function wouldJoin(before: NewBlock | undefined, block: NewBlock): boolean {
  if (!isList(before) || !isList(block)) return false;
  const mark = markOf(before);
  return mark === undefined || markOf(block) === undefined || mark === markOf(block);
}

function markdownOf(block: NewBlock): string {
  const { type, content, metadata } = block;
  switch (type) {
    case 'heading':
      return heading(content, metadata);
    case 'code':
      return metadata?.['raw'] === true ? content : fenced(content, metadata);
    case 'quote':
      return quoteMarkdown(content);
    case 'list':
      return hasFootnotes(block) ? numberedDefinitions(content) : listMarkdown(content, metadata);
    case 'image':
      return imageMarkdown(content.trim(), metadata);
    case 'divider':
      return '***';
    default:
      return content;
  }
}

/** Marks at the end of a heading belong to it only if others follow. Several lines need a line under them. */
function heading(content: string, metadata: JsonObject | null): string {
  const html = text(metadata, 'html');
  if (html !== undefined && htmlHeading(html)?.content === content) return html;
  const level = headingLevel(metadata);
  if (level <= 2 && content.includes('\n')) return `${content}\n${underline(level, content)}`;
  const line = content.replace(/(?<![ \t\r\n])[ \t\r]*\n[ \t\r\n]*/g, ' ');
  return `${'#'.repeat(level)} ${line}${/(?:^|[ \t])#+$/.test(line) ? ' #' : ''}`.replace(/(?<![ \t])[ \t]+$/, '');
}

/** After a pipe, three dashes would make a table. */
function underline(level: number, content: string): string {
  if (level === 1) return '===';
  return content.includes('|') ? '- ' : '---';
}

function fenced(content: string, metadata: JsonObject | null): string {
  const info = (text(metadata, 'info') ?? text(metadata, 'language') ?? '')
    .replace(/[\\&]/g, '\\$&')
    .replace(/\n/g, '&#10;');
  const mark = info.includes('`') ? '~' : '`';
  const runs = content.match(mark === '~' ? /~{3,}/g : /`{3,}/g) ?? [];
  const fence = mark.repeat(runs.reduce((length, run) => Math.max(length, run.length + 1), 3));
  return `${fence}${info.startsWith(mark) ? ' ' : ''}${info}\n${content === '' ? '' : `${content}\n`}${fence}`;
}

/** Images may be written as `data:` addresses. Longer content is text, as on the page. */
const LONGEST_ADDRESS = 100_000;

/** An address is described by the metadata, as on the page. Markdown describes itself. */
function imageMarkdown(content: string, metadata: JsonObject | null): string {
  const named = content === '' ? addressInMetadata(metadata) : undefined;
  const address = named ?? (webAddress(content, LONGEST_ADDRESS) ? content : undefined);
  if (address === undefined) return content;
  const caption = lineOf(text(metadata, 'caption') ?? text(metadata, 'title'));
  const title = caption === '' ? '' : ` "${caption.replace(/[\\"&]/g, '\\$&')}"`;
  return `![${asLabel(lineOf(text(metadata, 'alt')))}](<${escapedAddress(address)}>${title})`;
}

function lineOf(words = ''): string {
  return words.replace(/\s+/g, ' ').trim();
}

function escapedAddress(address: string): string {
  return address.replace(/[<>\\\s]/g, encodeURIComponent).replace(/&(?=#?\w+;)/g, '\\&');
}
