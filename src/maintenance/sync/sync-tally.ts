import { OperatorError } from '../../domain/errors.js';
import { keepExample } from '../shared/keep-example.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { LOG_KINDS, type LogKind } from '../shared/sync-kinds.js';

export type Conflict = { key: string; why: string };

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
  foreign: { count: number; first: string[] };
  /** Source objects that this program version cannot read, copied all the same; the first few keys. */
  unreadable: { count: number; first: string[] };
  conflicts: Conflict[];
  /** The last round found nothing more to copy. */
  settled: boolean;
};

/** More conflicts mean two different logs. */
const MOST_CONFLICTS = 1_000;

export class CopyTally {
  readonly report: CopyReport = {
    copied: Object.fromEntries(LOG_KINDS.map((kind) => [kind, 0])) as Record<LogKind, number>,
    copiedBytes: 0,
    updated: 0,
    present: 0,
    compared: 0,
    onlyAtTarget: 0,
    heldBack: 0,
    foreign: { count: 0, first: [] },
    unreadable: { count: 0, first: [] },
    conflicts: [],
    settled: false,
  };
  readonly #progress: ProgressReporter;
  readonly #inConflict = new Set<string>();
  #round = 0;
  #changes = 0;

  constructor(progress: ProgressReporter) {
    this.#progress = progress;
  }

  /** Later rounds see the same objects again: only their changes count. */
  beginRound(): void {
    this.#round++;
    this.#changes = 0;
    this.report.heldBack = 0;
  }

  get round(): number {
    return this.#round;
  }

  get foundNothing(): boolean {
    return this.#changes === 0;
  }

  copied(kind: LogKind, bytes: number): void {
    this.#changes++;
    this.report.copied[kind]++;
    this.report.copiedBytes += bytes;
    this.#progress.advance();
  }

  updated(): void {
    this.#changes++;
    this.report.updated++;
    this.#progress.advance();
  }

  present({ compared }: { compared: boolean }): void {
    this.#progress.advance();
    if (this.#round > 1) return;
    this.report.present++;
    if (compared) this.report.compared++;
  }

  onlyAtTarget(): void {
    if (this.#round === 1) this.report.onlyAtTarget++;
  }

  /** A foreign key among the log's own. */
  foreign(key: string): void {
    if (this.#round === 1) this.foreignElsewhere(key);
  }

  foreignElsewhere(key: string): void {
    const { foreign } = this.report;
    foreign.count++;
    keepExample(foreign.first, key);
  }

  unreadable(key: string): void {
    const { unreadable } = this.report;
    unreadable.count++;
    keepExample(unreadable.first, key);
  }

  heldBack(count: number): void {
    this.report.heldBack += count;
    this.#progress.advance(count);
  }

  /** Removed between listing and read: its document is being deleted, and its tombstone may be still to come. */
  gone(): void {
    this.#changes++;
    this.#progress.advance();
  }

  /** For a slot below one to copy. Raises `OperatorError` at the thousandth conflict. */
  conflictBelow(key: string, why: string): void {
    if (this.#inConflict.has(key)) return;
    this.#inConflict.add(key);
    this.report.conflicts.push({ key, why });
    this.#progress.note(`${key}: ${why}`);
    if (this.report.conflicts.length >= MOST_CONFLICTS) {
      throw new OperatorError(
        `${MOST_CONFLICTS} objects differ at the target: source and target hold two different logs`,
      );
    }
  }

  conflict(key: string, why: string): void {
    this.#progress.advance();
    this.conflictBelow(key, why);
  }
}
