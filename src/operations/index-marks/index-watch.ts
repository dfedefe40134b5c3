import { ignoreUnavailable, UnusableIndexError } from '../../domain/errors.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { IndexMark, IndexMarkRecords } from '../../log/index-mark-records.js';
import { LeaseRecords } from '../../log/lease-records.js';
import { RebuildRecords } from '../../log/rebuild-records.js';
import { VersionLog } from '../../log/version-log.js';
import type { DocumentIndex } from '../../ports/document-index.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { isInLog } from './is-in-log.js';

export const SET_BACK = 'the index is older than the log: run `quire reindex`';

/** So often the heads of the known marks are read while the service runs. */
const HEADS_EVERY_MS = 5_000;
/** So often the marks of all processes are read. */
const MARKS_EVERY_MS = 15_000;

export type IndexWatchOptions = {
  /** Not guarded by this watch. */
  index: DocumentIndex;
  store: ObjectStore;
  generation: GenerationRecord;
  records: IndexMarkRecords;
  /** `mark`: what the index lacks; undefined: it lacks nothing any more. */
  onChange(mark: IndexMark | undefined): void;
  onFault(error: unknown): void;
  headsEveryMs?: number;
  marksEveryMs?: number;
};

/** `generation`: of the index that was found too old. */
type SetBack = { generation: string };

/**
 * Notices an index that was put back to an older state: a restored snapshot, an older volume or folder. Its generation
 * is right, but it lacks a write that a mark of the log names.
 */
export class IndexWatch {
  readonly #options: IndexWatchOptions;
  readonly #log: VersionLog;
  /** As they were read last. */
  #marks: readonly IndexMark[] = [];
  /** Marks that no index has to fit, by their write. */
  #void = new Set<string>();
  #ownNewest: IndexMark | undefined;
  #marksReadAt = -Infinity;
  #setBack: SetBack | undefined;
  #hasLooked = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: IndexWatchOptions) {
    this.#options = options;
    this.#log = new VersionLog(options.store);
  }

  /** A write that this process has acknowledged. */
  note(mark: IndexMark): void {
    this.#ownNewest = mark;
  }

  /** Resolves when the index was compared with the marks once. Raises `UnavailableError` where that cannot be done. */
  async looked(): Promise<void> {
    if (!this.#hasLooked) await this.#look();
  }

  /** Raises `UnusableIndexError` while the index is known to be older than the log. */
  expectCurrent(): void {
    if (this.#setBack) throw new UnusableIndexError(SET_BACK, { retryAfter: 30 });
  }

  /** For a head as a request has read it, 0 for none. Raises `UnusableIndexError` where it lacks a known write. */
  async judgeHead(id: string, version: number): Promise<void> {
    for (const mark of this.#known()) {
      if (mark.id === id && version < mark.version) await this.#judge(mark);
    }
    this.expectCurrent();
  }

  /** From now on it looks by itself. */
  start(): void {
    if (this.#isStopped) return;
    void this.#look().catch(ignoreUnavailable).catch(this.#options.onFault).then(() => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => this.start(), this.#options.headsEveryMs ?? HEADS_EVERY_MS);
      this.#timer.unref();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking?.catch(() => undefined);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => { this.#looking = undefined; });
    return this.#looking;
  }

  async #compare(): Promise<void> {
    const before = this.#setBack;
    await this.#readMarks();
    const judged = await Promise.all(this.#known().map((mark) => this.#judge(mark)));
    if (judged.includes('not the index')) return;
    // A request may have found something meanwhile.
    if (before && this.#setBack === before && await this.#isOver(before)) {
      this.#setBack = undefined;
      this.#options.onChange(undefined);
    }
    this.#hasLooked = true;
  }

  async #readMarks(): Promise<void> {
    const now = performance.now();
    if (now - this.#marksReadAt < (this.#options.marksEveryMs ?? MARKS_EVERY_MS)) return;
    this.#marks = await this.#options.records.read();
    this.#marksReadAt = now;
    this.#void = new Set(this.#known().map(({ writeId }) => writeId).filter((writeId) => this.#void.has(writeId)));
  }

  #known(): readonly IndexMark[] {
    return this.#ownNewest ? [...this.#marks, this.#ownNewest] : this.#marks;
  }

  /** `not the index`: it is lost, emptied or of another log, which is not for this watch to tell. */
  async #judge(mark: IndexMark): Promise<'fits' | 'lacks it' | 'not the index'> {
    const { index, store, generation } = this.#options;
    if (this.#void.has(mark.writeId) || await this.#hasReached(mark)) return 'fits';
    if (!await isInLog(this.#log, store, mark)) {
      this.#void.add(mark.writeId);
      return 'fits';
    }
    const carried = await index.readGeneration();
    // Once more: a rebuilt index may have taken the place of the other meanwhile.
    if (await this.#hasReached(mark)) return 'fits';
    if (carried === undefined || !(await generation.read()).includes(carried)) return 'not the index';
    if (!this.#setBack) this.#options.onChange(mark);
    this.#setBack = { generation: carried };
    return 'lacks it';
  }

  async #hasReached({ id, version }: IndexMark): Promise<boolean> {
    const at = await this.#options.index.readHead(id);
    return at !== undefined && at.head.currentVersion >= version;
  }

  /**
   * For when all marks fit. A rebuild and doctor bring one head after the other forward, so an index that was older
   * stays unusable until they have come to their end, or another one has taken its place.
   */
  async #isOver({ generation }: SetBack): Promise<boolean> {
    return await this.#options.index.readGeneration() !== generation || !await this.#isBeingMended();
  }

  async #isBeingMended(): Promise<boolean> {
    const { store } = this.#options;
    const lease = (await new LeaseRecords(store).newest())?.record;
    if (lease && lease.maintenance !== 'gc' && lease.releasedAt === null) return true;
    return (await new RebuildRecords(store).list()).length > 0;
  }
}
