import type { Token } from 'markdown-it';
import type { NewBlock } from '../domain/document.js';
import { isOnlyComments } from '../domain/content/html-comments.js';
import type { JsonObject } from '../domain/json.js';
import { htmlHeading } from './html.js';
import { parseInline, unescaped, type Parsed } from './parser.js';
import { atMargin, quoteContent } from './quote.js';

/** A block and the line, from 0, where it begins. `tokens`: what the parser has found there. */
export type PlacedBlock = { block: NewBlock; line: number; tokens?: readonly Token[] };

/**
 * The blocks of a text, without its footnotes and comments. Lists, quotes, tables and raw HTML are pieces of the text.
 */
export function toBlocks(parsed: Parsed): PlacedBlock[] {
  const reader = new BlockReader(parsed);
  return topElements(parsed.tokens)
    .filter(
      ([{ type, content }]) =>
        type !== 'footnote_reference_open' && !(type === 'html_block' && isOnlyComments(content)),
    )
    .map((tokens) => {
      const [open, content] = tokens;
      return { block: reader.blockOf(open, content), line: open.map?.[0] ?? 0, tokens };
    });
}

function topElements(tokens: readonly Token[]): [open: Token, ...others: Token[]][] {
  const elements: [Token, ...Token[]][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) elements.push([token]);
    else elements.at(-1)?.push(token);
  }
  return elements;
}

class BlockReader {
  readonly #parsed: Parsed;

  constructor(parsed: Parsed) {
    this.#parsed = parsed;
  }

  blockOf(open: Token, content: Token | undefined): NewBlock {
    switch (open.type) {
      case 'heading_open':
        return { type: 'heading', content: content?.content ?? '', metadata: { level: Number(open.tag.slice(1)) } };
      case 'paragraph_open':
        return this.#paragraph(content?.content ?? '');
      case 'fence':
      case 'code_block':
        return { type: 'code', content: open.content.replace(/\n$/, ''), metadata: codeMetadata(open.info) };
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const listType = open.type === 'ordered_list_open' ? 'ordered' : 'bullet';
        return { type: 'list', content: this.#slice(open), metadata: { listType } };
      }
      case 'blockquote_open':
        return { type: 'quote', content: quoteContent(this.#slice(open)), metadata: null };
      case 'callout_open':
        return { type: 'quote', content: this.#slice(open), metadata: null };
      case 'dl_open':
        return { type: 'list', content: this.#slice(open), metadata: null };
      case 'table_open':
        return { type: 'table', content: atMargin(this.#slice(open)), metadata: null };
      case 'hr':
        return { type: 'divider', content: '', metadata: null };
      case 'html_block':
        return htmlBlock(atMargin(open.content).trimEnd());
      default:
        throw new Error(`the parser made a token that has no block: ${open.type}`);
    }
  }

  #paragraph(content: string): NewBlock {
    const tokens = content.startsWith('![') ? parseInline(content, this.#parsed.environment) : [];
    const isImage = tokens.length === 1 && tokens[0]?.type === 'image';
    return { type: isImage ? 'image' : 'paragraph', content, metadata: null };
  }

  #slice({ map }: Token): string {
    const lines = this.#parsed.lines.texts.slice(...(map ?? [0, 0]));
    const last = lines.findLastIndex((line) => /[^ \t]/.test(line));
    return lines.slice(0, last + 1).join('\n');
  }
}

/** The first word is the language. The whole is kept if there are others. */
function codeMetadata(info: string): JsonObject | null {
  const whole = unescaped(info.trim());
  const [language = ''] = whole.split(/\s+/, 1);
  if (language === '') return null;
  return language === whole ? { language } : { language, info: whole };
}

/** Raw HTML is shown as its source. A heading of plain text is a heading; its source gives the HTML back. */
function htmlBlock(html: string): NewBlock {
  const heading = htmlHeading(html);
  if (heading === undefined) return { type: 'code', content: html, metadata: { language: 'html', raw: true } };
  return { type: 'heading', content: heading.content, metadata: { level: heading.level, html } };
}
