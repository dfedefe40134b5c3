import { BLOCK_TYPES, type BlockType, type ContentType } from '../../domain/document.js';
import { Anchors, withoutOwnName } from '../../domain/content/anchors.js';
import { htmlHeadings, identifierOf } from '../../domain/content/html-headings.js';
import { contentsOf, hasContents, LONGEST_ENTRY, type ContentsEntry } from './contents.js';
import { cutEscaped, escapedLength } from '../safety/escape.js';
import { isFormattable } from '../blocks/format-block.js';
import { headingWords } from '../../markdown/heading-words.js';
import { namesInHtml } from '../../markdown/targets.js';
import type { PageContent } from './page-content.js';
import { headingTag, shallowestLevel } from './heading-levels.js';
import { headingNamesOf } from '../blocks/html-in-markdown.js';
import { isRawHtml } from '../blocks/markdown-block.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import { contentRoom } from './page-body.js';
import { plainBlock, plainText } from '../blocks/plain-block.js';
import { plainWords, shortened } from '../blocks/plain-words.js';
import type { ViewedBlock } from '../viewed-document.js';

const LONGEST_LANGUAGE = 'x'.repeat(40);

/** The most characters of each type's plain form without its text, with the line end after it. */
const FRAME_SIZES = Object.fromEntries(
  BLOCK_TYPES.map((type) => {
    const block = { id: '', order: 0, type, content: '', metadata: { language: LONGEST_LANGUAGE } };
    return [type, plainBlock(block, 'h2').length + '\n'.length];
  }),
) as Record<BlockType, number>;

/** The most characters of the plain form of a block. `anchor`: of a heading. */
export function plainSize(block: ViewedBlock, anchor: string | undefined): number {
  return frameSize(block, anchor) + escapedLength(plainText(block));
}

function frameSize({ type }: ViewedBlock, anchor: string | undefined): number {
  return FRAME_SIZES[type] + (anchor === undefined ? 0 : ` id="${anchor}"`.length);
}

/** A position: an index into the blocks, and one into that block's text. */
type PartStart = { block: number; offset: number };

/** How a document is cut into parts: a few numbers per part. */
export type PagePlan = {
  parts: number;
  /** As `contentRoom`. */
  room: number;
  /** A part ends where the next one begins. */
  starts: readonly PartStart[];
  /** The smallest heading level, 1 to 6, shown as `h2`. */
  shallowestLevel: number;
  /** The identifiers of headings, by the index of the block. */
  anchors: ReadonlyMap<number, string>;
  /** Those of headings in raw HTML, in their order, by the index of the block. Undefined: it has its own, or none. */
  htmlAnchors: ReadonlyMap<number, readonly (string | undefined)[]>;
  /** That of the heading that is not shown, as the title says it. */
  titleAnchor: string | undefined;
  /** The parts that they and those in lists and quotes are in. */
  anchorParts: ReadonlyMap<string, number>;
  /** The parts of all names that a fragment may have: of headings first, then of elements of HTML. */
  nameParts: ReadonlyMap<string, number>;
  /** Empty: no table of contents. */
  contents: readonly ContentsEntry[];
};

/** A part has room for what ordinary blocks grow to when they are formatted: so many times their plain form. */
const GROWTH = { code: 6, other: 3 };

/** A piece ends after a line or a word that ends within its last characters, this many. */
const SEARCHED_FOR_WORD_END = 1_000;

function readableEnd(text: string, start: number, end: number): number {
  if (end === text.length || end - start <= SEARCHED_FOR_WORD_END) return end;
  const tail = text.slice(end - SEARCHED_FOR_WORD_END, end);
  const line = tail.lastIndexOf('\n');
  const found = line === -1 ? tail.lastIndexOf(' ') : line;
  return found === -1 ? end : end - tail.length + found + 1;
}

/** In characters. `expected`: when it is formatted. */
type BlockSize = { plain: number; expected: number };

function sizeOf(contentType: ContentType, block: ViewedBlock, anchor: string | undefined): BlockSize {
  const plain = plainSize(block, anchor);
  const growth = block.type === 'code' ? GROWTH.code : GROWTH.other;
  return { plain, expected: isFormattable(contentType, block) ? plain * growth : plain };
}

class PartFiller {
  readonly starts: PartStart[];
  readonly #room: number;
  #plain = 0;
  #expected = 0;

  constructor(room: number) {
    this.#room = room;
    this.starts = [{ block: 0, offset: 0 }];
  }

