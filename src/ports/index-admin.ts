import { UnavailableError } from '../domain/errors.js';
import type { KeyEntry } from '../domain/document-key.js';
import type { Folder } from '../domain/folder.js';
import type { Head } from '../domain/head.js';
import type { Slot, VersionSummary } from '../domain/version.js';
import type { HeadOutcome, HeadWrite, RevisedHead, Revision } from './document-index.js';

/**
 * One concrete index, by its own name. `generation`: undefined if it carries none. `difference`: the first mapping or
 * setting that is not as `create` makes it.
 */
export type ConcreteIndex = {
  name: string;
  generation: string | undefined;
  schemaVersion: number;
  difference?: string;
};

/** `slot`: what the head is of, see `HeadWrite`. Entries that an index gives are without it. */
export type Entry =
  | { kind: 'head'; head: Head; slot?: Slot | undefined }
  | { kind: 'summary'; id: string; summary: VersionSummary }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'key'; entry: KeyEntry };

/** How far an index was followed: by shard, the sequence number up to which every write was seen. */
export type FeedPosition = Readonly<Record<string, number>>;

export type HeadMark = { id: string; currentVersion: number; deleted: boolean };

/** A version of a document. Its summary may or may not exist. */
export type SummaryMark = { id: string; version: number };

/** Entries that never change once they are right: the log fixes their content. */
export type ImmutableEntry = Exclude<Entry, { kind: 'head' | 'key' }>;

/** `conflict`: the head has another revision, or there is none. `refused`: as in `HeadOutcome`. */
export type HeadRemoval = 'removed' | 'conflict' | 'refused';

/** A higher rank holds the index, so a retry cannot help. */
export class HeldByAnotherError extends UnavailableError {
  override readonly isFinal = true;
}

/** The right to block one index and to send requests to it. Only the newest token has it. */
export type FencingToken = { readonly index: string; readonly token: string };

/** Work of rebuild, doctor and gc beside the service. Every step may be repeated. Raises `UnavailableError`. */
export interface IndexAdmin {
  /** Whether heads are written with the words of their slots, which no index gives back. */
  readonly writesWords: boolean;

  /** The index that requests go to; undefined: it is gone. */
  current(): Promise<ConcreteIndex | undefined>;

  /** The index of a generation, whether requests go to it or not, with its `difference`. */
  find(generation: string): Promise<ConcreteIndex | undefined>;

  /** Makes an empty index that gets no requests; an existing one stays unchanged. Returns its name. */
  create(generation: string): Promise<string>;

  /** Raises `MisconfiguredError` if the backend forbids searches of the index that requests and commands need. */
  expectSearches(index: string): Promise<void>;

  /** Removes the index with its content. An absent one is no error. The index that requests go to raises an error. */
  remove(index: string): Promise<void>;

  /** Removes the index that requests go to, if there is one, in any state. */
  discardCurrent(): Promise<void>;

  /** By shard, the sequence number up to which all writes are in the index; later ones are higher. Searches may lag. */
  checkpoint(index: string): Promise<FeedPosition>;

  refresh(index: string): Promise<void>;

  /** The writes after the position that a search sees, in batches of bounded size. */
  changesAfter(index: string, position: FeedPosition): AsyncIterable<Entry[]>;

  /** Writes what the index lacks or has lower (`currentVersion`, `life`), atomically: a late repeat does no harm. */
  writeIfHigher(index: string, entries: readonly Entry[]): Promise<void>;

  /** Real-time, in the order of `ids`. */
  readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]>;

  /** As in `DocumentIndex`; `absent` goes to this concrete index too. */
  writeHead(index: string, write: HeadWrite): Promise<HeadOutcome>;

  /** All heads that a search sees, in batches, ordered by identifier; only those after `after` if given. */
  scanHeads(index: string, after?: string): AsyncIterable<HeadMark[]>;

  /** As `readHeads`, without the fields that only requests need. */
  readMarks(index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]>;

  /** Real-time, in the order of the marks, which may name several documents. */
  readSummaries(index: string, marks: readonly SummaryMark[]): Promise<(VersionSummary | undefined)[]>;

  /** Real-time, in the order of `ids`. */
  readFolders(index: string, ids: readonly string[]): Promise<(Folder | undefined)[]>;

  /** Real-time, in the order of `names`. */
  readKeys(index: string, names: readonly string[]): Promise<(KeyEntry | undefined)[]>;

  /** As `scanHeads`. */
  scanFolders(index: string, after?: string): AsyncIterable<Folder[]>;

  /** Summaries that a search sees, unordered, in bounded batches. One written meanwhile may come twice or never. */
  scanSummaries(index: string): AsyncIterable<SummaryMark[]>;

  /** As in `DocumentIndex`: counts the heads and tombstone heads that exist. */
  countCreated(index: string, owner: string, month: string): Promise<number>;

  /** Writes each entry over an existing one. */
  overwrite(index: string, entries: readonly ImmutableEntry[]): Promise<void>;

  /** Removes a head for good, atomically: a late write finds none. `changesAfter` does not report it. */
  removeHead(id: string, expected: Revision): Promise<HeadRemoval>;

  /** Absent ones are no error. */
  removeSummaries(index: string, marks: readonly SummaryMark[]): Promise<void>;

  /**
   * Replaces every earlier token of the same or a lower rank. From then on a call with an old token raises an error or
   * does nothing, however late it arrives. Changes neither block nor index. Raises `HeldByAnotherError` if a higher
   * rank holds the index, and an error if there is no index.
   */
  takeToken(index: string, rank: number): Promise<FencingToken>;

  /** Refuses writes from now on; resolves when no write is under way. Raises an error without the newest token. */
  block(token: FencingToken): Promise<void>;

  /** Does nothing if the token is no longer the newest, or the index is gone. */
  unblock(token: FencingToken): Promise<void>;

  isBlocked(index: string): Promise<boolean>;

  /**
   * Sends requests to the held index instead of `from`, in one step; `from` undefined: there was no index. Resolves
   * when every node does so, also if the held index is current already. Raises an error and changes nothing if `from`
   * is not current, the token is not the newest, or its index is gone.
   */
  swap(from: string | undefined, to: FencingToken): Promise<void>;

  close(): Promise<void>;
}
