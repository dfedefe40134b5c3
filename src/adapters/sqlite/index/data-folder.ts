import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../../domain/errors.js';
import { Catalog, type IndexRow } from './catalog.js';
import { removeDatabase, type ConnectionOptions } from '../files/connection.js';
import { makeIndex } from './index-file.js';
import { IndexFiles } from './index-files.js';
import { usable } from './index-jobs.js';
import { openLog, type LogFile } from '../files/log-file.js';
import { DamagedIndexError } from '../files/sqlite-errors.js';

/** Log and indices of a folder, as one thread has them open. */
export class DataFolder {
  readonly log: LogFile;
  readonly catalog: Catalog;
  readonly files: IndexFiles;

  /** Raises what `openLog` raises. */
  constructor(path: string, options: ConnectionOptions) {
    this.log = openLog(path, options);
    this.catalog = new Catalog(this.log);
    this.files = new IndexFiles(path, this.catalog, options);
  }

  /** The disk took no writes when a file was opened, so it is read as it was then. */
  get isFixed(): boolean {
    return this.log.isFixed || this.files.isFixed;
  }

  /** Runs the work for the current index; again where another one has become it before the work had its file. */
  onCurrent<T>(work: (row: IndexRow) => T | 'replaced'): T {
    for (;;) {
      const row = usable(this.catalog.current());
      try {
        const result = work(row);
        if (result !== 'replaced') return result;
      } catch (error) {
        // A rebuild may have removed its file meanwhile.
        if (this.catalog.current()?.number === row.number) throw error;
      }
    }
  }

  /** Makes an empty index. */
  make(generation: string): IndexRow {
    return this.#makeFile(generation, () => true);
  }

  /** Makes an empty index the current one, unless there is one. */
  install(generation: string): void {
    const { catalog } = this;
    if (catalog.current()) return;
    this.#makeFile(generation, (row) => {
      if (catalog.current()) return false;
      catalog.makeCurrent(row);
      return true;
    });
  }

  discardCurrent(): void {
    const { catalog } = this;
    catalog.change(() => {
      const current = catalog.current();
      if (current) catalog.removeCurrent(current);
    });
    this.clearRemoved();
  }

  /** Removes what removed indices, and those whose making was cut, have left. */
  clearRemoved(): void {
    // One transaction: in between, a row could become one in use.
    this.catalog.change(() => {
      for (const row of this.catalog.removed()) {
        removeDatabase(this.files.pathOf(row));
        this.catalog.forget(row);
      }
    });
  }

  /**
   * Reads the file of the current index, and compares the sums of its heads. Returns what is wrong with it; undefined:
   * it is sound, or there is none.
   */
  async damage(): Promise<string | undefined> {
    const row = this.catalog.current();
    if (!row) return undefined;
    try {
      this.files.use(row, ({ reader }) => reader.checkFile());
      let last: string | undefined = '';
      while (last !== undefined) {
        const after: string = last;
        last = this.files.use(row, ({ reader }) => reader.checkHeads(after));
        await nextTurn();
      }
      return undefined;
    } catch (error) {
      if (error instanceof DamagedIndexError) return error.what;
      throw error;
    }
  }

  close(): void {
    this.files.close();
    this.log.connection.close();
  }

  /** Until its file is whole and it `isWanted`, its row says `removed`, so nobody finds it. */
  #makeFile(generation: string, isWanted: (row: IndexRow) => boolean): IndexRow {
    const { catalog } = this;
    const row = catalog.change(() => catalog.add(generation));
    // A backup was restored: numbers begin again where it ends.
    removeDatabase(this.files.pathOf(row));
    try {
      makeIndex(this.files.pathOf(row));
    } catch (error) {
      // On a full disk each try would leave a row and a file.
      removeDatabase(this.files.pathOf(row));
      catalog.change(() => catalog.forget(row));
      throw error;
    }
    catalog.change(() => {
      if (!isWanted(row)) return;
      if (!catalog.setState(row, 'open')) throw new UnavailableError('the index was removed while it was made');
    });
    return row;
  }
}
