import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { Catalog, type IndexRow } from './catalog.js';
import type { ConnectionOptions } from './connection.js';
import { makeIndex, removeIndex } from './index-file.js';
import { IndexFiles } from './index-files.js';
import { DamagedIndexError } from './sqlite-errors.js';

const CATALOG_FILE = 'catalog.db';

/** The embedded indices of a folder, as one thread has them open. */
export class IndexFolder {
  readonly path: string;
  readonly catalog: Catalog;
  readonly files: IndexFiles;
  readonly openedAt = performance.now();
  readonly #options: ConnectionOptions;

  /** Makes the folder and the catalog where there are none. */
  constructor(path: string, options: ConnectionOptions) {
    this.path = path;
    this.#options = options;
    this.catalog = Catalog.open(join(path, CATALOG_FILE), options);
    this.files = new IndexFiles(path, this.catalog, options);
  }

  /** The disk took no writes when a file was opened, so it is read as it was then. */
  get isFixed(): boolean {
    return this.catalog.isFixed || this.files.isFixed;
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
        removeIndex(this.files.pathOf(row));
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
    this.catalog.close();
  }

  /** Until its file is whole and it `isWanted`, its row says `removed`, so nobody finds it. */
  #makeFile(generation: string, isWanted: (row: IndexRow) => boolean): IndexRow {
    const { catalog } = this;
    const row = catalog.change(() => catalog.add(generation));
    // Where the catalog was lost, its numbers begin again.
    removeIndex(this.files.pathOf(row));
    makeIndex(this.files.pathOf(row), this.#options);
    catalog.change(() => {
      if (!isWanted(row)) return;
      if (!catalog.setState(row, 'open')) throw new UnavailableError('the index was removed while it was made');
    });
    return row;
  }
}

/** For a folder whose catalog is damaged. Processes that have its files open go on with them. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true });
}
