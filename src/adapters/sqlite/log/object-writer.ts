import { BYTES } from '../files/connection.js';
import { isInParts, newAttempt, PartsWriter, rowOfParts } from './object-parts.js';
import { sumOf } from './object-reader.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

type WriteJob = { kind: 'create' | 'put'; key: string; body: Uint8Array };
/** A write to the log. */
export type ObjectJob = WriteJob | { kind: 'remove'; key: string };

/** `unfinished`: a part is written, and the job is to be run again in another transaction. */
export type ObjectResult = 'created' | 'exists' | 'done' | 'unfinished';

/** Writes objects, each call in a transaction that the caller has begun. */
export class ObjectWriter {
  readonly #parts: PartsWriter;
  /** Of jobs whose bodies are written in parts. */
  readonly #attempts = new WeakMap<ObjectJob, string>();
  readonly #find: Statement;
  readonly #create: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(connection: Connection) {
    this.#parts = new PartsWriter(connection);
    const insert = `INSERT INTO objects (key, sum, body) VALUES (?, ?, ${BYTES}) ON CONFLICT (key) DO`;
    this.#find = connection.prepare('SELECT n FROM objects WHERE key = ?');
    this.#create = connection.prepare(`${insert} NOTHING`);
    this.#put = connection.prepare(`${insert} UPDATE SET sum = excluded.sum, body = excluded.body`);
    this.#remove = connection.prepare('DELETE FROM objects WHERE key = ?');
  }

  run(job: ObjectJob): ObjectResult {
    if (job.kind === 'remove') {
      this.#parts.remove(job.key);
      this.#remove.run(job.key);
      return 'done';
    }
    const { kind, key, body } = job;
    if (isInParts(body)) return this.#runInParts(job);
    if (kind === 'put') this.#parts.remove(key);
    return this.#write(kind, key, { sum: sumOf(key, body), body });
  }

  /** Whether parts of it may be written. */
  hasBegun(job: ObjectJob): boolean {
    return this.#attempts.has(job);
  }

  /** Removes the parts of a job that failed. */
  discard(job: ObjectJob): void {
    const attempt = this.#attempts.get(job);
    if (attempt !== undefined) this.#parts.remove(job.key, { attempt });
  }

  /** What is written is counted anew each time: a transaction may have been rolled back. */
  #runInParts(job: WriteJob): ObjectResult {
    const { kind, key, body } = job;
    const attempt = this.#attempts.get(job) ?? newAttempt();
    this.#attempts.set(job, attempt);
    if (kind === 'create' && this.#find.get(key)) {
      this.#parts.remove(key, { attempt });
      return 'exists';
    }
    if (this.#parts.addNext(key, attempt, body)) return 'unfinished';
    this.#parts.remove(key, { except: attempt });
    // From now on its parts are the object's.
    this.#attempts.delete(job);
    return this.#write(kind, key, rowOfParts({ sum: sumOf(key, body), attempt, size: body.length }));
  }

  #write(kind: 'create' | 'put', key: string, { sum, body }: { sum: number; body: Uint8Array }): ObjectResult {
    const { changes } = (kind === 'put' ? this.#put : this.#create).run(key, sum, body);
    if (kind === 'put') return 'done';
    return changes === 1 ? 'created' : 'exists';
  }
}
