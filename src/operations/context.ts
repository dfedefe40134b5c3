import type { BackgroundTasks } from '../coordination/background-tasks.js';
import type { DocumentQueue } from '../coordination/document-queue.js';
import type { FolderCache } from '../coordination/folder-cache.js';
import type { Freshness } from '../coordination/freshness.js';
import type { PageCache } from '../coordination/page-cache.js';
import type { SummaryCache } from '../coordination/summary-cache.js';
import type { VersionCache } from '../coordination/version-cache.js';
import type { Limits } from '../domain/limits.js';
import type { Slot } from '../domain/version.js';
import type { FolderLog } from '../log/folder-log.js';
import type { VersionLog } from '../log/version-log.js';
import type { Counters } from '../ports/counters.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ResultPage } from './search-documents.js';
import type { DocumentLines } from './write/document-line.js';

/** What every operation works with. */
export type Context = {
  log: VersionLog;
  /** Versions that a living head names. */
  versions: VersionCache;
  /** Of the same. */
  summaries: SummaryCache;
  folders: FolderLog;
  index: DocumentIndex;
  folderCache: FolderCache;
  counters: Counters;
  freshness: Freshness;
  pages: PageCache<ResultPage>;
  /** Of creates. */
  queue: DocumentQueue;
  /** Of every other write to a document. */
  lines: DocumentLines;
  background: BackgroundTasks;
  limits: Limits;
  /** How long a write may go on trying, in milliseconds; less than a request may take. */
  writeDeadlineMs: number;
  now(): Date;
  /** Another request's claimed slot was brought into the index. */
  onHelp(): void;
  /** A write of this process is acknowledged. */
  onAcknowledged(slot: Slot): void;
  /** Whether an operator has suspended the owner. What was known last counts while the store is away. */
  isSuspended(owner: string): Promise<boolean>;
};
