import type { DocumentBlock } from '../document.js';
import { likeness, sketchOf, type Sketch } from './likeness.js';

/** Blocks with less in common are a removed and an added one. Prose has less in common with 99 % of unrelated prose. */
const LEAST_LIKENESS = 0.2;
/** A longer gap is cut into parts of this length, so that the work grows with the gap, not with its square. */
const PART = 32;

export type BlockPair = { from: number; to: number };
type Sketched = { block: DocumentBlock; sketch: Sketch };
type Gap = { removed: readonly DocumentBlock[]; added: readonly DocumentBlock[] };

/** Pairs of blocks in one gap, in order, that are versions of one another: the pairs with the most in common. */
export function* pairAlike({ removed, added }: Gap): Generator<void, BlockPair[]> {
  if (removed.length === 0 || added.length === 0) return [];
  const before = yield* sketchAll(removed);
  const after = yield* sketchAll(added);
  const parts = Math.ceil(Math.max(removed.length, added.length) / PART);
  const pairs: BlockPair[] = [];
  for (let part = 0; part < parts; part++) {
    pairs.push(...bestPairs(partOf(before, part, parts), partOf(after, part, parts)));
    yield;
  }
  return pairs;
}

function* sketchAll(blocks: readonly DocumentBlock[]): Generator<void, Sketched[]> {
  const sketched: Sketched[] = [];
  for (const block of blocks) {
    sketched.push({ block, sketch: sketchOf(block.content) });
    yield;
  }
  return sketched;
}

function partOf(blocks: readonly Sketched[], part: number, parts: number): Sketched[] {
  const placeOf = (index: number) => Math.floor((blocks.length * index) / parts);
  return blocks.slice(placeOf(part), placeOf(part + 1));
}

/** The common subsequence with the largest sum of likenesses. */
function bestPairs(removed: readonly Sketched[], added: readonly Sketched[]): BlockPair[] {
  const width = added.length + 1;
  const scores = removed.map((before) => added.map((after) => scoreOf(before, after)));
  const sums = new Float64Array((removed.length + 1) * width);
  const sumAt = (row: number, column: number) => sums[row * width + column] as number;
  for (let row = removed.length - 1; row >= 0; row--) {
    for (let column = added.length - 1; column >= 0; column--) {
      const score = scores[row]?.[column] ?? 0;
      const paired = score > 0 ? score + sumAt(row + 1, column + 1) : 0;
      sums[row * width + column] = Math.max(paired, sumAt(row + 1, column), sumAt(row, column + 1));
    }
  }
  const pairs: BlockPair[] = [];
  for (let row = 0, column = 0; sumAt(row, column) > 0;) {
    if (sumAt(row, column) === sumAt(row + 1, column)) row++;
    else if (sumAt(row, column) === sumAt(row, column + 1)) column++;
    else pairs.push({ from: orderOf(removed[row++]), to: orderOf(added[column++]) });
  }
  return pairs;
}

function orderOf(sketched: Sketched | undefined): number {
  return (sketched as Sketched).block.order;
}

/** 0: no pair. A block whose type was changed is known by its whole content. */
function scoreOf(before: Sketched, after: Sketched): number {
  const score = likeness(before.sketch, after.sketch);
  if (before.block.type === after.block.type) return score >= LEAST_LIKENESS ? score : 0;
  const isSame = score === 1 && before.block.content === after.block.content && after.block.content !== '';
  return isSame ? score : 0;
}
