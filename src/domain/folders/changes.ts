import type { IdempotencyMark } from '../version.js';

/**
 * What one entry of an owner's folder log may do. `close` stops documents from being put into a folder unseen while a
 * delete looks for some: a write that has put one there ends it by `keep`. `delete` takes a closed folder without
 * content, `drop` one with all that is below it. A `base` is the first entry of an owner
 * who had folders before: they are in the tree of its number. A `create` with a time brings in another of these.
 */
export type FolderChange =
  | { kind: 'create'; id: string; name: string; parentId: string | null; mark?: IdempotencyMark; createdAt?: string }
  | { kind: 'move'; id: string; name: string; parentId: string | null; mark?: IdempotencyMark }
  | { kind: 'close' | 'keep' | 'delete' | 'drop'; id: string }
  | { kind: 'base' };

export type FolderEntry = {
  /** From 1. */
  number: number;
  writeId: string;
  /** When it was made. */
  at: string;
  changes: readonly FolderChange[];
};

/** `closing`: by the entry `closedBy`. `deleted`: it was empty. `dropped`: all below went with it. */
export type FolderState = 'living' | 'closing' | 'deleted' | 'dropped';

/**
 * A folder of a tree; replaced where it changes. Deleted ones stay, so that documents that still name them are placed.
 */
export type FolderNode = {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly createdAt: string;
  /** Also the time of its end. */
  readonly updatedAt: string;
  readonly revision: number;
  readonly state: FolderState;
  /** The number of the entry that closed it; 0: it is not closing. */
  readonly closedBy: number;
  /** Idempotency-Keys of its creation and of its last changes, with the revision that each made. */
  readonly marks: readonly FolderMark[];
};

export type FolderMark = IdempotencyMark & { revision: number };

export const MOST_FOLDER_MARKS = 20;
