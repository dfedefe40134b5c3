import { ignoreUnavailable, UnusableIndexError } from '../domain/errors.js';
import type { GenerationRecord } from '../log/generation-record.js';
import type { IndexMark, IndexMarkRecords } from '../log/index-mark-records.js';
import { LeaseRecords } from '../log/lease-records.js';
import { RebuildRecords } from '../log/rebuild-records.js';
import { RolledBackIndexRecords, type Lacking } from '../log/rolled-back-index-records.js';
import { VersionLog } from '../log/version-log.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ObjectStore } from '../ports/object-store.js';
import { unreadableAs } from '../log/json-objects.js';

export const ROLLED_BACK = 'the index is older than the log: run `quire reindex`';

/** Between two looks at which index answers, and at one that is refused. */
const LOOK_EVERY_MS = 5_000;
const COMPARE_EVERY_MS = 60_000;
/** More than the looks between two comparisons. */
const MOST_OWN = 32;

export type IndexWatchOptions = {
  index: DocumentIndex;
  store: ObjectStore;
  generation: GenerationRecord;
  records: IndexMarkRecords;
  onChange(lacking: Lacking | undefined): void;
  /** Another index was swapped in. */
  onReplaced(generation: string): Promise<void>;
  onFault(error: unknown): void;
  lookEveryMs?: number;
  compareEveryMs?: number;
};

/** `generation`: that of the older index. `isNoted`: the log has a record of it, which every process reads. */
type RolledBackIndex = { generation: string; lacking: Lacking; isNoted: boolean };

/**
 * Refuses an index that was put back to an older state: its generation is right, but it lacks a marked write. Compared
 * before the first answer, when another index answers, and once a minute.
 */
