import type { Folder } from '../domain/folder.js';
import type { Head, LivingHead } from '../domain/head.js';
import type { VersionSummary } from '../domain/version.js';
import type { OnSize } from './object-store.js';

/** The index's own token of one write to one head, in one concrete index. Only its maker looks inside. */
export type Revision = { readonly index: string; readonly seqNo: number; readonly primaryTerm: number };

export type RevisedHead = { head: Head; revision: Revision };

export type HeadWrite = {
  head: Head;
  /** The revision that the head must still have; `absent`: there must be no head at all. */
  expected: Revision | 'absent';
  /** Summaries that travel in the same request; they are immutable, so they are written whatever the head's fate. */
  summaries: readonly VersionSummary[];
};

/**
 * `written`: applied and durable. `conflict`: the head had another revision, nothing was changed.
 * `refused`: the index that `expected` names takes no writes (a rebuild blocks it, or it is gone): read the
 * head again through the alias and go on there.
 */
export type HeadOutcome = 'written' | 'conflict' | 'refused';

/** `write` names the last write of the document that is known of. */
export type UnseenWrite = { id: string; write: string };

export type SearchQuery = {
  owner: string;
  /** Folded title prefix, any length; undefined: no condition on the title. */
  prefix: string | undefined;
  /** Exact tag. */
  tag: string | undefined;
  folderId: string | undefined;
  /** 1 to 50. */
  limit: number;
  /** 0 to 2^31 - 1. */
  offset: number;
  /**
   * Documents that were written since the last refresh: they are found, or not, as they are now. Where the same name of
   * a write comes again, as they were `UNSEEN_HEAD_LIFE_MS` ago at the earliest.
   */
  unseen: readonly UnseenWrite[];
  /** Told the bytes of metadata found so far, once or while they are gathered; what it raises is raised. */
  onSize?: OnSize | undefined;
};

export type FolderQuery = {
  owner: string;
  /** Null: directly below the root. */
  parentId: string | null;
  /** The folder that the page begins after; undefined: it begins with the first one. */
  after?: FolderPlace | undefined;
  /** 1 to 1,000. */
  limit: number;
  /** 0 to 2^31 - 1: so many are left out before the page. */
  offset: number;
};

/** Where a folder stands in the list of its parent. */
export type FolderPlace = Pick<Folder, 'name' | 'id'>;

/**
 * Heads, version summaries and folders: what requests look up. Derived from the object store; may be
 * thrown away and rebuilt.
 *
 * Reads by id are real-time: they see every write that was answered before. Searches, lists and counts see what
 * was written before the last `refresh`, at least. Every method raises `UnavailableError` when the index
 * cannot be asked, does not answer within its deadline, or is known to be lost; after a write that
 * means the write may have happened or may still happen.
 */
export interface DocumentIndex {
  readHead(id: string): Promise<RevisedHead | undefined>;

  /** Conditional and atomic for the head; durable once `written`. Never repeated by the adapter. */
  writeHead(write: HeadWrite): Promise<HeadOutcome>;

  /** In the order of `versions`; undefined where the index has none. Real-time. */
  readSummaries(id: string, versions: readonly number[]): Promise<(VersionSummary | undefined)[]>;

  /** Puts back summaries that were missing; an existing one stays. */
  restoreSummaries(id: string, summaries: readonly VersionSummary[]): Promise<void>;

  /** Removes the summaries `from`..`to` (inclusive) of a deleted document; absent ones are no error. */
  removeSummaries(id: string, from: number, to: number): Promise<void>;

  /** Living heads that meet every condition, by folded title, then id, both in the order of UTF-8 bytes. */
  search(query: SearchQuery): Promise<LivingHead[]>;

  /**
   * How many documents of the owner, deleted ones included, were created in a month (`YYYY-MM`, UTC), without those
   * that are named.
   */
  countCreated(owner: string, month: string, without?: readonly string[]): Promise<number>;

  /** `exists`: there is a folder of this id, left as it is. `refused`: as of `HeadOutcome`. */
  createFolder(folder: Folder): Promise<'created' | 'exists' | 'refused'>;

  readFolder(id: string): Promise<Folder | undefined>;

  /** In the order of `ids`; undefined where there is none. Real-time. */
  readFolders(ids: readonly string[]): Promise<(Folder | undefined)[]>;

  /** A page, by name, then id, both in the order of UTF-8 bytes. One that is not full is the last. */
  listFolders(query: FolderQuery): Promise<Folder[]>;

  /**
   * Makes everything that was written before this call visible to searches, lists and counts. Raises
   * `UnavailableError` if any shard failed.
   */
  refresh(): Promise<void>;

  /** The generation that this index carries (real-time), or undefined: there is no index, or it was emptied. */
  readGeneration(): Promise<string | undefined>;

  /**
   * Makes an empty index of this generation. Idempotent, and safe for several processes at once with the same
   * generation; what exists is left as it is. Callers make sure that the log is empty.
   */
  install(generation: string): Promise<void>;

  close(): Promise<void>;
}
