import { BYTES } from '../files/connection.js';
import { sumOf } from './object-reader.js';
import type { Connection, Statement } from '../files/sqlite-library.js';

/** A write to the log. */
export type ObjectJob = { kind: 'create' | 'put'; key: string; body: Uint8Array } | { kind: 'remove'; key: string };

/** Writes objects, each call in a transaction that the caller has begun. */
export class ObjectWriter {
  readonly #create: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(connection: Connection) {
    const insert = `INSERT INTO objects (key, sum, body) VALUES (?, ?, ${BYTES}) ON CONFLICT (key) DO`;
    this.#create = connection.prepare(`${insert} NOTHING`);
    this.#put = connection.prepare(`${insert} UPDATE SET sum = excluded.sum, body = excluded.body`);
    this.#remove = connection.prepare('DELETE FROM objects WHERE key = ?');
  }

  run(job: ObjectJob): 'created' | 'exists' | 'done' {
    if (job.kind === 'remove') {
      this.#remove.run(job.key);
      return 'done';
    }
    const { kind, key, body } = job;
    const { changes } = (kind === 'put' ? this.#put : this.#create).run(key, sumOf(key, body), body);
    if (kind === 'put') return 'done';
    return changes === 1 ? 'created' : 'exists';
  }
}
