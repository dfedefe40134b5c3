import { OperatorError } from '../domain/errors.js';
import type { Progress } from './progress.js';
import { LOG_KINDS, type LogKind } from './sync-kinds.js';

export type Conflict = { key: string; why: string };

/** Objects, unless another unit is said. */
export type CopyReport = {
  copied: Record<LogKind, number>;
  copiedBytes: number;
  /** Key records that retire earlier now. */
  updated: number;
  /** At both places before, `compared` of them byte for byte. */
  present: number;
  compared: number;
  /** Of the target alone: written there, or removed at the source since the last time. */
  onlyAtTarget: number;
  /** Of a document, behind a slot that is not the source's. */
  heldBack: number;
  /** Neither of a log nor of the place: the first few by name. */
  foreign: { count: number; first: string[] };
  /** Of the source, that this version of the program cannot read: the first few by name. Copied all the same. */
  unreadable: { count: number; first: string[] };
  conflicts: Conflict[];
  /** A last look at the source found nothing more to copy. */
  settled: boolean;
};

const NAMED = 20;
/** More than that are not conflicts but two different logs. */
const MOST_CONFLICTS = 1_000;

/** Counts what a copy does, over its rounds. */
export class CopyTally {
  readonly report: CopyReport = {
    copied: Object.fromEntries(LOG_KINDS.map((kind) => [kind, 0])) as Record<LogKind, number>,
    copiedBytes: 0, updated: 0, present: 0, compared: 0, onlyAtTarget: 0, heldBack: 0,
    foreign: { count: 0, first: [] }, unreadable: { count: 0, first: [] }, conflicts: [], settled: false,
  };
  readonly #progress: Progress;
  readonly #inConflict = new Set<string>();
  #round = 0;
  #changes = 0;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Rounds after the first look at the same objects again: only what they change counts. */
  beginRound(): void {
    this.#round++;
    this.#changes = 0;
    this.report.heldBack = 0;
  }

  get round(): number {
    return this.#round;
  }

  /** Whether the round found the target to have everything. */
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

  /** Among the objects of the log. */
  foreign(key: string): void {
    if (this.#round === 1) this.foreignElsewhere(key);
  }

  foreignElsewhere(key: string): void {
    const { foreign } = this.report;
    if (foreign.count++ < NAMED) foreign.first.push(key);
  }

  unreadable(key: string): void {
    const { unreadable } = this.report;
    if (unreadable.count++ < NAMED) unreadable.first.push(key);
  }

  heldBack(count: number): void {
    this.report.heldBack += count;
    this.#progress.advance(count);
  }

  /** Listed, but removed before it was read: its document is being deleted, and its tombstone may be still to come. */
  gone(): void {
    this.#changes++;
    this.#progress.advance();
  }

  /** Below what is to be copied. Raises an `OperatorError` at the thousandth. */
  conflictBelow(key: string, why: string): void {
    if (this.#inConflict.has(key)) return;
    this.#inConflict.add(key);
    this.report.conflicts.push({ key, why });
    this.#progress.note(`${key}: ${why}`);
    if (this.report.conflicts.length >= MOST_CONFLICTS) {
      throw new OperatorError(`${MOST_CONFLICTS} objects are others at the target: these are two different logs`);
    }
  }

  conflict(key: string, why: string): void {
    this.#progress.advance();
    this.conflictBelow(key, why);
  }
}
