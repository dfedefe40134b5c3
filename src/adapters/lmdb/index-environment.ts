import { UnavailableError } from '../../domain/errors.js';
import { ChangeLog } from './change-log.js';
import { EntryWriter } from './entry-writer.js';
import { IndexCatalog } from './index-catalog.js';
import { codeOf } from '../filesystem/fs-errors.js';
import { damageOf, isDisturbance, isOfTheSystem } from './index-damage.js';
import { NO_GROWTH } from './growth.js';
import type { Growth } from './growth.js';
import type { IndexFile } from './index-file.js';
import { noteDamage } from './index-marks.js';
import { isNotedOpened, noteClosed, noteOpened } from './index-notes.js';
import type { IndexTables } from './index-tables.js';
import { withOpeningLock } from './opening-lock.js';
import { KeptHeads } from './kept-heads.js';
import { isWritable } from './prepare-files.js';
import { WriteQueue } from './write-queue.js';
import type { WriteBatch } from './write-queue.js';

export type EnvironmentOptions = {
  folder: string;
  tables: IndexTables;
  file: IndexFile;
  /** The file system is read-only: no process can write. */
  readOnly: boolean;
  /** Most writes in one transaction. Other threads' writers wait for all of them. */
  writesTogether: number;
  /** Where the log ends now. Undefined: it is another thread's. */
  logEnd: () => string | undefined;
  /** Called when the environment is lost, with a `DamagedIndexError` if its file is damaged. */
  onLoss: (why: UnavailableError) => void;
  /** Called after an error that neither a sound environment nor the system raises: check the environment. */
  onDoubt: () => void;
};

const CLOSE_ALONE_WITHIN_MS = 2_000;

/** One open LMDB environment. Transactions of all threads run one by one, and each sees all earlier commits. */
export class IndexEnvironment {
  readonly folder: string;
  readonly tables: IndexTables;
  readonly catalog: IndexCatalog;
  readonly changes: ChangeLog;
  readonly entries: EntryWriter;
  readonly kept: KeptHeads;
  readonly readOnly: boolean;
  readonly #file: IndexFile;
  readonly #queue: WriteQueue;
  readonly #logEnd: EnvironmentOptions['logEnd'];
  readonly #events: Pick<EnvironmentOptions, 'onLoss' | 'onDoubt'>;
  #closed = false;

  constructor({ folder, tables, file, readOnly, writesTogether, logEnd, ...events }: EnvironmentOptions) {
    this.folder = folder;
    this.tables = tables;
    this.readOnly = readOnly;
    this.#file = file;
    this.#logEnd = logEnd;
    this.catalog = new IndexCatalog(tables);
    this.changes = new ChangeLog(this.catalog, tables.changes);
    this.entries = new EntryWriter(tables, this.changes);
    this.kept = new KeptHeads(this.catalog, this.changes, tables.heads);
    this.#queue = new WriteQueue((batch) => this.#transact(batch), writesTogether);
    this.#events = events;
  }

  /** See `WriteQueue`. The default growth covers catalog changes. */
  write<T>(work: () => T, growth: () => Growth = () => NO_GROWTH): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.readOnly) return Promise.reject(new UnavailableError('the file system of the index is read-only'));
    return this.#queue.write(work, growth);
  }

  /** Reads in one snapshot. Raises `UnavailableError` for every error of LMDB. */
  read<T>(read: () => T): T {
    if (this.#closed) throw closedError();
    try {
      return read();
    } catch (error) {
      throw this.#judgeRead(error);
    }
  }

  /** Like `read`, in a new snapshot. That of `read` may be as old as this turn of the event loop. */
  readNewest<T>(read: () => T): T {
    return this.read(() => {
      this.tables.root.resetReadTxn();
      return read();
    });
  }

  /** Like `read`, with a new snapshot after each wait in `read`. */
  async readForTurns<T>(read: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    return read().catch((error: unknown) => {
      throw this.#judgeRead(error);
    });
  }

  /** Raises `DamagedIndexError` if LMDB must not touch the file, `UnavailableError` if it must be reopened. */
  look(): void {
    try {
      if (!this.#file.isInPlace()) throw new UnavailableError('the files of the index were exchanged or removed');
      this.#file.read();
      if (this.readOnly && isWritable(this.folder)) throw new UnavailableError('the index can be written again');
    } catch (error) {
      throw this.#judge(error, 'the files of the index cannot be looked at');
    }
  }

  /** Notes damage of the opened file, not of a file that replaced it. */
  noteDamage(what: string): void {
    noteDamage(this.folder, what, this.#file.dataIdentity);
  }

  /** Call when no other thread has it open. */
  async noteClosing(): Promise<void> {
    const { notes } = this.tables;
    if (this.read(() => isNotedOpened(notes))) await this.write(() => noteClosed(notes, this.#logEnd()));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.idle();
    await this.#closeTables();
    this.#file.close();
  }

  /** The last thread to close removes LMDB's locks. The opening lock keeps others from taking them over meanwhile. */
  async #closeTables(): Promise<void> {
    const close = () => this.tables.root.close();
    await withOpeningLock(this.folder, AbortSignal.timeout(CLOSE_ALONE_WITHIN_MS), close).catch(close);
  }

  /** A write to files that were moved or removed fails, although LMDB reports a durable commit. */
  async #transact({ growth, work }: WriteBatch): Promise<void> {
    let raised: unknown;
    try {
      await this.tables.root.transaction(() => {
        try {
          const growing = growth();
          this.#file.makeRoom(this.#file.read(), growing);
          if (!growing.isNone) this.#noteOpened();
          work();
        } catch (error) {
          raised = error;
          throw error;
        }
      });
    } catch (error) {
      // Await the reason in any case: an unhandled rejection ends the process.
      const cause = await causeOf(error);
      throw this.#judge(raised ?? cause, 'writing to the index failed');
    }
    if (!this.#file.isInPlace()) throw this.#movedError();
    // The snapshot of this turn of the event loop may be older, and reads after the answer must see the write.
    this.tables.root.resetReadTxn();
  }

  /** Again in the next transaction if this one fails. */
  #noteOpened(): void {
    if (!isNotedOpened(this.tables.notes)) noteOpened(this.tables.notes, this.#file.birth, this.#logEnd());
  }

  #movedError(): UnavailableError {
    return new UnavailableError(`the index in ${this.folder} was moved away or removed`);
  }

  /** Resets the snapshot: after an error of LMDB it raises only errors. */
  #judgeRead(error: unknown): UnavailableError {
    if (!(error instanceof UnavailableError) && !this.#closed) this.tables.root.resetReadTxn();
    return this.#judge(error, 'reading the index failed');
  }

  #judge(error: unknown, what: string): UnavailableError {
    const damage = damageOf(error);
    if (error instanceof UnavailableError && !damage) return error;
    const failure = damage ?? new UnavailableError(what, { cause: error });
    if (damage || isDisturbance(error)) this.#events.onLoss(failure);
    else if (!isOfTheSystem(error) && codeOf(error) === undefined) this.#events.onDoubt();
    return failure;
  }
}

function closedError(): UnavailableError {
  return new UnavailableError('the index is closed');
}

/** lmdb-js hides the reason in a rejected promise that has no other handler. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(
    () => error,
    (reason: unknown) => reason,
  );
}
