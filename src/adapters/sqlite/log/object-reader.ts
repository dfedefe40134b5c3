import { crc32 } from 'node:zlib';
import { DamagedObjectError } from '../../../domain/errors.js';
import type { LogFile } from '../files/log-file.js';
import { inSnapshot } from '../files/connection.js';
import { isDamage } from '../files/sqlite-errors.js';
import type { Connection, Statement } from '../files/sqlite-library.js';
import { partsOf, PartsReader } from './object-parts.js';

/** Larger ones are read in a thread: this much takes a fraction of a millisecond. */
const READ_AT_ONCE_BYTES = 256 * 1024;
const KEYS_TOGETHER = 1_000;
/** Greater than every character of a key. */
const AFTER_KEYS = '\x7f';

type Row = { sum: number; size?: number; body: Uint8Array | null };
/** `body` is undefined where it is too large to be read at once. */
export type FoundObject = { size: number; body: Uint8Array | undefined };
export type CheckedObjects = { last: number; count: number; damaged: string[] };

/** Reads the objects of a log. */
export class ObjectReader {
  readonly #log: LogFile;
  readonly #statements: ReturnType<typeof prepared>;
  #parts: PartsReader | undefined;

  constructor(log: LogFile) {
    this.#log = log;
    this.#statements = prepared(log.connection);
  }

  get isFixed(): boolean {
    return this.#log.isFixed;
  }

  close(): void {
    this.#log.connection.close();
  }

  /** Raises `DamagedObjectError`. */
  find(key: string): FoundObject | undefined {
    const row = this.#guarded(key, () => this.#statements.small.get(key) as Row | undefined);
    if (!row) return undefined;
    const parts = partsOf(row);
    if (parts) return { size: parts.size, body: undefined };
    return { size: row.size ?? 0, body: row.body ? this.#checked(key, row.sum, row.body) : undefined };
  }

  /** Of any size. Raises `DamagedObjectError`. */
  read(key: string): Uint8Array | undefined {
    // Others may remove the parts that a row names.
    return this.#guarded(key, () =>
      inSnapshot(this.#log.connection, () => {
        const row = this.#statements.any.get(key) as Row | undefined;
        if (!row) return undefined;
        const { sum, body } = this.#whole(key, row);
        return this.#checked(key, sum, body);
      }),
    );
  }

  /** The first keys with the prefix after `after`; fewer than `KEYS_TOGETHER`: these are all. */
  keys(prefix: string, after: string): { keys: string[]; isLast: boolean } {
    const { keysFrom, keysAfter } = this.#statements;
    const end = prefix + AFTER_KEYS;
    const rows = after < prefix ? keysFrom.all(prefix, end, KEYS_TOGETHER) : keysAfter.all(after, end, KEYS_TOGETHER);
    const keys = (rows as { key: string }[]).map(({ key }) => key);
    return { keys, isLast: keys.length < KEYS_TOGETHER };
  }

  count(): number {
    return (this.#statements.count.get() as { count: number }).count;
  }

  /** Compares the sums of the first objects after row `n`, up to some megabytes. `count` 0: there are no more. */
  check(n: number): CheckedObjects {
    const checked: CheckedObjects = { last: n, count: 0, damaged: [] };
    let bytes = 0;
    for (const row of this.#statements.after.iterate(n) as Iterable<Row & { n: number; key: string }>) {
      const { sum, body } = this.#whole(row.key, row);
      if (sumOf(row.key, body) !== sum) checked.damaged.push(row.key);
      checked.last = row.n;
      checked.count++;
      bytes += body.length;
      if (checked.count >= KEYS_TOGETHER || bytes > CHECKED_TOGETHER_BYTES) break;
    }
    return checked;
  }

  /** What is wrong with the structure of the file; undefined: nothing. Each key must be in the table and its index. */
  structureFault(): string | undefined {
    const { integrity_check: found } = this.#statements.structure.get() as { integrity_check: string };
    return found === 'ok' ? undefined : found;
  }

  #whole(key: string, row: Row): { sum: number; body: Uint8Array } {
    const parts = partsOf(row);
    if (!parts) return { sum: row.sum, body: row.body ?? new Uint8Array() };
    this.#parts ??= new PartsReader(this.#log.connection);
    return { sum: parts.sum, body: this.#parts.read(key, parts) };
  }

  #guarded<T>(key: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      throw new DamagedObjectError(`${this.#log.path}: ${key}: ${(error as Error).message}`, { cause: error });
    }
  }

  #checked(key: string, sum: number, body: Uint8Array): Uint8Array {
    if (sumOf(key, body) === sum) return body;
    throw new DamagedObjectError(`${this.#log.path}: the object ${key} is damaged: its sum is wrong`);
  }
}

const CHECKED_TOGETHER_BYTES = 4 * 1024 * 1024;

export function sumOf(key: string, body: Uint8Array): number {
  return crc32(body, crc32(key));
}

function prepared(connection: Connection) {
  const prepare = (sql: string): Statement => connection.prepare(sql);
  return {
    small: prepare(
      `SELECT sum, length(body) AS size, CASE WHEN length(body) <= ${READ_AT_ONCE_BYTES} THEN body END AS body
       FROM objects WHERE key = ?`,
    ),
    any: prepare('SELECT sum, body FROM objects WHERE key = ?'),
    keysFrom: prepare('SELECT key FROM objects WHERE key >= ? AND key < ? ORDER BY key LIMIT ?'),
    keysAfter: prepare('SELECT key FROM objects WHERE key > ? AND key < ? ORDER BY key LIMIT ?'),
    count: prepare('SELECT count(*) AS count FROM objects'),
    after: prepare('SELECT n, key, sum, body FROM objects WHERE n > ? ORDER BY n'),
    structure: prepare('PRAGMA integrity_check(1)'),
  };
}
