import type { BackgroundTasks } from '../consistency/background-tasks.js';
import type { DocumentQueue } from '../consistency/document-queue.js';
import type { FolderCache } from '../consistency/folder-cache.js';
import type { Freshness } from '../consistency/freshness.js';
import type { PageCache } from '../consistency/page-cache.js';
import type { SummaryCache } from '../consistency/summary-cache.js';
import type { VersionCache } from '../consistency/version-cache.js';
import type { Limits } from '../domain/limits.js';
import type { Slot } from '../domain/version.js';
import type { FolderLog } from '../log/folder-log.js';
import type { VersionLog } from '../log/version-log.js';
import type { Counters } from '../ports/counters.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ResultPage } from './search-documents.js';
import type { DocumentWriters } from './write/document-writer.js';

export type Context = {
  log: VersionLog;
  versions: VersionCache;
  summaries: SummaryCache;
  folders: FolderLog;
  index: DocumentIndex;
  folderCache: FolderCache;
  counters: Counters;
  freshness: Freshness;
  pages: PageCache<ResultPage>;
  queue: DocumentQueue;
  lines: DocumentWriters;
  background: BackgroundTasks;
  limits: Limits;
  /** How long a write may keep trying, in milliseconds; less than a request may take. */
  writeDeadlineMs: number;
  now(): Date;
  onHelp(): void;
  onAcknowledged(slot: Slot): void;
  /** Whether an operator has suspended the owner. The last known answer counts while the store is down. */
  isSuspended(owner: string): Promise<boolean>;
};
