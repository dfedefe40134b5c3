import type { IdempotencyMark } from './version.js';

/** Immutable. Directly below the root `parentId` is null and `depth` is 0. */
export type Folder = {
  id: string;
  owner: string;
  name: string;
  parentId: string | null;
  /** `/` and the names from the root down, slash-separated. */
  path: string;
  depth: number;
  createdAt: string;
};

export type FolderRecord = Folder & { writeId: string; idempotency: IdempotencyMark | null };
