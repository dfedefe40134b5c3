import { inTransaction, openFile, type ConnectionOptions } from '../files/connection.js';
import { SCHEMA_VERSION, type Catalog, type IndexRow } from './catalog.js';
import { EntryReader } from './entry-reader.js';
import { EntryWriter } from './entry-writer.js';
import { extendIndex, indexFile } from './index-file.js';
import { DamagedIndexError, fileFailure } from '../files/sqlite-errors.js';
import type { Connection } from '../files/sqlite-library.js';

export class OpenIndex {
  readonly connection: Connection;
  readonly reader: EntryReader;
  #writer: EntryWriter | undefined;

  constructor(connection: Connection, name: string) {
    this.connection = connection;
    this.reader = new EntryReader(connection, name);
  }

  get writer(): EntryWriter {
    this.#writer ??= new EntryWriter(this.connection);
    return this.#writer;
  }
}

/** A file that was emptied is an empty database. */
function whole(connection: Connection, { name, schema }: IndexRow, file: string): OpenIndex {
  try {
    const isEmpty = connection.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'changes'`).get() === undefined;
    if (isEmpty) throw new DamagedIndexError(`${file} is empty`);
    if (schema !== SCHEMA_VERSION) extendIndex(connection);
    return new OpenIndex(connection, name);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The files of the concrete indices, as one thread has them open. */
export class IndexFiles {
  readonly #folder: string;
  readonly #catalog: Catalog;
  readonly #options: ConnectionOptions;
  readonly #open = new Map<number, OpenIndex>();
  #isFixed = false;

  constructor(folder: string, catalog: Catalog, options: ConnectionOptions) {
    this.#folder = folder;
    this.#catalog = catalog;
    this.#options = options;
  }

  /** Any of them is, see `OpenFile`. */
  get isFixed(): boolean {
    return this.#isFixed;
  }

  /** Runs the work on an open index. Raises `UnavailableError` for every error of SQLite. */
  use<T>(row: IndexRow, work: (index: OpenIndex) => T): T {
    try {
      return work(this.#get(row));
    } catch (error) {
      throw fileFailure(error, this.pathOf(row));
    }
  }

  /**
   * Runs the work in a transaction, with the row as the catalog has it by then; undefined: the index is gone. A block
   * sets the state first, then calls `settle`, which waits for this transaction. So no write comes after a block.
   */
  write<T>(row: IndexRow, work: (now: IndexRow | undefined, writer: EntryWriter) => T): T {
    return this.use(row, ({ connection, writer }) =>
      inTransaction(connection, () => writer.together(() => work(this.#catalog.find(row.name), writer))),
    );
  }

  /** Returns when every write that began before the call has ended. */
  settle(row: IndexRow): void {
    this.use(row, ({ connection }) => inTransaction(connection, () => undefined));
  }

  pathOf({ number }: IndexRow): string {
    return indexFile(this.#folder, number);
  }

  close(): void {
    for (const { connection } of this.#open.values()) connection.close();
    this.#open.clear();
    this.#isFixed = false;
  }

  /** Closes the files of indices that are gone. */
  #get(row: IndexRow): OpenIndex {
    const known = this.#open.get(row.number);
    if (known) return known;
    for (const [number, { connection }] of this.#open) {
      if (this.#catalog.has(number)) continue;
      connection.close();
      this.#open.delete(number);
    }
    const { connection, isFixed } = openFile(this.pathOf(row), this.#options);
    this.#isFixed ||= isFixed;
    const opened = whole(connection, row, this.pathOf(row));
    this.#open.set(row.number, opened);
    return opened;
  }
}
