import { UnavailableError } from '../../domain/errors.js';
import { ChangeLog } from './change-log.js';
import { EntryWriter } from './entry-writer.js';
import { IndexCatalog } from './index-catalog.js';
import { codeOf } from './fs-errors.js';
import { damageOf, isDisturbance, isOfTheSystem } from './index-damage.js';
import { NO_GROWTH, NOTHING } from './growth.js';
import type { Growth } from './growth.js';
import type { Extent } from './index-extent.js';
import type { IndexFile } from './index-file.js';
import { noteDamage } from './index-marks.js';
import type { IndexTables } from './index-tables.js';
import { SetBackError, setLastTransaction } from './last-transaction.js';
import { causeOf } from './lmdb-cause.js';
import { NewestSeen } from './newest-seen.js';
import { withOpeningLock } from './opening-lock.js';
import { isWritable } from './prepare-files.js';
import { WriteQueue } from './write-queue.js';
import type { Batch } from './write-queue.js';

export type EnvironmentOptions = {
  folder: string;
  tables: IndexTables;
  file: IndexFile;
  /** Of a file system that is: nothing can be written, by nobody. */
  readOnly: boolean;
  /** Writes that may share a transaction: it keeps other processes' writers waiting for so long. */
  writesTogether: number;
  /** Told when it is of no use any more; by a `DamagedIndexError` where its file is not either. */
  onLoss: (why: UnavailableError) => void;
  /** Told of what a sound environment does not raise, nor the system: it should be checked. */
  onDoubt: () => void;
};

/** Whoever opens the environment may be checking a large one. */
const CLOSE_ALONE_WITHIN_MS = 2_000;
/** Each is one more process that opens the environment at this very moment. */
const ATTEMPTS = 10;
/** A process that died in the middle of a read keeps pages from being free again until it is found out. */
const READER_CHECK_MS = 2_000;

/**
 * One opened LMDB environment, which other processes may have open too: their transactions and these come one
 * after the other, and each sees all that were committed before it.
 */
export class IndexEnvironment {
  readonly folder: string;
  readonly tables: IndexTables;
  readonly catalog: IndexCatalog;
  readonly changes: ChangeLog;
  readonly entries: EntryWriter;
  readonly readOnly: boolean;
  readonly newest = new NewestSeen();
  readonly #file: IndexFile;
  readonly #queue: WriteQueue;
  readonly #told: Pick<EnvironmentOptions, 'onLoss' | 'onDoubt'>;
  #readersChecked = performance.now();
  #closed = false;

  /** Made by `openEnvironment`. */
  constructor({ folder, tables, file, readOnly, writesTogether, ...told }: EnvironmentOptions) {
    this.folder = folder;
    this.tables = tables;
    this.readOnly = readOnly;
    this.#file = file;
    this.catalog = new IndexCatalog(tables);
    this.changes = new ChangeLog(this.catalog, tables.changes);
    this.entries = new EntryWriter(tables, this.changes);
    this.#queue = new WriteQueue((batch) => this.#transact(batch), writesTogether);
    this.#told = told;
  }