export class IndexWatch {
  readonly #options: IndexWatchOptions;
  readonly #log: VersionLog;
  readonly #notes: RolledBackIndexRecords;
  /** Those in the log at the last comparison. Their processes may have replaced them since. */
  #former: readonly IndexMark[] = [];
  /** This process's newest write at each look since the last comparison: a newer one must not hide one that is lost. */
  #own: readonly IndexMark[] = [];
  #newest: IndexMark | undefined;
  #rolledBack: RolledBackIndex | undefined;
  /** What the last comparison saw. */
  #identity: string | undefined;
  #generation: string | undefined;
  #comparedAt = -Infinity;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: IndexWatchOptions) {
    this.#options = options;
    this.#log = new VersionLog(options.store);
    this.#notes = new RolledBackIndexRecords(options.store);
  }

  note(mark: IndexMark): void {
    this.#newest = mark;
  }

  /** Resolves when the index was compared once. Raises `UnavailableError` if it cannot be compared. */
  async compared(): Promise<void> {
    if (this.#comparedAt === -Infinity) await this.#look();
  }

  /** Raises `UnusableIndexError` if the index lacks a known write. */
  expectCurrent(): void {
    if (this.#rolledBack) throw new UnusableIndexError(ROLLED_BACK, { retryAfter: 30 });
  }

  start(): void {
    if (this.#isStopped) return;
    void this.#look()
      .catch(ignoreUnavailable)
      .catch(this.#options.onFault)
      .then(() => {
        if (this.#isStopped) return;
        this.#timer = setTimeout(() => this.start(), this.#options.lookEveryMs ?? LOOK_EVERY_MS);
        this.#timer.unref();
      });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking?.catch(() => undefined);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#compareIfDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #compareIfDue(): Promise<void> {
    const now = performance.now();
    if (this.#newest && this.#newest !== this.#own.at(-1)) this.#own = [...this.#own, this.#newest].slice(-MOST_OWN);
    const identity = await this.#options.index.readIdentity();
    const isDue = now - this.#comparedAt >= (this.#options.compareEveryMs ?? COMPARE_EVERY_MS);
    if (!isDue && !this.#rolledBack && identity === this.#identity) return;
    if (!(await this.#compare())) return;
    this.#identity = identity;
    this.#comparedAt = now;
  }

  /** False: it is no index of this log. */
  async #compare(): Promise<boolean> {
    const before = this.#rolledBack;
    const marks = await this.#options.records.read();
    const carried = await this.#options.index.readGeneration();
    await this.#readNote(carried);
    const checked = await Promise.all([...this.#former, ...this.#own, ...marks].map((mark) => this.#check(mark)));
    if (checked.includes('foreign')) return false;
    const isStale = checked.includes('stale');
    if (before && this.#rolledBack === before) await this.#lookAgain(before, isStale);
    await this.#followGeneration(carried);
    if (!isStale) {
      this.#former = marks;
      this.#own = this.#own.slice(-1);
    }
    return true;
  }

  async #lookAgain(rolledBack: RolledBackIndex, isStale: boolean): Promise<void> {
    if (!rolledBack.isNoted) await this.#note(rolledBack);
    if (isStale || !(await this.#isOver(rolledBack))) return;
    this.#rolledBack = undefined;
    this.#options.onChange(undefined);
  }

  /** Another process may have noted what this one cannot see any more. */
  async #readNote(carried: string | undefined): Promise<void> {
    const lacking = carried === undefined ? undefined : await this.#notes.read(carried);
    if (carried !== undefined && lacking) this.#refuse({ generation: carried, lacking, isNoted: true });
  }

  async #followGeneration(carried: string | undefined): Promise<void> {
    if (carried === undefined || carried === this.#generation) return;
    if (this.#generation !== undefined) await this.#options.onReplaced(carried);
    this.#generation = carried;
  }

  #refuse(rolledBack: RolledBackIndex): RolledBackIndex {
    if (this.#rolledBack?.generation === rolledBack.generation) return this.#rolledBack;
    this.#rolledBack = rolledBack;
    this.#options.onChange(rolledBack.lacking);
    return rolledBack;
  }

  async #note(rolledBack: RolledBackIndex): Promise<void> {
    await this.#notes.add(rolledBack.generation, rolledBack.lacking);
    rolledBack.isNoted = true;
  }

  /** `foreign`: lost, emptied or of another log, which `GenerationCheckedIndex` reports. */
  async #check(mark: IndexMark): Promise<'current' | 'stale' | 'foreign'> {
    const { index, generation } = this.#options;
    if (await this.#hasReached(mark)) return 'current';
    if (!(await isInLog(this.#log, mark).catch(unreadableAs(false)))) return 'current';
    const carried = await index.readGeneration();
    // Read again: a rebuilt index may have taken over meanwhile.
    if (await this.#hasReached(mark)) return 'current';
    if (carried === undefined || !(await generation.read()).includes(carried)) return 'foreign';
    const rolledBack = this.#refuse({ generation: carried, lacking: mark, isNoted: false });
    if (!rolledBack.isNoted) await this.#note(rolledBack).catch(ignoreUnavailable);
    return 'stale';
  }

  async #hasReached({ id, version }: IndexMark): Promise<boolean> {
    const at = await this.#options.index.readHead(id);
    return at !== undefined && at.head.currentVersion >= version;
  }

  /** Whether another index took over, or a full repair ended. The index may lack writes that have no mark. */
  async #isOver({ generation, isNoted }: RolledBackIndex): Promise<boolean> {
    if ((await this.#options.index.readGeneration()) !== generation) return true;
    return isNoted && (await this.#notes.read(generation)) === undefined && !(await this.#isBeingRepaired());
  }

  async #isBeingRepaired(): Promise<boolean> {
    const { store } = this.#options;
    const lease = (await new LeaseRecords(store).newest())?.record;
    if (lease && lease.maintenance !== 'gc' && lease.releasedAt === null) return true;
    return (await new RebuildRecords(store).list()).length > 0;
  }
}

/** Whether the log has a mark's write, so that a rebuild would bring the head to it. Raises `UnreadableObjectError`. */
async function isInLog(log: VersionLog, mark: IndexMark): Promise<boolean> {
  const { id, version, writeId } = mark;
  const slots: number[] = [];
  for await (const version of log.slots(id)) slots.push(version);
  const highest = slots.at(-1) ?? 0;
  if (highest < version) return false;
  const last = await log.read(id, highest);
  // A rebuild leaves out documents without version 1, and those whose newest object cannot be read.
  if (!last || (!last.deleted && !slots.includes(1))) return false;
  // Another document may have taken the identifier. A deleted document may have its tombstone alone.
  const slot = version === highest ? last : await log.read(id, version);
  return slot ? slot.writeId === writeId : last.deleted;
}
