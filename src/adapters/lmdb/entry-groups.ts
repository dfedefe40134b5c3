import type { Entry } from '../../ports/index-admin.js';

/** A transaction of this size takes some ten milliseconds. The service's writers wait for it. */
export const ENTRIES_TOGETHER = 200;

/** Approximate characters of an entry. */
export function weightOf(entry: Entry): number {
  if (entry.kind !== 'head' || entry.head.deleted) return 500;
  const { metadata, title, tags } = entry.head;
  return 500 + (metadata?.length ?? 0) + (2 + 4 * tags.length) * title.length;
}

export const ENTRY_GROUP = { maxItems: ENTRIES_TOGETHER, maxWeight: 1024 * 1024, weightOf };
