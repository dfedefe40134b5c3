import type { KeyEntry } from '../domain/document-key.js';
import type { Folder } from '../domain/folder.js';
import type { Head, LivingHead } from '../domain/head.js';
import type { ResultConditions } from '../domain/result-conditions.js';
import type { ResultOrder, ResultPosition, SearchOrder } from '../domain/result-order.js';
import type { Slot, VersionSummary } from '../domain/version.js';
import type { WordQuery } from '../domain/words/word-query.js';
import type { OnSize } from './object-store.js';

/** The index's token of one write to one head, in one concrete index. Opaque to all but the adapter. */
export type Revision = { readonly index: string; readonly seqNo: number; readonly primaryTerm: number };

export type RevisedHead = { head: Head; revision: Revision };

export type HeadWrite = {
  head: Head;
  /** What a living head is of: its words are searched. Absent: searches with words fail until a rebuild. */
  slot?: Slot;
  /** The revision that the head must still have; `absent`: there must be no head. */
  expected: Revision | 'absent';
  /** Written in the same request even if the head is not: summaries are immutable. */
  summaries: readonly VersionSummary[];
};

/**
 * `written`: applied and durable. `conflict`: the head has another revision; nothing was changed. `refused`: the index
 * in `expected` takes no writes, as a rebuild blocks it or it is gone: re-read the head through the alias.
 */
export type HeadOutcome = 'written' | 'conflict' | 'refused';

export type SearchQuery = ResultConditions & {
  owner: string;
  order: ResultOrder;
  limit: number;
  /** `limit`: 1 to 50. `offset`: 0 to 2^31 - 1; 0 with `after`. */
  offset: number;
  /** The page begins after this place; undefined: with the first result. */
  after: ResultPosition | undefined;
  /** Ids of documents written since the last refresh. Each is read by its id, and compared as it is now. */
  unrefreshed: readonly string[];
  /** Called with the bytes of metadata found so far, once or repeatedly. Its errors are raised. */
  onSize?: OnSize | undefined;
};

export type ListQuery = Omit<ResultConditions, 'prefix'> & {
  owner: string;
  order: ResultOrder;
  /** The page begins after this place; undefined: with the first document. */
  after: ResultPosition | undefined;
  /** 1 to 200. */
  limit: number;
  /** The page ends after the head that brings its metadata to this many bytes. At least 1. */
  bytes: number;
  /** As in `SearchQuery`. */
  unrefreshed: readonly string[];
  onSize?: OnSize | undefined;
};

/** `next`: where the next page begins, which may be empty; undefined: this is the last one. */
export type ListedPage = {
  heads: LivingHead[];
  next: ResultPosition | undefined;
  /** Of each head by its identifier, as of `rankOf`, in a page by relevance. */
  ranks?: ReadonlyMap<string, number> | undefined;
};

/** What a search with words looks for. It sees what was written before the last refresh. */
export type WordConditions = ResultConditions & {
  owner: string;
  /** What title and blocks must have and must not have. It requires something. */
  words: WordQuery;
};

export type WordSearch = WordConditions &
  Pick<SearchQuery, 'after' | 'limit' | 'onSize'> & {
    order: SearchOrder;
    /** 0 to 9,950; 0 with `after`. */
    offset: number;
  };

export type CountQuery = WordConditions & {
  /** The most tags to count; 0: none. */
  tags: number;
  /** Documents in these folders do not count. At most 10,000, as of `folderIds`. */
  hiddenFolderIds?: ReadonlySet<string> | undefined;
};

/**
 * `total`: exact up to 10,000. `tags`: the most frequent ones of as many results, the most frequent first, then in
 * UTF-8 byte order. `isExact`: nothing was left out.
 */
export type Counted = { total: number; tags: { value: string; count: number }[]; isExact: boolean };

/** `documents`: deleted ones included, until gc removes what they leave. `versions`: summaries. */
export type EntryCounts = { documents: number; versions: number };

export type FolderQuery = {
  owner: string;
  /** Null: directly below the root. */
  parentId: string | null;
  /** The page begins after this folder; undefined: with the first one. */
  after?: FolderListPosition | undefined;
  /** 1 to 1,000. */
  limit: number;
};

