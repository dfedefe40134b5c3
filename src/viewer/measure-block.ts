import { BLOCK_TYPES, type BlockType, type ContentType } from '../domain/document.js';
import { escapedLength } from './escape.js';
import { isFormattable, weigh } from './formatting-cost.js';
import { MAX_BLOCK_COST } from './limits.js';
import { plainBlock, plainText } from './plain-block.js';
import type { ViewedBlock } from './viewed-document.js';

/** What a block is in a page. `size`: characters of its plain form at most, and of the line end after it. */
export type BlockMeasure = { size: number; cost: number; isFormatted: boolean };

const LONGEST_LANGUAGE = 'x'.repeat(40);
const LINE_END = 1;
/** Writing a block, in units of cost, and each of its plain characters. */
const PLAIN_BLOCK_COST = 20;
const PLAIN_CHARACTER_COST = 1 / 4;

/** The plain form of a block of each type without its text, at its longest. */
const FRAME_SIZES = Object.fromEntries(BLOCK_TYPES.map((type) => {
  const block = { id: '', order: 0, type, content: '', metadata: { language: LONGEST_LANGUAGE } };
  return [type, plainBlock(block, 'h2').length + LINE_END];
})) as Record<BlockType, number>;

/** What stands around the text of a plain block of the type, in characters. */
export function frameSize(type: BlockType): number {
  return FRAME_SIZES[type];
}

/** A block or a piece of one that is shown as plain text. `length`: characters of the escaped text. */
export function plainMeasure(type: BlockType, length: number): BlockMeasure {
  const size = frameSize(type) + length;
  return { size, cost: PLAIN_BLOCK_COST + size * PLAIN_CHARACTER_COST, isFormatted: false };
}

/** Looks at each character once and makes nothing: a small part of what formatting takes. */
export function measureBlock(contentType: ContentType, block: ViewedBlock): BlockMeasure {
  if (!isFormattable(contentType, block)) return plainMeasure(block.type, escapedLength(plainText(block)));
  const { length, cost } = weigh(contentType, block);
  const plain = plainMeasure(block.type, length);
  return cost > MAX_BLOCK_COST ? plain : { size: plain.size, cost, isFormatted: true };
}