  /** As of `WriteQueue`; without `growth` what the catalog takes. */
  write<T>(work: () => T, growth: () => Growth = () => NO_GROWTH): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.readOnly) return Promise.reject(new UnavailableError('the file system of the index is read-only'));
    return this.#queue.write(work, growth);
  }

  /** In one snapshot. Raises `UnavailableError` for whatever LMDB raises. */
  read<T>(read: () => T): T {
    if (this.#closed) throw closedError();
    try {
      return read();
    } catch (error) {
      throw this.#judgeRead(error);
    }
  }

  /**
   * As `read`, and in a snapshot of now. The snapshot of `read` may have begun earlier in the same turn of the event
   * loop.
   */
  readNewest<T>(read: () => T): T {
    return this.read(() => {
      this.tables.root.resetReadTxn();
      return read();
    });
  }

  /**
   * As `readNewest`, and certainly so: between the transactions of all processes. `readNewest` may miss for a moment
   * what was committed while another process opened the environment (`setLastTransaction` tells why).
   */
  async readBetweenWrites<T>(read: () => T): Promise<T> {
    return this.readOnly ? this.readNewest(read) : this.write(read, () => NOTHING);
  }

  /** As `read`, in a new snapshot after each thing that `read` waits for. */
  async readForTurns<T>(read: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    return read().catch((error: unknown) => { throw this.#judgeRead(error); });
  }

  /**
   * Raises `DamagedIndexError` where the file shows that LMDB had better not look at it, and `UnavailableError` where
   * it should be opened again.
   */
  look(): void {
    try {
      if (!this.#file.isInPlace()) throw new UnavailableError('the files of the index were exchanged or removed');
      this.#file.read();
      if (this.readOnly && isWritable(this.folder)) throw new UnavailableError('the index can be written again');
    } catch (error) {
      throw this.#judge(error, 'the files of the index cannot be looked at');
    }
  }

  /** Beside the file that was opened, and beside none that has taken its place. */
  noteDamage(what: string): void {
    noteDamage(this.folder, what, this.#file.dataIdentity);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.idle();
    await this.#closeTables();
    this.#file.close();
  }

  /** Commits nothing, but shows what the opening may have hidden from everybody (`setLastTransaction` tells why). */
  async showHidden(): Promise<void> {
    await this.readBetweenWrites(() => undefined);
  }

  /** The last one to close takes LMDB's locks down: nobody must be taking them over at that moment. */
  async #closeTables(): Promise<void> {
    const close = () => this.tables.root.close();
    await withOpeningLock(this.folder, AbortSignal.timeout(CLOSE_ALONE_WITHIN_MS), close).catch(close);
  }

  async #transact(batch: Batch): Promise<void> {
    this.#forgetDeadReaders();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(batch);
      } catch (error) {
        if (!(error instanceof SetBackError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** What was written to files that nobody will find again is not durable, whatever LMDB says. */
  async #transactOnce({ growth, work }: Batch): Promise<void> {
    let raised: unknown;
    try {
      await this.tables.root.transaction(() => {
        try {
          this.#file.makeRoom(this.#lookInTransaction(), growth());
          work();
        } catch (error) {
          raised = error;
          throw error;
        }
      });
    } catch (error) {
      // Asked for in any case: a reason that nobody asks for ends the process.
      const cause = await causeOf(error);
      throw this.#judge(raised ?? cause, 'writing to the index failed');
    }
    if (!this.#file.isInPlace()) throw this.#movedError();
  }

  /** Raises `SetBackError` where the transaction does not follow the last one: it would overwrite others. */
  #lookInTransaction(): Extent | undefined {
    const extent = this.#file.read();
    const last = BigInt(this.tables.root.getWriteTxnId()) - 1n;
    if (extent === undefined || last === extent.transaction) return extent;
    if (!this.#file.isInPlace()) throw this.#movedError();
    setLastTransaction(this.folder, extent.transaction);
    throw new SetBackError();
  }

  #movedError(): UnavailableError {
    return new UnavailableError(`the index in ${this.folder} was moved away or removed`);
  }

  #forgetDeadReaders(): void {
    if (performance.now() - this.#readersChecked < READER_CHECK_MS) return;
    this.#readersChecked = performance.now();
    this.tables.root.readerCheck();
  }

  /** A snapshot in which LMDB raised an error raises only errors afterwards; one that was set back stays so. */
  #judgeRead(error: unknown): UnavailableError {
    const isSpoilt = !(error instanceof UnavailableError) || error instanceof SetBackError;
    if (isSpoilt && !this.#closed) this.tables.root.resetReadTxn();
    return this.#judge(error, 'reading the index failed');
  }

  #judge(error: unknown, what: string): UnavailableError {
    const damage = damageOf(error);
    if (error instanceof UnavailableError && !damage) return error;
    const failure = damage ?? new UnavailableError(what, { cause: error });
    if (damage || isDisturbance(error)) this.#told.onLoss(failure);
    else if (!isOfTheSystem(error) && codeOf(error) === undefined) this.#told.onDoubt();
    return failure;
  }
}

function closedError(): UnavailableError {
  return new UnavailableError('the index is closed');
}
