import { addressInMetadata } from '../domain/block-forms.js';
import type { ContentType } from '../domain/document.js';
import { MAX_ADDRESS } from '../domain/web-address.js';
import { languageOfCode } from './code-languages.js';
import { ESCAPED_EXTRA, escapedLength } from './escape.js';
import { fencedCodeCost } from './fenced-code.js';
import { isNoteList } from './footnotes.js';
import { MAX_FORMATTED_BLOCK } from './limits.js';
import type { ViewedBlock } from './viewed-document.js';

/** The base cost of any character: copying, escaping and inspection. */
const CHARACTER_COST = 1;
/** A host may have to be converted to ASCII. */
const NON_ASCII_COST = 3;

/** Characters that make the Markdown parser try rules, look far ahead or write elements. */
const INLINE_COSTS: Readonly<Record<string, number>> = {
  '[': 35,
  ']': 10,
  '(': 10,
  '!': 16,
  '<': 30,
  '>': 15,
  '@': 40,
  ':': 40,
  '/': 20,
  '*': 10,
  _: 10,
  '~': 8,
  '`': 8,
  '&': 4,
  '\\': 4,
  '\n': 15,
};

/** Each line can be an item, and each marker a list in itself. */
const LIST_COSTS: Readonly<Record<string, number>> = { ...INLINE_COSTS, '\n': 40, '-': 24, '+': 24, '*': 24, ')': 30 };
const HTML_COSTS: Readonly<Record<string, number>> = { '<': 16, '=': 24, '&': 3 };
/** For characters that separate attributes; applies only inside tags. */
const SEPARATOR_COST = 20;

const CELL_COST = 25;
/** Each quote within another looks at every line that belongs to it without a mark. */
const QUOTE_LINE_COST = 2;
const DEEPEST_QUOTE = 100;
const MARKDOWN_BLOCK_COST = 60;
const HTML_BLOCK_COST = 300;
const METADATA_COST = 200;
/** Each item of a list of footnotes has a link back. */
const NOTE_COST = 20;

const LINE_END = 0x0a;
const SPACE = 0x20;
const SLASH = 0x2f;
const TAG_OPEN = 0x3c;
const TAG_CLOSE = 0x3e;

/** The cost of each ASCII character beyond `CHARACTER_COST`. */
type ExtraCosts = Int32Array;

function extraCosts(...costs: readonly Readonly<Record<string, number>>[]): ExtraCosts {
  return Int32Array.from({ length: 128 }, (_, code) =>
    Math.max(0, ...costs.map((cost) => (cost[String.fromCharCode(code)] ?? CHARACTER_COST) - CHARACTER_COST)),
  );
}

const INLINE = extraCosts(INLINE_COSTS);
const LIST = extraCosts(LIST_COSTS);
const HTML = extraCosts(HTML_COSTS);
/** Lists, tables and images of an HTML document may be written as Markdown. */
const HTML_OR_INLINE = extraCosts(HTML_COSTS, INLINE_COSTS);
const HTML_OR_LIST = extraCosts(HTML_COSTS, LIST_COSTS);

/** Rows may omit cells, which the parser adds: each line has as many cells as the second line has. */
function withCells(costs: ExtraCosts, content: string): ExtraCosts {
  const [, second = ''] = content.split('\n', 2);
  const withLines = costs.slice();
  withLines[LINE_END] = second.split('|').length * CELL_COST;
  return withLines;
}

const MARKS = /^[\s>*+\-\d.)]*/;
const TABLE_RULE = /^[\s>|:-]*$/;

/** Lists and quotes hold quotes, and tables, whose rows may omit cells. */
function withNesting(costs: ExtraCosts, content: string, lineCost = 0): ExtraCosts {
  let [columns, depth] = [0, 0];
  for (const line of content.split('\n')) {
    const [marks = ''] = MARKS.exec(line) ?? [];
    depth = Math.max(depth, marks.split('>').length - 1);
    if (line.includes('|') && TABLE_RULE.test(line)) columns = Math.max(columns, line.split('|').length);
  }
  const withLines = costs.slice();
  const each = columns * CELL_COST + Math.min(depth, DEEPEST_QUOTE) * QUOTE_LINE_COST;
  withLines[LINE_END] = (costs[LINE_END] ?? 0) + each + lineCost;
  return withLines;
}

function costsOf(contentType: ContentType, block: ViewedBlock): ExtraCosts {
  const { type, content } = block;
  const isHtml = contentType === 'html';
  switch (type) {
    case 'list':
      return withNesting(isHtml ? HTML_OR_LIST : LIST, content, isNoteList(block) ? NOTE_COST : 0);
    case 'quote':
      return isHtml ? HTML : withNesting(INLINE, content);
    case 'table':
      return withCells(isHtml ? HTML_OR_INLINE : INLINE, content);
    case 'image':
      return isHtml ? HTML_OR_INLINE : INLINE;
    default:
      return isHtml ? HTML : INLINE;
  }
}

/** Of the texts and the address in the metadata of an image, or of a caption. */
function metadataCost({ type, metadata }: ViewedBlock): number {
  if (metadata === null || (type !== 'image' && type !== 'table' && metadata['caption'] === undefined)) return 0;
  return METADATA_COST + Math.min(MAX_ADDRESS, addressInMetadata(metadata)?.length ?? 0) * NON_ASCII_COST;
}

/** Whether the block may be formatted if its cost allows. */
export function isFormattable(contentType: ContentType, block: ViewedBlock): boolean {
  const { type, content } = block;
  if (contentType === 'text' || type === 'divider' || content.length > MAX_FORMATTED_BLOCK) return false;
  if (type !== 'code') return true;
  return languageOfCode(block)?.reader !== undefined || typeof block.metadata?.['caption'] === 'string';
}

function weighCode(block: ViewedBlock): { length: number; cost: number } {
  const perCharacter = languageOfCode(block)?.reader?.cost ?? CHARACTER_COST;
  const cost = MARKDOWN_BLOCK_COST + metadataCost(block) + block.content.length * perCharacter;
  return { length: escapedLength(block.content), cost };
}

/** What the fenced code of a block costs, highlighted as far as it fits the room. */
export function codeCostOf(contentType: ContentType, { type, content }: ViewedBlock, room: number): number {
  const isFlow = type === 'list' || (type === 'quote' && contentType !== 'html');
  return isFlow ? fencedCodeCost(content, room) : 0;
}

/** The escaped length and the cost of formatting a block, fenced code as written, in one pass over its characters. */
export function weigh(contentType: ContentType, block: ViewedBlock): { length: number; cost: number } {
  if (block.type === 'code') return weighCode(block);
  const { content } = block;
  const inMetadata = metadataCost(block);
  const costs = costsOf(contentType, block);
  const inTag = contentType === 'html' ? SEPARATOR_COST : 0;
  let separator = 0;
  let before = 0;
  let length = content.length;
  let cost =
    inMetadata + content.length * CHARACTER_COST + (contentType === 'html' ? HTML_BLOCK_COST : MARKDOWN_BLOCK_COST);
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code >= 128) {
      cost = (cost + NON_ASCII_COST - CHARACTER_COST) | 0;
      continue;
    }
    length = (length + (ESCAPED_EXTRA[code] ?? 0)) | 0;
    cost = (cost + (costs[code] ?? 0)) | 0;
    if (code === TAG_OPEN) separator = inTag;
    else if (code === TAG_CLOSE) separator = 0;
    else if (code <= SPACE || (code === SLASH && before !== TAG_OPEN)) cost = (cost + separator) | 0;
    before = code;
  }
  return { length, cost };
}
