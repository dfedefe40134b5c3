import { blockKey } from '../content/content-digest.js';
import type { DocumentBlock } from '../document.js';
import { align, gapsOf, type Gap } from './align.js';
import type { Effort } from './effort.js';
import { pairAlike, type BlockPair } from './pair-alike.js';

type Blocks = readonly DocumentBlock[];

/** `from` and `to`: places in the two versions, from 0. */
export type BlockChange =
  | { change: 'kept'; from: number; to: number; count: number }
  | { change: 'moved'; from: number; to: number }
  | { change: 'added'; to: number }
  | { change: 'removed'; from: number }
  | { change: 'changed'; from: number; to: number };

/** What became of each block, in the order of `to`. A removed block stands where it stood. Identifiers do not count. */
export function* compareBlocks(from: Blocks, to: Blocks, effort: Effort): Generator<void, BlockChange[]> {
  const numbers = new Map<string, number>();
  const before = yield* numberBlocks(from, numbers);
  const after = yield* numberBlocks(to, numbers);
  const partners = yield* align(before, after, effort);
  const moves = movesBetween(before, after, partners);
  yield;
  const changes: BlockChange[] = [];
  for (const gap of gapsOf(partners, to.length)) {
    const removed = range(gap.from, gap.fromEnd).filter((at) => !moves.fromPlaces.has(at));
    const added = range(gap.to, gap.toEnd).filter((at) => !moves.origins.has(at));
    const pairs = yield* pairAlike({ removed: blocksAt(from, removed), added: blocksAt(to, added) });
    changes.push(...changesIn(gap, { removed, pairs, origins: moves.origins }));
    addKept(changes, gap, from.length);
    yield;
  }
  return changes;
}

/** Equal blocks get equal numbers. */
function* numberBlocks(blocks: Blocks, numbers: Map<string, number>): Generator<void, number[]> {
  const numbered: number[] = [];
  for (const block of blocks) {
    const key = blockKey(block);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    numbered.push(number);
    yield;
  }
  return numbered;
}

type Moves = { fromPlaces: ReadonlySet<number>; /** By place in `to`. */ origins: ReadonlyMap<number, number> };

/** Equal blocks without partners, the first with the first. */
function movesBetween(before: readonly number[], after: readonly number[], partners: Int32Array): Moves {
  const leaving = new Map<number, number[]>();
  // Backwards, so that the first is taken first.
  for (let at = before.length - 1; at >= 0; at--) {
    if (partners[at] !== -1) continue;
    const number = before[at] as number;
    const places = leaving.get(number);
    if (places) places.push(at);
    else leaving.set(number, [at]);
  }
  const kept = new Set(partners);
  const fromPlaces = new Set<number>();
  const origins = new Map<number, number>();
  for (const [at, number] of after.entries()) {
    const origin = kept.has(at) ? undefined : leaving.get(number)?.pop();
    if (origin === undefined) continue;
    fromPlaces.add(origin);
    origins.set(at, origin);
  }
  return { fromPlaces, origins };
}

type Found = { removed: readonly number[]; pairs: readonly BlockPair[]; origins: Moves['origins'] };

function changesIn(gap: Gap, { removed, pairs, origins }: Found): BlockChange[] {
  const changes: BlockChange[] = [];
  let next = 0;
  let { to } = gap;
  const goTo = (fromEnd: number, toEnd: number) => {
    for (; next < removed.length && (removed[next] as number) < fromEnd; next++) {
      changes.push({ change: 'removed', from: removed[next] as number });
    }
    for (; to < toEnd; to++) {
      const origin = origins.get(to);
      changes.push(origin === undefined ? { change: 'added', to } : { change: 'moved', from: origin, to });
    }
  };
  for (const pair of pairs) {
    goTo(pair.from, pair.to);
    changes.push({ change: 'changed', ...pair });
    next++;
    to++;
  }
  goTo(gap.fromEnd, gap.toEnd);
  return changes;
}

/** Adds the kept block after the gap, to the run before it if nothing lies between. */
function addKept(changes: BlockChange[], { fromEnd: from, toEnd: to }: Gap, fromLength: number): void {
  if (from === fromLength) return;
  const last = changes.at(-1);
  const continues = last?.change === 'kept' && last.from + last.count === from && last.to + last.count === to;
  if (continues) last.count++;
  else changes.push({ change: 'kept', from, to, count: 1 });
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, n) => start + n);
}

function blocksAt(blocks: Blocks, places: readonly number[]): DocumentBlock[] {
  return places.map((at) => blocks[at] as DocumentBlock);
}