/** As much of a head as links need. */
export type LinkedDocument = Pick<LivingHead, 'id' | 'visibility'>;

/** The position of a folder in its parent's list. */
export type FolderListPosition = Pick<Folder, 'name' | 'id'>;

/**
 * Heads, version summaries, folders and entries of clients' keys, derived from the object store. May be thrown away
 * and rebuilt.
 *
 * Reads by id are real-time: they see every write that was answered before. Searches, lists and counts see at least
 * what was written before the last `refresh`. Every method raises `UnavailableError` when the index cannot be asked,
 * misses its deadline, or is known to be lost. A write that raises it may have happened or may still happen.
 */
export interface DocumentIndex {
  /** `owner`: who probably has it, so that what depends on the owner may be read at the same time. */
  readHead(id: string, owner?: string): Promise<RevisedHead | undefined>;

  /** Conditional and atomic for the head; durable once `written`. The adapter never repeats it. */
  writeHead(write: HeadWrite): Promise<HeadOutcome>;

  /** In the order of `versions`; undefined where the index has none. Real-time. */
  readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]>;

  /** Puts back missing summaries; an existing one stays. */
  restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void>;

  /** Removes the summaries `from`..`to` (inclusive) of a deleted document; absent ones are no error. */
  removeSummaries(id: string, from: number, to: number): Promise<void>;

  /**
   * Living heads that meet every condition, in the order that is named. A page has `next` if `limit` documents were
   * found for it.
   */
  search(query: SearchQuery): Promise<ListedPage>;

  /**
   * As `search`, with words. A page with `next` may have fewer documents than `limit`, even none: an index need not
   * look at more than 20,000 for a request. Raises `WordsMissingError`.
   */
  searchWords(query: WordSearch): Promise<ListedPage>;

  /** Counts what a search with words finds. Raises `WordsMissingError`. */
  countWords(query: CountQuery): Promise<Counted>;

  /**
   * At most `limit` living heads that meet every condition, in that order, and no more than `bytes` lets in.
   * A page with `next` may have fewer, even none: an index need not look at more than 200 documents, nor read more than
   * a megabyte. Each page moves on.
   */
  list(query: ListQuery): Promise<ListedPage>;

  /** Documents of the owner created in a month (`YYYY-MM`, UTC), deleted ones included, except those in `without`. */
  countCreated(owner: string, month: string, without?: readonly string[]): Promise<number>;

  /** Of all owners, cheaply: for operators, not for quotas. */
  countEntries(): Promise<EntryCounts>;

  /** `exists`: the id is taken, and its folder stays unchanged. `refused`: as in `HeadOutcome`. */
  createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'>;

  readFolder(id: string): Promise<Folder | undefined>;

  /** A page, by name, then id, both in UTF-8 byte order. A page that is not full is the last. */
  listFolders(query: FolderQuery): Promise<Folder[]>;

  /** Real-time. `name`: as in `KeyLife`. */
  readKey(name: string): Promise<KeyEntry | undefined>;

  /**
   * In the order of `names`: the living document that the key leads to; undefined where there is none. Real-time. One
   * that there is takes no longer to look up than one that there is not.
   */
  readLinked(names: readonly string[]): Promise<(LinkedDocument | undefined)[]>;

  /** Writes the entry unless there is one of this or a higher life, atomically: repeats do no harm. Durable. */
  raiseKey(entry: KeyEntry): Promise<'written' | 'exists' | 'refused'>;

  /** Makes earlier writes visible to searches, lists and counts. Raises `UnavailableError` if any shard failed. */
  refresh(): Promise<void>;

  /** The generation that this index carries, in real time; undefined: there is no index, or it was emptied. */
  readGeneration(): Promise<string | undefined>;

  /** Another one when another index answers, also one of the same name and generation; undefined: there is none. */
  readIdentity(): Promise<string | undefined>;

  /** Makes an empty index; an existing one stays. Concurrent callers use one generation. They know the log is empty. */
  install(generation: string): Promise<void>;

  close(): Promise<void>;
}
