import type { Head } from '../../domain/head.js';
import { monthOf } from '../../domain/month.js';
import { keepExample } from '../shared/keep-example.js';
import type { Lease } from '../shared/lease.js';
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
  /** Lower lives of clients' keys, removed with the heads of their documents. */
  lives: number;
  /** Assets that no document used, and remains of killed uploads. */
  assets: number;
  /** Entries and trees of folder logs that a newer tree has in it. */
  folderEntries: number;
  kept: {
    /** Deleted, or emptied, less than a retention ago. */
    retention: number;
    /** Created in a month that the quota still counts. */
    month: number;
    /** Emptied, but made with an Idempotency-Key, or of the highest life of a client's key: their tombstones stay. */
    keyed: number;
  };
  /** Left alone because log and head disagree; doctor reports details. */
  skipped: { count: number; examples: string[] };
};

export type Collecting = ReadContext & {
  index: string;
  retentionMs: number;
  /** Undefined: dry run. */
  lease: Lease | undefined;
  counts: GcCounts;
  /** Documents of lower lives, which are counted already. */
  ofLives: Set<string>;
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
    lives: 0,
    assets: 0,
    folderEntries: 0,
    kept: { retention: 0, month: 0, keyed: 0 },
    skipped: { count: 0, examples: [] },
  };
}

/** Whether a tombstone head is due. */
export function checkTombstone(collecting: Collecting, head: Head): boolean {
  if (!head.deleted || collecting.ofLives.has(head.id)) return false;
  const { counts } = collecting;
  counts.tombstones++;
  const dueness = duenessOf(collecting, head);
  if (dueness !== 'due') counts.kept[dueness]++;
  return dueness === 'due';
}

/** `due`, or why a tombstone head is kept. */
export function duenessOf(collecting: Collecting, { updatedAt, createdAt }: Head): 'due' | keyof GcCounts['kept'] {
  if (updatedAt === NEVER) return 'keyed';
  if (!isOld(collecting, updatedAt)) return 'retention';
  const month = monthOf(new Date(collecting.now().getTime() - MONTH_GRACE_MS).toISOString());
  return monthOf(createdAt) >= month ? 'month' : 'due';
}

/** Whether a retention has passed since then (rule retention). */
export function isOld({ now, retentionMs }: Collecting, time: string): boolean {
  return now().getTime() - Date.parse(time) >= retentionMs;
}

export function skip({ counts: { skipped } }: Collecting, id: string): void {
  skipped.count++;
  keepExample(skipped.examples, id);
}
