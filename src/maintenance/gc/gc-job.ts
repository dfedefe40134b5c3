import type { Head } from '../../domain/head.js';
import { monthOf } from '../../domain/month.js';
import { keepExample } from '../shared/keep-example.js';
import type { Lease } from '../shared/lease.js';
import type { Persist } from '../shared/persist.js';
import type { ReadContext } from '../shared/with-lease.js';

export type GcCounts = {
  tombstones: number;
  /** Documents whose objects were, or would be, all removed. */
  documents: number;
  /** Objects of those documents, tombstones included. */
  slots: number;
  summaries: number;
  /** Heads of documents emptied a retention ago: removing them frees the identifiers. */
  freed: number;
  kept: {
    /** Deleted, or emptied, less than a retention ago. */
    retention: number;
    /** Created in a month that the quota still counts. */
    month: number;
    /** Emptied, but made with an Idempotency-Key: their tombstones stay for good. */
    keyed: number;
  };
  /** Left alone because log and head disagree; doctor reports details. */
  skipped: { count: number; examples: string[] };
};

export type Collecting = ReadContext & {
  index: string;
  retentionMs: number;
  persist: Persist;
  /** Undefined: dry run. */
  lease: Lease | undefined;
  counts: GcCounts;
};

/** Time of a tombstone head with nothing left to remove. */
export const NEVER = '9999-12-31T23:59:59.999Z';
/** How far clocks may be off, before gc could remove documents that a month's count still includes. */
const MONTH_GRACE_MS = 86_400_000;

export function newGcCounts(): GcCounts {
  return {
    tombstones: 0,
    documents: 0,
    slots: 0,
    summaries: 0,
    freed: 0,
    kept: { retention: 0, month: 0, keyed: 0 },
    skipped: { count: 0, examples: [] },
  };
}

/** Whether a tombstone head is due (rule retention). */
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
  keepExample(skipped.examples, id);
}
