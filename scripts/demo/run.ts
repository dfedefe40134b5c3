import type { DemoApi } from './api.js';
import type { AbortableConcurrency } from './for-each-concurrently.js';
import type { Folders } from './folders.js';
import type { Differences } from './differences.js';
import type { Packages } from './package-info.js';
import type { Progress } from './progress.js';

/** What the phases of one run share. */
export interface Run extends AbortableConcurrency {
  readonly api: DemoApi;
  readonly dir: string;
  readonly packages: Packages;
  readonly folders: Folders;
  readonly progress: Progress;
  readonly differences: Differences;
}

/** A document that the service has acknowledged. Its content is not kept: it is made again from its file. */
export interface WrittenDocument {
  readonly source: string;
  readonly id: string;
  readonly folderId: string;
  readonly versions: 1 | 2;
}

/** At most `count` items, evenly spread. */
export function sample<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
