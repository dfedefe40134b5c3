import type { Entry } from '../../ports/index-rebuild.js';
import type { Head } from '../../domain/head.js';
import type { VersionSummary } from '../../domain/version.js';
import type { HeadRecord } from './index-records.js';

/**
 * What a write may take of new pages: `copies` of those that are there, for LMDB never changes a page, and `bytes` of
 * keys and values that are new. It is never less than what LMDB takes (a test measures it), because LMDB must not be
 * the one who finds the disk full. `isNone`: nothing is written.
 */
export type Growth = { copies: number; bytes: number; isNone?: true };

/** The leaf of a key, which may have to be split; the branches above it are shared by the keys of a transaction. */
const COPIES_FOR_A_KEY = 2;
/** Large keys make trees high: there are more branches above a leaf. */
const KEY_BYTES_FOR_ANOTHER_COPY = 256;
/** Pages are at least half full, and branches take no more than leaves. */
const BYTES_OF_A_PAGE = 1_024;
/** The catalog, the numbers, the lists of free pages, and the top of each tree. */
const PAGES_OF_ANY_TRANSACTION = 128;
/** Beside what is large: identifiers, times, numbers. */
const BYTES_OF_A_RECORD = 400;
const BYTES_OF_A_SEARCH_KEY = 100;

/** What any transaction takes that writes. */
export const NO_GROWTH: Growth = { copies: 0, bytes: 0 };
/** Of a transaction that only looks. */
export const NOTHING: Growth = { ...NO_GROWTH, isNone: true };

export function sumOf(growths: readonly Growth[]): Growth {
  return growths.reduce((a, b) => {
    if (a.isNone || b.isNone) return a.isNone ? b : a;
    return { copies: a.copies + b.copies, bytes: a.bytes + b.bytes };
  }, NOTHING);
}

/** `present`: the pages that there are; each is copied and split at most once in a transaction. */
export function pagesOf({ copies, bytes, isNone }: Growth, present: number): number {
  if (isNone) return 0;
  return PAGES_OF_ANY_TRANSACTION + Math.min(copies, COPIES_FOR_A_KEY * present) + Math.ceil(bytes / BYTES_OF_A_PAGE);
}

/** Of keys that are removed, and nothing else. */
export function growthOfRemoval(keys: number): Growth {
  return { copies: keys * COPIES_FOR_A_KEY, bytes: 0 };
}

/** `before`: the record that is there, if any. */
export function growthOfHead(head: Head, before: HeadRecord | undefined): Growth {
  const record = recordGrowth(head.deleted ? 0 : bytesOf(head.metadata ?? '', head.title, ...head.tags));
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

/** Of what is no head. */
export function growthOfEntry(entry: Exclude<Entry, { kind: 'head' }>): Growth {
  if (entry.kind === 'summary') return growthOfSummary(entry.summary);
  return recordGrowth(2 * bytesOf(entry.folder.name) + bytesOf(entry.folder.path));
}

/** The record itself, its entry among the changes, the one it had there, and a key in another table. */
function recordGrowth(bytes: number): Growth {
  return { copies: 4 * COPIES_FOR_A_KEY, bytes: bytes + BYTES_OF_A_RECORD };
}

/** A key for each tag and for none, in the folder and in all. */
function growthOfTitle(title: string, tags: number): Growth {
  const keys = 2 * (1 + tags);
  const bytes = bytesOf(title);
  return {
    copies: keys * (COPIES_FOR_A_KEY + Math.ceil(bytes / KEY_BYTES_FOR_ANOTHER_COPY)),
    bytes: keys * (bytes + BYTES_OF_A_SEARCH_KEY),
  };
}

const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
