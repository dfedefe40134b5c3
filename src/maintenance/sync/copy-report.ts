import type { ObjectStore } from '../../ports/object-store.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { LOG_KINDS, type LogKind } from '../shared/sync-kinds.js';

export type CopyLog = {
  source: ObjectStore;
  target: ObjectStore;
  width: number;
  /** Also compare objects that both places have. Copies are always read back. */
  verify: boolean;
  /** Nothing is written, and objects to copy are not read. */
  dryRun: boolean;
  /** Also filled up to a failure. */
  report: CopyReport;
  progress: ProgressReporter;
  signal: AbortSignal;
};

/** Counts objects unless a name has another unit. */
export type CopyReport = {
  copied: Record<LogKind, number>;
  copiedBytes: number;
  /** Key records that retire earlier now. */
  updated: number;
  /** At both places before; `compared` of them byte for byte. */
  present: number;
  compared: number;
  /** Written at the target, or removed at the source since the last run. */
  onlyAtTarget: number;
  /** Versions behind a slot that differs from the source's. */
  heldBack: number;
  /** Objects of neither the log nor the place; the first few keys. */
  foreign: number;
  firstForeign: string[];
  /** Source objects that this program version cannot read, copied all the same; the first few keys. */
  unreadable: number;
  firstUnreadable: string[];
  conflicts: { key: string; why: string }[];
  /** The last round found nothing more to copy. */
  settled: boolean;
};

export function emptyReport(): CopyReport {
  return {
    copied: Object.fromEntries(LOG_KINDS.map((kind) => [kind, 0])) as Record<LogKind, number>,
    copiedBytes: 0,
    updated: 0,
    present: 0,
    compared: 0,
    onlyAtTarget: 0,
    heldBack: 0,
    foreign: 0,
    firstForeign: [],
    unreadable: 0,
    firstUnreadable: [],
    conflicts: [],
    settled: false,
  };
}
