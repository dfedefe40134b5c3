import { ignoreUnavailable, UnusableIndexError } from '../../domain/errors.js';
import type { GenerationRecord } from '../../log/generation-record.js';
import type { IndexMark, IndexMarkRecords } from '../../log/index-mark-records.js';
import { LeaseRecords } from '../../log/lease-records.js';
import { RebuildRecords } from '../../log/rebuild-records.js';
import { SetBackRecords, type Lacking } from '../../log/set-back-records.js';
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
  /** `lacking`: what the index lacks; undefined: it lacks nothing any more. */
  onChange(lacking: Lacking | undefined): void;
  /** Another index has taken the place of the one that was there. Called again after an `UnavailableError`. */
  onReplaced(): Promise<void>;
  onFault(error: unknown): void;
  headsEveryMs?: number;
  marksEveryMs?: number;
};

/** `generation`: of the index that was found too old. `isNoted`: other processes, and later ones, can know of it. */
type SetBack = { generation: string; lacking: Lacking; isNoted: boolean };

/**
 * Notices an index that was put back to an older state: a restored snapshot, an older volume or folder. Its generation
 * is right, but it lacks a write that a mark of the log names. That is noted in the log, and such an index is refused
 * until what mends all of it has taken the note away: newer marks, or one head after the other that is brought forward,
 * say nothing of the rest of it.
 */
export class IndexWatch {
  readonly #options: IndexWatchOptions;
  readonly #log: VersionLog;
  readonly #notes: SetBackRecords;
  /** As they were read last. */
  #marks: readonly IndexMark[] = [];
  /** Marks that no index has to fit, by their write. */
  #void = new Set<string>();
  #ownNewest: IndexMark | undefined;
  /** `#ownNewest` as it was at the last look: a newer one does not take its place before it was judged. */
  #ownAtLook: IndexMark | undefined;
  #marksReadAt = -Infinity;
  #setBack: SetBack | undefined;
  /** Of the index, as it was read last. */
  #generation: string | undefined;
  #hasLooked = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: IndexWatchOptions) {
    this.#options = options;
    this.#log = new VersionLog(options.store);
    this.#notes = new SetBackRecords(options.store);
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
    // The marks of before, too: a process whose write an older index lacks may have marked another one since.
    const known = new Set(this.#known());
    this.#ownAtLook = this.#ownNewest;
    await this.#readMarks();
    const judged = await Promise.all([...known, ...this.#known()].map((mark) => this.#judge(mark)));
    if (judged.includes('not the index')) return;
    // A request may have found something meanwhile.
    if (before && this.#setBack === before) await this.#lookAgain(before, judged.includes('lacks it'));
    this.#hasLooked = true;
  }

  async #lookAgain(setBack: SetBack, lacksIt: boolean): Promise<void> {
    if (!setBack.isNoted) await this.#note(setBack);
    if (lacksIt || !await this.#isOver(setBack)) return;
    this.#setBack = undefined;
    this.#options.onChange(undefined);
  }

  async #readMarks(): Promise<void> {
    const now = performance.now();
    if (now - this.#marksReadAt < (this.#options.marksEveryMs ?? MARKS_EVERY_MS)) return;
    this.#marks = await this.#options.records.read();
    await this.#readNote();
    this.#marksReadAt = now;
    this.#void = new Set(this.#known().map(({ writeId }) => writeId).filter((writeId) => this.#void.has(writeId)));
  }

  /** Another process may have found what this one cannot see any more. */
  async #readNote(): Promise<void> {
    const carried = await this.#options.index.readGeneration();
    await this.#followGeneration(carried).catch(ignoreUnavailable);
    const lacking = carried === undefined ? undefined : await this.#notes.read(carried);
    if (carried !== undefined && lacking) this.#refuse({ generation: carried, lacking, isNoted: true });
  }

  async #followGeneration(carried: string | undefined): Promise<void> {
    if (carried === undefined || carried === this.#generation) return;
    if (this.#generation !== undefined) await this.#options.onReplaced();
    this.#generation = carried;
  }

  #refuse(setBack: SetBack): SetBack {
    if (this.#setBack?.generation === setBack.generation) return this.#setBack;
    this.#setBack = setBack;
    this.#options.onChange(setBack.lacking);
    return setBack;
  }

  async #note(setBack: SetBack): Promise<void> {
    await this.#notes.add(setBack.generation, setBack.lacking);
    setBack.isNoted = true;
  }

  #known(): readonly IndexMark[] {
    const own = [this.#ownAtLook, this.#ownNewest].filter((mark) => mark !== undefined);
    return [...this.#marks, ...own];
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
    const setBack = this.#refuse({ generation: carried, lacking: mark, isNoted: false });
    // What fails is tried again at the next look.
    if (!setBack.isNoted) await this.#note(setBack).catch(ignoreUnavailable);
    return 'lacks it';
  }

  async #hasReached({ id, version }: IndexMark): Promise<boolean> {
    const at = await this.#options.index.readHead(id);
    return at !== undefined && at.head.currentVersion >= version;
  }

  /** Another index has taken its place, or a repair has come to its end. */
  async #isOver({ generation, isNoted }: SetBack): Promise<boolean> {
    if (await this.#options.index.readGeneration() !== generation) return true;
    return isNoted && await this.#notes.read(generation) === undefined && !await this.#isBeingMended();
  }

  async #isBeingMended(): Promise<boolean> {
    const { store } = this.#options;
    const lease = (await new LeaseRecords(store).newest())?.record;
    if (lease && lease.maintenance !== 'gc' && lease.releasedAt === null) return true;
    return (await new RebuildRecords(store).list()).length > 0;
  }
}
