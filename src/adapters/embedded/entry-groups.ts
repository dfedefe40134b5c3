import type { Entry } from '../../ports/index-rebuild.js';

/** A transaction of so much takes some ten milliseconds, which the service's writers wait for. */
const ENTRIES_TOGETHER = 200;
const WEIGHT_TOGETHER = 1024 * 1024;

/** Characters, more or less: of what can be large. */
export function weightOf(entry: Entry): number {
  if (entry.kind !== 'head' || entry.head.deleted) return 500;
  const { metadata, title, tags } = entry.head;
  return 500 + (metadata?.length ?? 0) + (2 + 4 * tags.length) * title.length;
}

/** What is written in one transaction each. */
export function* groupsOf(entries: readonly Entry[]): Generator<Entry[]> {
  let group: Entry[] = [];
  let weight = 0;
  for (const entry of entries) {
    group.push(entry);
    weight += weightOf(entry);
    if (group.length < ENTRIES_TOGETHER && weight < WEIGHT_TOGETHER) continue;
    yield group;
    [group, weight] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** The same for what is small. */
export function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  const size = ENTRIES_TOGETHER;
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
