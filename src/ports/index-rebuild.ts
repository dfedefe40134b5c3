import { UnavailableError } from '../domain/errors.js';
import type { Folder } from '../domain/folder.js';
import type { Head } from '../domain/head.js';
import type { VersionSummary } from '../domain/version.js';
import type { HeadOutcome, HeadWrite, RevisedHead, Revision } from './document-index.js';

/** One concrete index: its own name, and the generation that it carries (undefined: none, or not any more). */
export type ConcreteIndex = { name: string; generation: string | undefined; schemaVersion: number };

/** What a rebuild copies: a head, a version's summary, or a folder. */
export type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'summary'; id: string; summary: VersionSummary }
  | { kind: 'folder'; folder: Folder };

/** How far an index has been followed: the sequence number up to which every write was seen, by shard. */
export type FeedPosition = Readonly<Record<string, number>>;

export type HeadMark = { id: string; currentVersion: number; deleted: boolean };

/** A version of a document, of which there is, may be or should be a summary. */
export type SummaryMark = { id: string; version: number };

/** What never changes once it is right: the log says for ever what it must be. */
export type ImmutableEntry = Exclude<Entry, { kind: 'head' }>;

/** `conflict`: the head had another revision, or there was none. `refused`: as of `HeadOutcome`. */
export type HeadRemoval = 'removed' | 'conflict' | 'refused';

/** A higher rank holds the index: asking again cannot help. */
export class HeldByAnotherError extends UnavailableError {
  override readonly isFinal = true;
}

/** The right to block one index, and to send requests to it: whoever has the newest one. */
export type Hold = { readonly index: string; readonly token: string };

/**
 * What a rebuild, doctor and gc do to concrete indices beside the running service. Every step may be taken again after
 * a lost answer or by a process that resumes. Raises `UnavailableError` like the other ports.
 */
export interface IndexRebuild {
  /** The index that requests go to, or undefined: it is gone. */
  current(): Promise<ConcreteIndex | undefined>;

  /** The index of a generation, whether requests go to it or not. */
  find(generation: string): Promise<ConcreteIndex | undefined>;

  /** Makes an empty index of this generation that no request goes to; one that exists is left as it is. */
  create(generation: string): Promise<string>;

  /** Removes the index with all that is in it; absent is no error, but the one that requests go to raises one. */
  remove(index: string): Promise<void>;

  /** Removes the index that requests go to, where there is one, in whatever state it is. */
  discardCurrent(): Promise<void>;

  /**
   * Up to which sequence number every write is in the index, by shard: what comes later has a higher one.
   * Says nothing of what a search sees.
   */
  checkpoint(index: string): Promise<FeedPosition>;

  refresh(index: string): Promise<void>;

  /** What a search sees of the writes after the position, in batches of bounded size. */
  changesAfter(index: string, position: FeedPosition): AsyncIterable<Entry[]>;

  /**
   * Writes each entry unless the index has one as high or higher (heads by `currentVersion`; summaries and folders
   * are immutable), atomically with that comparison: a repeat that lands late does no harm.
   */
  writeIfHigher(index: string, entries: readonly Entry[]): Promise<void>;

  /** Real-time, in the order of the identifiers. */
  readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]>;

  /** As of `DocumentIndex`; `absent` goes to this concrete index too. */
  writeHead(index: string, write: HeadWrite): Promise<HeadOutcome>;

  /** All heads as a search sees them, in batches, ordered by identifier; those after `after` where given. */
  scanHeads(index: string, after?: string): AsyncIterable<HeadMark[]>;

  /** As `readHeads`, without what only requests need. */
  readMarks(index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]>;

  /** Real-time, in the order of the marks, which may be of several documents. */
  readSummaries(index: string, marks: readonly SummaryMark[]): Promise<(VersionSummary | undefined)[]>;

  /** Real-time, in the order of the identifiers. */
  readFolders(index: string, ids: readonly string[]): Promise<(Folder | undefined)[]>;

  /** As `scanHeads`. */
  scanFolders(index: string, after?: string): AsyncIterable<Folder[]>;

  /**
   * The summaries that a search sees, in batches of bounded size and in no order. One that is written meanwhile may be
   * told twice or not at all.
   */
  scanSummaries(index: string): AsyncIterable<SummaryMark[]>;

  /** As of `DocumentIndex`: heads and tombstone heads that are there. */
  countCreated(index: string, owner: string, month: string): Promise<number>;

  /** Writes each entry whatever is there. */
  overwrite(index: string, entries: readonly ImmutableEntry[]): Promise<void>;

  /**
   * Removes a head for good, conditionally and atomically, as if it had never been: whoever writes late finds none. No
   * `changesAfter` tells of it.
   */
  removeHead(id: string, expected: Revision): Promise<HeadRemoval>;

  /** Absent ones are no error. */
  removeSummaries(index: string, marks: readonly SummaryMark[]): Promise<void>;

  /**
   * Takes the place of every earlier hold of the same or a lower rank: whatever is asked for in their name from now on
   * raises an error or does nothing, however late it comes. Changes neither block nor index. Raises
   * `HeldByAnotherError` where a higher rank has it, and an error where there is no index.
   */
  hold(index: string, rank: number): Promise<Hold>;

  /** Refuses writes from now on; resolves when none is under way any more. Raises an error without the hold. */
  block(hold: Hold): Promise<void>;

  /** Nothing happens where the hold is another's by now, or the index is gone. */
  unblock(hold: Hold): Promise<void>;

  isBlocked(index: string): Promise<boolean>;

  /**
   * Sends requests to the index that is held instead of `from`, in one step; undefined: nothing was there. Resolves
   * when every node does so, for one that is current already too. Raises an error, and changes nothing, where `from` is
   * not the current one, or the hold is another's, or its index is gone.
   */
  swap(from: string | undefined, to: Hold): Promise<void>;

  close(): Promise<void>;
}
