import { BLOCK_TYPES, type BlockType, type ContentType } from '../../domain/document.js';
import { Anchors, LONGEST_ANCHOR } from './anchors.js';
import { contentsOf, hasContents, LONGEST_ENTRY, type ContentsEntry } from './contents.js';
import { cutEscaped, escapedLength } from '../safety/escape.js';
import { isFormattable } from '../blocks/format-block.js';
import { headingTag, shallowestLevel } from './heading-levels.js';
import { MAX_FORMATTED_BLOCK } from '../limits.js';
import { contentRoom } from './page-body.js';
import { plainBlock, plainText } from '../blocks/plain-block.js';
import { plainWords, shortened } from '../blocks/plain-words.js';
import type { ViewedBlock, ViewedDocument } from '../viewed-document.js';

const LONGEST_LANGUAGE = 'x'.repeat(40);

/** The most characters of each type's plain form without its text, with the line end after it. */
const FRAME_SIZES = Object.fromEntries(
  BLOCK_TYPES.map((type) => {
    const block = { id: '', order: 0, type, content: '', metadata: { language: LONGEST_LANGUAGE } };
    const anchor = type === 'heading' ? ` id=""`.length + LONGEST_ANCHOR : 0;
    return [type, plainBlock(block, 'h2').length + anchor + '\n'.length];
  }),
) as Record<BlockType, number>;

/** The most characters of the plain form of a block. */
export function plainSize(block: ViewedBlock): number {
  return FRAME_SIZES[block.type] + escapedLength(plainText(block));
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

function sizeOf(contentType: ContentType, block: ViewedBlock): BlockSize {
  const plain = plainSize(block);
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
  addLong(index: number, block: ViewedBlock): void {
    const text = plainText(block);
    const frame = FRAME_SIZES[block.type];
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
  readonly entries: ContentsEntry[] = [];
  readonly #contentType: ContentType;
  readonly #names = new Anchors();

  constructor(contentType: ContentType, shallowest: number) {
    this.#contentType = contentType;
    this.shallowest = shallowest;
  }

  add(index: number, block: ViewedBlock, part: number): void {
    const words = plainWords(this.#contentType, block.content);
    const anchor = this.#names.next(words);
    this.anchors.set(index, anchor);
    const tag = headingTag(block, this.shallowest);
    if (words === '' || (tag !== 'h2' && tag !== 'h3')) return;
    this.entries.push({ words: shortened(words, LONGEST_ENTRY), anchor, tag, part });
  }
}

/** Cuts a document into parts between its blocks. Each part fits `PART_CHARACTERS` even as plain text. */
export function planPage(document: ViewedDocument): PagePlan {
  const { contentType, blocks } = document;
  const room = contentRoom(document);
  const filler = new PartFiller(room);
  const headings = new HeadingList(contentType, shallowestLevel(blocks));
  for (const [index, block] of blocks.entries()) {
    if (block.content.length > MAX_FORMATTED_BLOCK) filler.addLong(index, block);
    else filler.add(index, sizeOf(contentType, block));
    if (block.type === 'heading') headings.add(index, block, filler.starts.length);
  }
  const { starts } = filler;
  const { shallowest, anchors, entries } = headings;
  const contents = hasContents(document) ? contentsOf(entries) : [];
  return { parts: starts.length, room, starts, shallowestLevel: shallowest, anchors, contents };
}
