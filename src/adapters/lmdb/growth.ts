import type { Entry } from '../../ports/index-admin.js';
import type { Head } from '../../domain/head.js';
import type { VersionSummary } from '../../domain/version.js';
import type { HeadRecord } from './index-records.js';

/**
 * Upper bound of the new pages of a write, so that LMDB never meets a full disk (a test measures it). `copies`: pages
 * to copy, because LMDB never changes one in place. `bytes`: new keys and values. `isNone`: no write.
 */
export type Growth = { copies: number; bytes: number; isNone?: true };

/** The leaf of a key and its split. The keys of a transaction share the branches above. */
const COPIES_FOR_A_KEY = 2;
/** Large keys make trees higher, with more branches above a leaf. */
const KEY_BYTES_FOR_ANOTHER_COPY = 256;
/** Pages are at least half full, and branches take no more than leaves. */
const BYTES_OF_A_PAGE = 1_024;
/** The catalog, the numbers, the lists of free pages, and the top of each tree. */
const PAGES_OF_ANY_TRANSACTION = 128;
const BYTES_OF_A_RECORD = 500;
const BYTES_OF_A_SEARCH_KEY = 100;

/** The base cost of a transaction that writes. */
export const NO_GROWTH: Growth = { copies: 0, bytes: 0 };
/** A transaction that only reads. */
export const NOTHING: Growth = { ...NO_GROWTH, isNone: true };

export function sumOf(growths: readonly Growth[]): Growth {
  return growths.reduce((a, b) => {
    if (a.isNone || b.isNone) return a.isNone ? b : a;
    return { copies: a.copies + b.copies, bytes: a.bytes + b.bytes };
  }, NOTHING);
}

/** `present`: the pages in the file. A transaction copies and splits each at most once. */
export function pagesOf({ copies, bytes, isNone }: Growth, present: number): number {
  if (isNone) return 0;
  return PAGES_OF_ANY_TRANSACTION + Math.min(copies, COPIES_FOR_A_KEY * present) + Math.ceil(bytes / BYTES_OF_A_PAGE);
}

export function growthOfRemoval(keys: number): Growth {
  return { copies: keys * COPIES_FOR_A_KEY, bytes: 0 };
}

export function growthOfHead(head: Head, before: HeadRecord | undefined): Growth {
  const record = recordGrowth(
    head.deleted ? 0 : bytesOf(head.metadata ?? '', head.title, head.byKey?.key ?? '', ...head.tags),
  );
  const added = head.deleted ? NO_GROWTH : growthOfTitle(head.foldedTitle, head.tags.length);
  return sumOf([record, added, removalOfTitle(before)]);
}

export function growthOfHeadRemoval(before: HeadRecord | undefined): Growth {
  return sumOf([{ ...recordGrowth(0), bytes: 0 }, removalOfTitle(before)]);
}

function removalOfTitle(before: HeadRecord | undefined): Growth {
  return before && !before[1] ? { ...growthOfTitle(before[8], before[9].length), bytes: 0 } : NO_GROWTH;
}

export function growthOfSummary({ title, idempotency }: VersionSummary): Growth {
  return recordGrowth(bytesOf(title, idempotency?.key ?? '', idempotency?.request ?? ''));
}

export function growthOfEntry(entry: Exclude<Entry, { kind: 'head' }>): Growth {
  if (entry.kind === 'summary') return growthOfSummary(entry.summary);
  if (entry.kind === 'key') return recordGrowth(0);
  return recordGrowth(2 * bytesOf(entry.folder.name) + bytesOf(entry.folder.path));
}

/** The record, its change entry, its former change entry, and a key in another table. */
function recordGrowth(bytes: number): Growth {
  return { copies: 4 * COPIES_FOR_A_KEY, bytes: bytes + BYTES_OF_A_RECORD };
}

/** One key for each tag and for none, both in the folder and in all folders. */
function growthOfTitle(title: string, tags: number): Growth {
  const keys = 2 * (1 + tags);
  const bytes = bytesOf(title);
  return {
    copies: keys * (COPIES_FOR_A_KEY + Math.ceil(bytes / KEY_BYTES_FOR_ANOTHER_COPY)),
    bytes: keys * (bytes + BYTES_OF_A_SEARCH_KEY),
  };
}

const bytesOf = (...texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
