import type { IdempotencyMark } from './version.js';

/** A folder below an owner's root; immutable. */
export type Folder = {
  id: string;
  owner: string;
  name: string;
  /** Null directly below the root. */
  parentId: string | null;
  /** `/` and the names from the root down, slash-separated. */
  path: string;
  /** 0 directly below the root. */
  depth: number;
  createdAt: string;
};

/** A folder as the log keeps it. */
export type FolderRecord = Folder & { writeId: string; idempotency: IdempotencyMark | null };
