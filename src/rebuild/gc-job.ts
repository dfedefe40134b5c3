import type { Head } from '../domain/head.js';
import { monthOf } from '../domain/month.js';
import type { Lease } from './lease.js';
import type { Persist } from './persist.js';
import type { LookTools } from './with-lease.js';

export type GcCounts = {
  /** Tombstone heads that there were. */
  tombstones: number;
  /** Documents of which every object was, or would be, removed. */
  documents: number;
  /** Their objects, tombstones among them. */
  slots: number;
  summaries: number;
  /** Heads of documents whose objects were removed a retention ago: their identifiers are free, or would be. */
  freed: number;
  kept: {
    /** Deleted, or their objects removed, not long enough ago. */
    retention: number;
    /** Created in a month whose documents the quota still counts. */
    month: number;
    /** Made with an Idempotency-Key, and emptied: their tombstones stay for good. */
    keyed: number;
  };
  /** Left as they are because log and head do not agree; doctor says more of them. */
  skipped: { count: number; examples: string[] };
};

export type Collecting = LookTools & {
  /** The concrete index. */
  index: string;
  retentionMs: number;
  persist: Persist;
  /** Undefined: it only looks. */
  lease: Lease | undefined;
  counts: GcCounts;
};

const EXAMPLES = 20;
/** The time of a tombstone head whose document has nothing left to remove. */
export const NEVER = '9999-12-31T23:59:59.999Z';
/** Clocks may be wrong by so much before a month's count could lose documents that somebody still counts. */
const MONTH_GRACE_MS = 86_400_000;

export function newGcCounts(): GcCounts {
  return {
    tombstones: 0, documents: 0, slots: 0, summaries: 0, freed: 0,
    kept: { retention: 0, month: 0, keyed: 0 }, skipped: { count: 0, examples: [] },
  };
}

/** Whether the time of a tombstone head has come (rule retention). */
export function judgeTombstone({ counts, now, retentionMs }: Collecting, head: Head): boolean {
  if (!head.deleted) return false;
  counts.tombstones++;
  if (head.updatedAt === NEVER) {
    counts.kept.keyed++;
    return false;
  }
  if (!(now().getTime() - Date.parse(head.updatedAt) >= retentionMs)) {
    counts.kept.retention++;
    return false;
  }
  if (monthOf(head.createdAt) >= monthOf(new Date(now().getTime() - MONTH_GRACE_MS).toISOString())) {
    counts.kept.month++;
    return false;
  }
  return true;
}

export function skip({ counts: { skipped } }: Collecting, id: string): void {
  skipped.count++;
  if (skipped.examples.length < EXAMPLES) skipped.examples.push(id);
}