  add(index: number, { plain, expected }: BlockSize): void {
    if (this.#plain > 0 && this.#expected + expected > this.#room) this.#begin({ block: index, offset: 0 });
    this.#plain += plain;
    this.#expected += expected;
  }

  /** Cuts a block that fits no part. Parts within it hold nothing else. */
  addLong(index: number, block: ViewedBlock, anchor: string | undefined): void {
    const text = plainText(block);
    const frame = frameSize(block, anchor);
    let start = 0;
    let cut = cutEscaped(text, start, this.#room - frame);
    if (cut.end < text.length && this.#plain > 0) this.#begin({ block: index, offset: 0 });
    while (cut.end < text.length) {
      start = readableEnd(text, start, cut.end);
      this.#begin({ block: index, offset: start });
      cut = cutEscaped(text, start, this.#room - frame);
    }
    this.add(index, { plain: frame + cut.length, expected: frame + cut.length });
  }

  #begin(place: PartStart): void {
    this.starts.push(place);
    this.#plain = 0;
    this.#expected = 0;
  }
}

/** Names the headings of a document as they come. */
class HeadingList {
  readonly shallowest: number;
  readonly anchors = new Map<number, string>();
  readonly htmlAnchors = new Map<number, readonly (string | undefined)[]>();
  readonly parts = new Map<string, number>();
  readonly htmlParts = new Map<string, number>();
  readonly entries: ContentsEntry[] = [];
  readonly titleAnchor: string | undefined;
  readonly #contentType: ContentType;
  readonly #isJsx: boolean;
  readonly #names = new Anchors();

  constructor({ contentType, blocks, heading, environment }: PageContent) {
    this.#contentType = contentType;
    this.#isJsx = environment.isJsx === true;
    this.shallowest = shallowestLevel(blocks);
    this.titleAnchor = heading && this.#nameOf(heading);
  }

  /** The anchor of a heading. Those in lists, quotes and raw HTML get theirs here. */
  name(index: number, block: ViewedBlock): string | undefined {
    for (const [at, token] of (block.tokens ?? []).entries()) {
      if (token.type === 'html_block') token.meta = { headingNames: this.#namesOfHtml(token.content) };
      if (token.type !== 'heading_open') continue;
      const content = block.tokens?.[at + 1];
      const { content: shown, own } = withoutOwnName(content?.content ?? '');
      if (content) content.content = shown;
      token.attrSet('id', this.#nameOf({ content: shown, own }));
    }
    if (this.#contentType === 'markdown' && isRawHtml(block) && block.content.length <= MAX_FORMATTED_BLOCK) {
      const names = this.#namesOfHtml(block.content);
      if (names.length > 0) this.htmlAnchors.set(index, names);
    }
    const anchor = block.type === 'heading' ? this.#nameOf(block) : undefined;
    if (anchor !== undefined) this.anchors.set(index, anchor);
    return anchor;
  }

  place(index: number, block: ViewedBlock, part: number): void {
    if (isFormattable(this.#contentType, block) && (block.type !== 'code' || isRawHtml(block))) {
      for (const name of namesOf(block)) if (!this.htmlParts.has(name)) this.htmlParts.set(name, part);
    }
    for (const token of block.tokens ?? []) {
      if (token.type === 'heading_open') this.parts.set(token.attrGet('id') ?? '', part);
    }
    const inTokens = (block.tokens ?? []).flatMap((token) => headingNamesOf(token) ?? []);
    for (const name of [...(this.htmlAnchors.get(index) ?? []), ...inTokens]) {
      if (name !== undefined) this.parts.set(name, part);
    }
    const anchor = this.anchors.get(index);
    if (anchor === undefined) return;
    this.parts.set(anchor, part);
    const words = plainWords(this.#contentType, block.content, 'heading');
    const tag = headingTag(block, this.shallowest);
    if (words === '' || (tag !== 'h2' && tag !== 'h3')) return;
    this.entries.push({ words: shortened(words, LONGEST_ENTRY), anchor, tag, part });
  }

  #namesOfHtml(html: string): (string | undefined)[] {
    return htmlHeadings(html, this.#isJsx).map((words) => (words === '' ? undefined : this.#names.next(words)));
  }

  #nameOf({ content, own }: Pick<ViewedBlock, 'content' | 'own'>): string {
    const isMarkdown = this.#contentType === 'markdown';
    const words = isMarkdown ? headingWords(content) : plainWords(this.#contentType, content, 'heading');
    return this.#names.next(words, own);
  }
}

/** Those that elements of HTML in a block have. Whether an element is shown is not looked at. */
function namesOf({ content, metadata }: ViewedBlock): string[] {
  const html = [content, metadata?.['html']].filter((each) => typeof each === 'string' && each.includes('<'));
  return html.flatMap((each) => namesInHtml(String(each))).filter((name) => identifierOf('a', { name }) !== undefined);
}

/** Cuts a document into parts between its blocks. Each part fits `PART_CHARACTERS` even as plain text. */
export function planPage(document: PageContent): PagePlan {
  const { contentType, blocks } = document;
  const headings = new HeadingList(document);
  const { titleAnchor } = headings;
  const room = contentRoom(document, titleAnchor);
  const filler = new PartFiller(room);
  for (const [index, block] of blocks.entries()) {
    const anchor = headings.name(index, block);
    if (block.content.length > MAX_FORMATTED_BLOCK) filler.addLong(index, block, anchor);
    else filler.add(index, sizeOf(contentType, block, anchor));
    headings.place(index, block, filler.starts.length);
  }
  const { starts } = filler;
  const { shallowest, anchors, htmlAnchors, parts, entries } = headings;
  const contents = hasContents(document) ? contentsOf(entries) : [];
  const nameParts = new Map([...(titleAnchor === undefined ? [] : ([[titleAnchor, 1]] as const)), ...parts]);
  for (const [name, part] of headings.htmlParts) if (!nameParts.has(name)) nameParts.set(name, part);
  const named = { anchors, htmlAnchors, titleAnchor, anchorParts: parts, nameParts };
  return { parts: starts.length, room, starts, shallowestLevel: shallowest, ...named, contents };
}
