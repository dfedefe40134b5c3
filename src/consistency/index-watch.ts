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

const HEADS_EVERY_MS = 5_000;
const MARKS_EVERY_MS = 15_000;

export type IndexWatchOptions = {
  index: DocumentIndex;
  store: ObjectStore;
  generation: GenerationRecord;
  records: IndexMarkRecords;
  onChange(lacking: Lacking | undefined): void;
  /** Another index was swapped in. */
  onReplaced(generation: string): Promise<void>;
  onFault(error: unknown): void;
  headsEveryMs?: number;
  marksEveryMs?: number;
};

/** `generation`: that of the older index. `isNoted`: the log has a record of it, which every process reads. */
type RolledBackIndex = { generation: string; lacking: Lacking; isNoted: boolean };

/** Refuses an index that was put back to an older state: its generation is right, but it lacks a marked write. */
export class IndexWatch {
  readonly #options: IndexWatchOptions;
  readonly #log: VersionLog;
  readonly #notes: RolledBackIndexRecords;
  #marks: readonly IndexMark[] = [];
  /** Write ids of marks that no index has to fit, as the log lacks them. */
  #void = new Set<string>();
  #ownNewest: IndexMark | undefined;
  /** `#ownNewest` at the last look. A newer mark must not replace it before it was checked. */
  #ownAtLook: IndexMark | undefined;
  #marksReadAt = -Infinity;
  #rolledBack: RolledBackIndex | undefined;
  #generation: string | undefined;
  #hasLooked = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: IndexWatchOptions) {
    this.#options = options;
    this.#log = new VersionLog(options.store);
    this.#notes = new RolledBackIndexRecords(options.store);
  }

  note(mark: IndexMark): void {
    this.#ownNewest = mark;
  }

  async looked(): Promise<void> {
    if (!this.#hasLooked) await this.#look();
  }

  expectCurrent(): void {
    if (this.#rolledBack) throw new UnusableIndexError(ROLLED_BACK, { retryAfter: 30 });
  }

  /** `version`: of the head that a request read, 0 for none. Raises `UnusableIndexError` if it lacks a known write. */
  async checkHead(id: string, version: number): Promise<void> {
    for (const mark of this.#known()) {
      if (mark.id === id && version < mark.version) await this.#check(mark);
    }
    this.expectCurrent();
  }

  start(): void {
    if (this.#isStopped) return;
    void this.#look()
      .catch(ignoreUnavailable)
      .catch(this.#options.onFault)
      .then(() => {
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
    this.#looking ??= this.#compare().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #compare(): Promise<void> {
    const before = this.#rolledBack;
    // Former marks too: a process may have replaced the mark of a write that an older index lacks.
    const marks = new Set(this.#known());
    this.#ownAtLook = this.#ownNewest;
    await this.#readMarks();
    for (const mark of this.#known()) marks.add(mark);
    const checked = await Promise.all([...marks].map((mark) => this.#check(mark)));
    if (checked.includes('foreign')) return;
    if (before && this.#rolledBack === before) await this.#lookAgain(before, checked.includes('stale'));
    this.#hasLooked = true;
  }

  async #lookAgain(rolledBack: RolledBackIndex, isStale: boolean): Promise<void> {
    if (!rolledBack.isNoted) await this.#note(rolledBack);
    if (isStale || !(await this.#isOver(rolledBack))) return;
    this.#rolledBack = undefined;
    this.#options.onChange(undefined);
  }

  async #readMarks(): Promise<void> {
    const now = performance.now();
    if (now - this.#marksReadAt < (this.#options.marksEveryMs ?? MARKS_EVERY_MS)) return;
    this.#marks = await this.#options.records.read();
    await this.#readNote();
    this.#marksReadAt = now;
    this.#void = new Set(
      this.#known()
        .map(({ writeId }) => writeId)
        .filter((writeId) => this.#void.has(writeId)),
    );
  }

  /** Another process may have noted what this one cannot see any more. */
  async #readNote(): Promise<void> {
    const carried = await this.#options.index.readGeneration();
    await this.#followGeneration(carried).catch(ignoreUnavailable);
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

  #known(): readonly IndexMark[] {
    const own = [this.#ownAtLook, this.#ownNewest].filter((mark) => mark !== undefined);
    return [...this.#marks, ...own];
  }

  /** `foreign`: lost, emptied or of another log, which `GenerationCheckedIndex` reports. */
  async #check(mark: IndexMark): Promise<'current' | 'stale' | 'foreign'> {
    const { index, generation } = this.#options;
    if (this.#void.has(mark.writeId) || (await this.#hasReached(mark))) return 'current';
    if (!(await isInLog(this.#log, mark).catch(unreadableAs(false)))) {
      this.#void.add(mark.writeId);
      return 'current';
    }
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
