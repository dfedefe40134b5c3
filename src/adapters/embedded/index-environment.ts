import { UnavailableError } from '../../domain/errors.js';
import { ChangeLog } from './change-log.js';
import { EntryWriter } from './entry-writer.js';
import { IndexCatalog } from './index-catalog.js';
import { fileIdentity } from './index-file.js';
import type { IndexTables } from './index-tables.js';
import { WriteQueue } from './write-queue.js';

export type EnvironmentOptions = {
  folder: string;
  tables: IndexTables;
  /** Writes that may share a transaction: it keeps other processes' writers waiting for so long. */
  writesTogether: number;
};

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
  readonly #queue: WriteQueue;
  readonly #identity: string | undefined;
  #closed = false;

  /** Made by `openEnvironment`. */
  constructor({ folder, tables, writesTogether }: EnvironmentOptions) {
    this.folder = folder;
    this.tables = tables;
    this.catalog = new IndexCatalog(tables);
    this.changes = new ChangeLog(this.catalog, tables.changes);
    this.entries = new EntryWriter(tables, this.changes);
    this.#queue = new WriteQueue((work) => this.#transact(work), writesTogether);
    this.#identity = fileIdentity(folder);
  }

  /** As of `WriteQueue`. */
  write<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    return this.#queue.write(work);
  }

  /** In one snapshot. Raises `UnavailableError` for whatever LMDB raises. */
  read<T>(read: () => T): T {
    if (this.#closed) throw closedError();
    try {
      return read();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /**
   * As `read`, and in a snapshot of now: it has everything that any process committed before. The snapshot of
   * `read` may have begun earlier in the same turn of the event loop.
   */
  readNewest<T>(read: () => T): T {
    return this.read(() => {
      this.tables.root.resetReadTxn();
      return read();
    });
  }

  /** As `read`, in a new snapshot after each thing that `read` waits for. */
  async readForTurns<T>(read: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    return read().catch((error: unknown) => { throw asUnavailable(error); });
  }

  /** Whether the folder still holds the files that were opened. */
  isInPlace(): boolean {
    return fileIdentity(this.folder) === this.#identity;
  }

  /** Gives up the snapshots of processes that died while they read: no page that they saw would be free again. */
  forgetDeadReaders(): void {
    this.tables.root.readerCheck();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.idle();
    await this.tables.root.close();
  }

  /** What was written to files that nobody will find again is not durable, whatever LMDB says. */
  async #transact(work: () => void): Promise<void> {
    await this.tables.root.transaction(work);
    if (!this.isInPlace()) throw new Error(`the index in ${this.folder} was moved away or removed`);
  }
}

function asUnavailable(error: unknown): UnavailableError {
  return error instanceof UnavailableError ? error : new UnavailableError('reading the index failed', { cause: error });
}

function closedError(): UnavailableError {
  return new UnavailableError('the index is closed');
}
