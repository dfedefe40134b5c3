import type { Folder } from '../domain/folder.js';
import type { Head } from '../domain/head.js';
import type { VersionSummary } from '../domain/version.js';
import type { HeadOutcome, HeadWrite, RevisedHead } from './document-index.js';

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

/** A block, and by whom: whoever has the newest hold may lift it. */
export type BlockHold = { readonly index: string; readonly token: string };

/**
 * What a rebuild does to concrete indices beside the running service. Every step may be taken again after a
 * lost answer or by a process that resumes. Raises `UnavailableError` like the other ports.
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

  /** All heads as a search sees them, in batches, ordered by identifier. */
  scanHeads(index: string): AsyncIterable<HeadMark[]>;

  /**
   * Refuses writes from now on; resolves when none is under way any more. Takes the place of every earlier hold of the
   * same or a lower rank, the index being blocked or not, and raises an error where a higher one is there, or no index.
   */
  block(index: string, rank: number): Promise<BlockHold>;

  /** Nothing happens where another hold has taken its place, however late this comes, or the index is gone. */
  unblock(hold: BlockHold): Promise<void>;

  isBlocked(index: string): Promise<boolean>;

  /**
   * Sends requests to `to` instead of `from`, in one step; undefined: nothing was there. Resolves when every node
   * does so, for a `to` that is current already too. Raises an error, and changes nothing, where `from` is not the
   * current one or `to` does not exist.
   */
  swap(from: string | undefined, to: string): Promise<void>;

  close(): Promise<void>;
}
