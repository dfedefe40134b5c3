import { BLOCK_TYPES, type BlockType, type ContentType } from '../domain/document.js';
import { LONGEST_ANCHOR } from './anchors.js';
import { escapedLength } from './escape.js';
import { codeCostOf, isFormattable, weigh } from './formatting-cost.js';
import { MAX_BLOCK_COST } from './limits.js';
import { plainBlock, plainText } from './plain-block.js';
import type { ViewedBlock } from './viewed-document.js';

/**
 * `size`: the maximal characters of the block's plain form, with the line end after it. `codeCost`: the part of `cost`
 * for highlighting its fenced code.
 */
export type BlockMeasure = { size: number; cost: number; codeCost: number; isFormatted: boolean };

const LONGEST_LANGUAGE = 'x'.repeat(40);
const LINE_END = 1;
/** The cost of writing a plain block, and of each of its characters. */
const PLAIN_BLOCK_COST = 20;
const PLAIN_CHARACTER_COST = 1 / 4;

/** The maximal length of each type's plain form without its text. */
const FRAME_SIZES = Object.fromEntries(
  BLOCK_TYPES.map((type) => {
    const block = { id: '', order: 0, type, content: '', metadata: { language: LONGEST_LANGUAGE } };
    const anchor = type === 'heading' ? ` id=""`.length + LONGEST_ANCHOR : 0;
    return [type, plainBlock(block, 'h2').length + anchor + LINE_END];
  }),
) as Record<BlockType, number>;

export function frameSize(type: BlockType): number {
  return FRAME_SIZES[type];
}

/** For a block, or a piece of one, shown as plain text. `length`: characters of the escaped text. */
export function plainMeasure(type: BlockType, length: number): BlockMeasure {
  const size = frameSize(type) + length;
  return { size, cost: PLAIN_BLOCK_COST + size * PLAIN_CHARACTER_COST, codeCost: 0, isFormatted: false };
}

export function measureBlock(contentType: ContentType, block: ViewedBlock): BlockMeasure {
  if (!isFormattable(contentType, block)) return plainMeasure(block.type, escapedLength(plainText(block)));
  const { length, cost } = weigh(contentType, block);
  const plain = plainMeasure(block.type, length);
  if (cost > MAX_BLOCK_COST) return plain;
  const codeCost = codeCostOf(contentType, block, MAX_BLOCK_COST - cost);
  return { size: plain.size, cost: cost + codeCost, codeCost, isFormatted: true };
}
