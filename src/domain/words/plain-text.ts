import { Parser } from 'htmlparser2';
import { withoutComments } from '../content/html-comments.js';
import { DROPPED_WITH_TEXT } from '../content/tag-parser.js';
import type { BlockType, ContentType, NewBlock } from '../document.js';

/** Elements of HTML that stand within words: `<b>in</b>side` is one. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:[^\n]*$/gm;
const LINE_MARK = /^[ \t]{0,20}(?:>[ \t]{0,4}|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]){1,9}/gm;
const RULE_OF_TABLE = /^[|:\- \t]*\|[|:\- \t]*$/gm;
const FOOTNOTE = /\[\^[^\s[\]]{1,255}\]/g;
const LINK = /!?\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g;
const PIPES = /(?<!\\)\|+/g;
const MARK = /(?<!\\)(?:[*`]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}]))/gu;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/** UTF-16 units of one step of work: a few milliseconds. A longer block is cut at a blank. */
const PIECE = 32 * 1024;

/**
 * What people read of a block, in one line: HTML without its tags, Markdown without its marks and the addresses of its
 * links. Code is as it is written. In steps, in time that grows with the text.
 */
export function* plainText(contentType: ContentType, { type, content, metadata }: NewBlock): Generator<void, string> {
  if (type === 'divider') return '';
  const isRaw = type === 'code' && metadata?.['raw'] === true;
  const isHtml = contentType === 'html' ? type !== 'code' : isRaw;
  const isPlain = contentType === 'text' || (type === 'code' && !isRaw);
  const html = new HtmlText();
  const texts: string[] = [];
  for (const piece of piecesOf(content)) {
    const read = isPlain ? piece : isHtml ? html.read(piece) : textOfMarkdown(piece, type);
    const text = read.replace(/\s+/g, ' ');
    texts.push(texts.at(-1)?.endsWith(' ') ? text.trimStart() : text);
    if (piece.length < content.length) yield;
  }
  return `${texts.join('')}${html.end()}`.trim();
}

function* piecesOf(content: string): Generator<string> {
  for (let at = 0; at < content.length;) {
    const most = content.slice(at, at + PIECE);
    const isLast = at + PIECE >= content.length;
    const piece = isLast ? most : most.slice(0, endOf(most));
    yield piece;
    at += piece.length;
  }
}

/** Before a line end or a blank, else between two characters. */
function endOf(text: string): number {
  const blank = Math.max(text.lastIndexOf('\n'), 0) || text.lastIndexOf(' ');
  if (blank > 0) return blank;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** A heading is one line: `1. ` or a pipe in it is text. */
function textOfMarkdown(content: string, type: BlockType): string {
  const shown = content.includes('<') ? withoutComments(content, ' ').replace(TAG, '') : content;
  const line =
    type === 'heading'
      ? shown
      : shown.replace(DEFINITION, '').replace(RULE_OF_TABLE, '').replace(LINE_MARK, '').replace(PIPES, ' ');
  const text = line.replace(FOOTNOTE, '').replace(LINK, '$1').replace(MARK, '');
  return (text.includes('&') ? withoutEntities(text) : text).replace(ESCAPE, '');
}

function withoutEntities(text: string): string {
  const html = new HtmlText();
  return html.read(text.replaceAll('<', '&lt;')) + html.end();
}

/** The text of HTML that comes piece by piece. */
class HtmlText {
  #text = '';
  #hidden = '';
  readonly #parser = new Parser({
    onopentagname: (name) => {
      this.#pass(name);
      if (this.#hidden === '' && DROPPED_WITH_TEXT.has(name)) this.#hidden = name;
    },
    onclosetag: (name) => {
      if (name === this.#hidden) this.#hidden = '';
      this.#pass(name);
    },
    ontext: (text) => {
      if (this.#hidden === '') this.#text += text;
    },
  });

  read(html: string): string {
    this.#parser.write(html);
    return this.#taken();
  }

  /** What was held back. */
  end(): string {
    this.#parser.end();
    return this.#taken();
  }

  #taken(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #pass(name: string): void {
    if (this.#hidden === '' && !INLINE.has(name)) this.#text += ' ';
  }
}
