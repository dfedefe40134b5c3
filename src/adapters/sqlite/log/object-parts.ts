import { randomBase62 } from '../../../domain/base62.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

/** Of a body, in one transaction: some ten milliseconds of the disk, for which every other write waits. */
export const PART_BYTES = 1024 * 1024;
/** A longer body is written in parts. */
export const LONGEST_WHOLE_BYTES = 2 * PART_BYTES;
/** The sum of an object whose body is in parts is greater by this much than its CRC-32. */
const IN_PARTS = 2 ** 32;

/**
 * Each attempt to write an object has parts of its own, numbered from 0. The row in `objects` is written after the last
 * one; its body names the attempt. Parts that no row names are of an attempt that ended half-way.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS parts (
    n INTEGER PRIMARY KEY, key TEXT NOT NULL, attempt TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
    UNIQUE (key, attempt, number)
  )`;

export function isInParts(body: Uint8Array): boolean {
  return body.length > LONGEST_WHOLE_BYTES;
}

/** What the row of an object says of its parts. */
export type PartsOf = { sum: number; attempt: string; size: number };

/** Undefined where the whole body is in the row. */
export function partsOf({ sum, body }: { sum: number; body: Uint8Array | null }): PartsOf | undefined {
  if (sum < IN_PARTS) return undefined;
  const [attempt = '', size] = Buffer.from(body ?? [])
    .toString()
    .split(' ');
  return { sum: sum - IN_PARTS, attempt, size: Number(size) };
}

/** The columns of the row of an object in parts. */
export function rowOfParts({ sum, attempt, size }: PartsOf): { sum: number; body: Uint8Array } {
  return { sum: sum + IN_PARTS, body: Buffer.from(`${attempt} ${size}`) };
}

/** Attempts sort by when they began. */
export function newAttempt(at = Date.now()): string {
  return `${String(at).padStart(15, '0')}-${randomBase62(8)}`;
}

/** Reads the parts of objects. The table exists where an object has parts. */
export class PartsReader {
  readonly #all: Statement;

  constructor(connection: Connection) {
    this.#all = connection.prepare('SELECT body FROM parts WHERE key = ? AND attempt = ? ORDER BY number');
  }

  /** As it is: the sum tells whether it is whole. */
  read(key: string, { attempt }: PartsOf): Uint8Array {
    return Buffer.concat((this.#all.all(key, attempt) as { body: Uint8Array }[]).map(({ body }) => body));
  }
}

/** Writes parts, in transactions that the caller has begun. Makes their table. */
export class PartsWriter {
  readonly #count: Statement;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(connection: Connection) {
    connection.exec(SCHEMA);
    this.#count = connection.prepare('SELECT count(*) AS count FROM parts WHERE key = ? AND attempt = ?');
    this.#add = connection.prepare('INSERT INTO parts (key, attempt, number, body) VALUES (?, ?, ?, ?)');
    this.#remove = connection.prepare('DELETE FROM parts WHERE key = ? AND attempt GLOB ? AND attempt <> ?');
  }

  /** Writes one more part of the body. False: there was none left. */
  addNext(key: string, attempt: string, body: Uint8Array): boolean {
    const { count } = this.#count.get(key, attempt) as { count: number };
    const begin = count * PART_BYTES;
    if (begin >= body.length) return false;
    this.#add.run(key, attempt, count, body.subarray(begin, begin + PART_BYTES));
    return true;
  }

  /** Of all attempts, of one alone, or of all but one. */
  remove(key: string, { attempt = '*', except = '' }: { attempt?: string; except?: string } = {}): void {
    this.#remove.run(key, attempt, except);
  }
}

/** Removes what attempts have left that began before this time, one in a transaction. Returns how many. */
export function removeLeftParts(connection: Connection, before: Date): number {
  connection.exec(SCHEMA);
  const isLeft = `NOT EXISTS (
    SELECT 1 FROM objects WHERE objects.key = parts.key AND sum >= ${IN_PARTS}
    AND substr(CAST(objects.body AS TEXT), 1, length(attempt)) = attempt)`;
  const attempts = connection
    .prepare(`SELECT DISTINCT key, attempt FROM parts WHERE attempt < ? AND ${isLeft}`)
    .all(newAttempt(before.getTime())) as { key: string; attempt: string }[];
  // A writer may have named its attempt meanwhile.
  const remove = connection.prepare(`DELETE FROM parts WHERE key = ? AND attempt = ? AND ${isLeft}`);
  for (const { key, attempt } of attempts) remove.run(key, attempt);
  return attempts.length;
}
