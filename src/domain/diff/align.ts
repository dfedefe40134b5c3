import { diffArrays } from 'diff';
import type { Effort } from './effort.js';

/** The indices of a longest strictly increasing subsequence, in O(n log n). */
function longestRise(values: Int32Array): number[] {
  const before = new Int32Array(values.length);
  /** For each length found: the index of the smallest value that ends such a subsequence. */
  const ends: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const length = shorterThan(values[at] as number, values, ends);
    before[at] = length > 0 ? (ends[length - 1] as number) : -1;
    ends[length] = at;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] as number) rise.push(at);
  return rise.reverse();
}

/** How many of the lengths end below the value. */
function shorterThan(value: number, values: Int32Array, ends: readonly number[]): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[ends[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pairs of equal items that are tried in one turn. */
export const PAIRS_AT_ONCE = 100_000;
/** A gap with more differences than this, or with more steps, has no pairs. */
const GAP_EDITS = 100;
export const GAP_STEPS = 200_000;

type Items = readonly number[];
/** Between two pairs, or before the first or after the last one. Its ends are the places of the next pair. */
export type Gap = { from: number; fromEnd: number; to: number; toEnd: number };

/**
 * A common subsequence: for each item of `from`, the index of its partner in `to`, or -1. Equal numbers are equal
 * items. The subsequence is a longest one, unless items that recur often make too many pairs. Then the rarest items are
 * paired first, and the gaps between them get the pairs that a bounded search finds. Negative items, such as blanks,
 * are not looked for: they are paired next to a pair or to an end, or by that search.
 */
export function* align(from: Items, to: Items, effort: Effort): Generator<void, Int32Array> {
  const partners = new Int32Array(from.length).fill(-1);
  const middle = pairEnds({ from: 0, fromEnd: from.length, to: 0, toEnd: to.length }, partners, { from, to });
  const { anchors, isComplete } = anchorsIn(middle, { from, to }, effort);
  for (const [at, partner] of anchors) partners[at] = partner;
  yield;
  for (const gap of gapsIn(middle, anchors)) {
    const rest = pairEnds(gap, partners, { from, to });
    if (!isComplete) pairFewEdits(rest, partners, { from, to, effort });
    yield;
  }
  return partners;
}

/** The gaps between partners that `align` found, in order. */
export function* gapsOf(partners: Int32Array, toLength: number): Generator<Gap> {
  let from = 0;
  let to = 0;
  for (const [fromEnd, toEnd] of partners.entries()) {
    if (toEnd === -1) continue;
    yield { from, fromEnd, to, toEnd };
    from = fromEnd + 1;
    to = toEnd + 1;
  }
  yield { from, fromEnd: partners.length, to, toEnd: toLength };
}

type Sides = { from: Items; to: Items };

/** Pairs what is equal at both ends of a gap. Returns what is left of it. */
function pairEnds(gap: Gap, partners: Int32Array, sides: Sides): Gap {
  let { from, fromEnd, to, toEnd } = gap;
  while (from < fromEnd && to < toEnd && sides.from[from] === sides.to[to]) partners[from++] = to++;
  while (from < fromEnd && to < toEnd && sides.from[fromEnd - 1] === sides.to[toEnd - 1]) partners[--fromEnd] = --toEnd;
  return { from, fromEnd, to, toEnd };
}

type Anchors = { anchors: [number, number][]; isComplete: boolean };

/** The algorithm of Hunt and Szymanski: a longest increasing subsequence of all pairs of equal items. */
function anchorsIn(gap: Gap, { from, to }: Sides, effort: Effort): Anchors {
  const places = placesOf(to, gap);
  const { chosen, pairs, isComplete } = rarest(from, gap, { places, most: Math.min(PAIRS_AT_ONCE, effort.left) });
  effort.spend(pairs);
  const fromOf = new Int32Array(pairs);
  const toOf = new Int32Array(pairs);
  let pair = 0;
  for (let at = gap.from; at < gap.fromEnd; at++) {
    const item = from[at] as number;
    if (!chosen.has(item)) continue;
    // In falling order: no two partners of one item can both be in a rise.
    for (const place of (places.get(item) ?? []).toReversed()) {
      fromOf[pair] = at;
      toOf[pair++] = place;
    }
  }
  const anchors = longestRise(toOf).map((at): [number, number] => [fromOf[at] as number, toOf[at] as number]);
  return { anchors, isComplete };
}

function placesOf(to: Items, { to: start, toEnd }: Gap): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let at = start; at < toEnd; at++) {
    const item = to[at] as number;
    if (item < 0) continue;
    const known = places.get(item);
    if (known) known.push(at);
    else places.set(item, [at]);
  }
  return places;
}

type Choice = { places: ReadonlyMap<number, readonly number[]>; most: number };

/** The items with the fewest pairs, of at most `most` pairs in all. */
function rarest(from: Items, gap: Gap, { places, most }: Choice) {
  const pairsOf = new Map<number, number>();
  for (let at = gap.from; at < gap.fromEnd; at++) {
    const item = from[at] as number;
    const count = places.get(item)?.length ?? 0;
    if (count > 0) pairsOf.set(item, (pairsOf.get(item) ?? 0) + count);
  }
  const chosen = new Set<number>();
  let pairs = 0;
  for (const [item, count] of [...pairsOf].sort(([, one], [, other]) => one - other)) {
    if (pairs + count > most) break;
    pairs += count;
    chosen.add(item);
  }
  return { chosen, pairs, isComplete: chosen.size === pairsOf.size };
}

function* gapsIn(middle: Gap, anchors: readonly [number, number][]): Generator<Gap> {
  let { from, to } = middle;
  for (const [fromEnd, toEnd] of anchors) {
    yield { from, fromEnd, to, toEnd };
    from = fromEnd + 1;
    to = toEnd + 1;
  }
  yield { from, fromEnd: middle.fromEnd, to, toEnd: middle.toEnd };
}

/** Takes at most about twice as many steps as the gap has items times the edits allowed. */
function pairFewEdits(gap: Gap, partners: Int32Array, { from, to, effort }: Sides & { effort: Effort }): void {
  const before = from.slice(gap.from, gap.fromEnd);
  const after = to.slice(gap.to, gap.toEnd);
  if (before.length === 0 || after.length === 0) return;
  const steps = Math.min(GAP_STEPS, effort.left);
  const maxEditLength = Math.min(GAP_EDITS, Math.floor(steps / (before.length + after.length)));
  const comparator = (one: number, other: number) => {
    effort.spend(1);
    return one === other;
  };
  const parts = maxEditLength > 0 ? diffArrays(before, after, { maxEditLength, comparator }) : undefined;
  let { from: at, to: partner } = gap;
  for (const { added, removed, count } of parts ?? []) {
    if (!added && !removed) for (let n = 0; n < count; n++) partners[at + n] = partner + n;
    if (!added) at += count;
    if (!removed) partner += count;
  }
}
