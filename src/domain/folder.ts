import type { IdempotencyMark } from './version.js';

/** As releases before folder trees made it, in an object of its own. Directly below the root `parentId` is null. */
export type Folder = {
  id: string;
  owner: string;
  name: string;
  parentId: string | null;
  /** `/` and the names from the root down, slash-separated. */
  path: string;
  /** The number of folders above it. */
  depth: number;
  createdAt: string;
};

export type FolderRecord = Folder & { writeId: string; idempotency: IdempotencyMark | null };

/** As it is in the tree of its owner. */
export type CurrentFolder = Folder & {
  /** Of its last change; at first the time of creation. */
  updatedAt: string;
  /** 1, and one more with each change of its name or parent. */
  revision: number;
};
