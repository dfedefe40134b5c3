import type { Entry } from '../../ports/index-admin.js';

/** A transaction of this size takes some ten milliseconds. The service's writers wait for it. */
export const ENTRIES_TOGETHER = 200;
const WEIGHT_TOGETHER = 1024 * 1024;

/** Approximate characters of an entry. */
export function weightOf(entry: Entry): number {
  if (entry.kind !== 'head' || entry.head.deleted) return 500;
  const { metadata, title, tags } = entry.head;
  return 500 + (metadata?.length ?? 0) + (2 + 4 * tags.length) * title.length;
}

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
