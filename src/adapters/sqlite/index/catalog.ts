import { randomBase62 } from '../../../domain/base62.js';
import { inTransaction } from '../files/connection.js';
import type { LogFile } from '../files/log-file.js';
import { fileFailure } from '../files/sqlite-errors.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

/** 4: times beside titles. */
export const SCHEMA_VERSION = 4;

/** `removed`: gone for every reader and writer, though its file may remain, or not yet whole. */
export type IndexState = 'open' | 'blocked' | 'removed';

/** A concrete index. `name` is part of a revision and never used again, nor is `number`, which its file has. */
export type IndexRow = {
  number: number;
  name: string;
  generation: string;
  schema: number;
  state: IndexState;
  /** Of the job that may block it and make it current; 0 and null where there is none. */
  rank: number;
  token: string | null;
};

const NAME_LENGTH = 22;

/**
 * The concrete indices of a folder, and which one serves requests: two tables of the log. Other connections may change
 * both at any time.
 */
export class Catalog {
  readonly #path: string;
  readonly #connection: Connection;
  readonly #version: Statement;
  readonly #rows: Statement;
  #known: { version: number; rows: readonly IndexRow[]; current: number | undefined } | undefined;

  constructor({ path, connection }: LogFile) {
    this.#path = path;
    this.#connection = connection;
    this.#version = connection.prepare('PRAGMA data_version');
    this.#version.setReturnArrays(true);
    this.#rows = connection.prepare(
      'SELECT indices.*, current.number IS NOT NULL AS isCurrent FROM indices LEFT JOIN current USING (number)',
    );
  }

  /** The index that requests go to. */
  current(): IndexRow | undefined {
    const { rows, current } = this.#read();
    return current === undefined ? undefined : rows.find(({ number }) => number === current);
  }

  find(name: string): IndexRow | undefined {
    return this.#present().find((row) => row.name === name);
  }

  findGeneration(generation: string): IndexRow | undefined {
    return this.#present().find((row) => row.generation === generation);
  }

  has(number: number): boolean {
    return this.#present().some((row) => row.number === number);
  }

  removed(): IndexRow[] {
    return this.#read().rows.filter(({ state }) => state === 'removed');
  }

  /** Runs the work in a transaction. The methods below are for it. */
  change<T>(work: () => T): T {
    this.#known = undefined;
    try {
      return inTransaction(this.#connection, work);
    } catch (error) {
      throw fileFailure(error, this.#path);
    } finally {
      this.#known = undefined;
    }
  }

  /** An index that is not whole yet: nobody finds it before `setState`. */
  add(generation: string): IndexRow {
    const name = randomBase62(NAME_LENGTH);
    const insert = `INSERT INTO indices (name, generation, schema, state) VALUES (?, ?, ?, 'removed') RETURNING *`;
    return this.#connection.prepare(insert).get(name, generation, SCHEMA_VERSION) as unknown as IndexRow;
  }

  /** Returns whether there is such an index. */
  setState({ number }: IndexRow, state: IndexState): boolean {
    this.#known = undefined;
    return this.#connection.prepare('UPDATE indices SET state = ? WHERE number = ?').run(state, number).changes === 1;
  }

  setToken({ number }: IndexRow, rank: number, token: string): void {
    this.#known = undefined;
    this.#connection.prepare('UPDATE indices SET rank = ?, token = ? WHERE number = ?').run(rank, token, number);
  }

  makeCurrent({ number }: IndexRow): void {
    this.#known = undefined;
    this.#connection.prepare('INSERT OR REPLACE INTO current VALUES (1, ?)').run(number);
  }

  removeCurrent(row: IndexRow): void {
    this.setState(row, 'removed');
    this.#connection.exec('DELETE FROM current');
  }

  forget({ number }: IndexRow): void {
    this.#known = undefined;
    this.#connection.prepare('DELETE FROM indices WHERE number = ?').run(number);
  }

  #present(): IndexRow[] {
    return this.#read().rows.filter(({ state }) => state !== 'removed');
  }

  /** The rows are read again only where another connection has written: the version is of a microsecond. */
  #read() {
    try {
      const [version] = this.#version.get() as unknown as [number];
      if (this.#known?.version === version) return this.#known;
      const found = this.#rows.all() as unknown as (IndexRow & { isCurrent: number })[];
      const current = found.find(({ isCurrent }) => isCurrent === 1)?.number;
      this.#known = { version, rows: found, current };
      return this.#known;
    } catch (error) {
      throw fileFailure(error, this.#path);
    }
  }
}
