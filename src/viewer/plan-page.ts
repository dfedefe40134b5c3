import type { ContentType } from '../domain/document.js';
import { Anchors } from './anchors.js';
import { contentsOf, hasContents, LONGEST_ENTRY, type ContentsEntry } from './contents.js';
import { cutEscaped } from './escape.js';
import { headingTag, shallowestLevel } from './heading-levels.js';
import { MAX_FORMATTED_BLOCK, MAX_PART_COST } from './limits.js';
import { frameSize, measureBlock, plainMeasure, type BlockMeasure } from './measure-block.js';
import { contentRoom } from './page-body.js';
import { plainText } from './plain-block.js';
import { plainWords, shortened } from './plain-words.js';
import type { ViewedBlock, ViewedDocument } from './viewed-document.js';

/** A position: an index into the blocks, and one into that block's text. */
type PartStart = { block: number; offset: number };

/** How a document is cut into parts: a few numbers per part. */
export type PagePlan = {
  parts: number;
  /** A part ends where the next one begins. */
  starts: readonly PartStart[];
  /** The smallest heading level, 1 to 6, shown as `h2`. */
  shallowestLevel: number;
  /** The identifiers of headings, by the index of the block. */
  anchors: ReadonlyMap<number, string>;
  /** Empty: no table of contents. */
  contents: readonly ContentsEntry[];
};

/** Characters of a heading that may repeat the title. */
const MOST_REPEATED = 2_000;

/** Other work runs after this many characters. */
const STEP_CHARACTERS = 500_000;

/** The cost of naming a heading, in characters that are looked at. */
const HEADING_WORK = 1_000;

/** A piece ends after a line or a word that ends within its last characters, this many. */
const SEARCHED_FOR_WORD_END = 1_000;

function readableEnd(text: string, start: number, end: number): number {
  if (end === text.length || end - start <= SEARCHED_FOR_WORD_END) return end;
  const tail = text.slice(end - SEARCHED_FOR_WORD_END, end);
  const line = tail.lastIndexOf('\n');
  const found = line === -1 ? tail.lastIndexOf(' ') : line;
  return found === -1 ? end : end - tail.length + found + 1;
}

/** A first heading that says no more than the title is skipped. */
function firstShown({ title, contentType, blocks }: ViewedDocument): number {
  const first = blocks[0];
  if (first?.type !== 'heading') return 0;
  const { content } = first;
  const says = (words: string) => words.replace(/^#+ /, '').toLowerCase().normalize();
  const isSame = content.trim() === title.trim();
  // An address or a footnote would be lost.
  const hasMore = content.length > MOST_REPEATED || /\]|<(?:a|img)\b/i.test(content);
  return isSame || (!hasMore && says(plainWords(contentType, content)) === says(plainWords('text', title))) ? 1 : 0;
}

class PartFiller {
  readonly starts: PartStart[];
  readonly #room: number;
  #size = 0;
  #cost = 0;

  constructor(room: number, firstBlock: number) {
    this.#room = room;
    this.starts = [{ block: firstBlock, offset: 0 }];
  }

  add(index: number, { size, cost }: BlockMeasure): void {
    if (this.#size > 0 && (this.#size + size > this.#room || this.#cost + cost > MAX_PART_COST)) {
      this.#begin({ block: index, offset: 0 });
    }
    this.#size += size;
    this.#cost += cost;
  }

  /** Cuts a block that fits no part. Parts within it hold nothing else. Yields after each of them. */
  *addLong(index: number, block: ViewedBlock): Generator<void> {
    const text = plainText(block);
    const room = this.#room - frameSize(block.type);
    let start = 0;
    let cut = cutEscaped(text, start, room);
    if (cut.end < text.length && this.#size > 0) this.#begin({ block: index, offset: 0 });
    while (cut.end < text.length) {
      start = readableEnd(text, start, cut.end);
      this.#begin({ block: index, offset: start });
      yield;
      cut = cutEscaped(text, start, room);
    }
    this.add(index, plainMeasure(block.type, cut.length));
  }

  #begin(place: PartStart): void {
    this.starts.push(place);
    this.#size = 0;
    this.#cost = 0;
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

/**
 * Cuts a document into parts between its blocks. Each part fits `PART_CHARACTERS` even as plain text, and formatting it
 * costs at most `MAX_PART_COST`. Looks at each character once and formats nothing. Yields between steps of a few
 * milliseconds.
 */
export function* planPage(document: ViewedDocument): Generator<void, PagePlan> {
  const { contentType, blocks } = document;
  const first = firstShown(document);
  const filler = new PartFiller(contentRoom(document), first);
  const headings = new HeadingList(contentType, shallowestLevel(blocks.slice(first)));
  let looked = 0;
  for (const [index, block] of blocks.entries()) {
    if (index < first) continue;
    looked += block.content.length + (block.type === 'heading' ? HEADING_WORK : 0);
    if (looked > STEP_CHARACTERS) {
      yield;
      looked = 0;
    }
    if (block.content.length > MAX_FORMATTED_BLOCK) yield* filler.addLong(index, block);
    else filler.add(index, measureBlock(contentType, block));
    if (block.type === 'heading') headings.add(index, block, filler.starts.length);
  }
  const { starts } = filler;
  const { shallowest, anchors, entries } = headings;
  const contents = hasContents(document) ? contentsOf(entries) : [];
  return { parts: starts.length, starts, shallowestLevel: shallowest, anchors, contents };
}
