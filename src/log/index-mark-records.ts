import { randomInt } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { newWriteId } from '../domain/ids.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { indexMarksKey } from './object-keys.js';
import { shapeOf, Id } from './shapes.js';

/**
 * A write that was acknowledged. Every right index has a head of this document at this version or beyond, for as long
 * as the write is in the log.
 */
export type IndexMark = { id: string; version: number; writeId: string };

/** `process`: a random value of its writer. `at`: by the writer's clock, for people. */
const STORED_MARK = Type.Object({
  process: Type.String(), id: Id, version: Type.Integer(), write_id: Type.String(), at: Type.String(),
});
type StoredMark = Static<typeof STORED_MARK>;
const marksShape = shapeOf(Type.Object({ marks: Type.Array(STORED_MARK) }));

/** Processes share them: a reader gets all marks with this many GETs. */
const OBJECTS = 4;
const MARKS_IN_AN_OBJECT = 8;

/**
 * The newest acknowledged write of each process that has written lately, in a few objects that are rewritten. A `put`
 * that lands late is still true. It may drop the marks of others, until they write again.
 */
export class IndexMarkRecords {
  readonly #store: ObjectStore;
  readonly #process = newWriteId();
  readonly #key = indexMarksKey(randomInt(OBJECTS));

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async read(): Promise<IndexMark[]> {
    const keys = Array.from({ length: OBJECTS }, (_, number) => indexMarksKey(number));
    const stored = await Promise.all(keys.map((key) => this.#read(key)));
    return stored.flat().map(({ id, version, write_id: writeId }) => ({ id, version, writeId }));
  }

  /** In place of the former mark of this process. */
  async write({ id, version, writeId }: IndexMark): Promise<void> {
    const others = (await this.#read(this.#key)).filter((mark) => mark.process !== this.#process);
    const own: StoredMark = { process: this.#process, id, version, write_id: writeId, at: new Date().toISOString() };
    await this.#store.put(this.#key, encodeObject({ marks: [own, ...others].slice(0, MARKS_IN_AN_OBJECT) }));
  }

  /** An object that cannot be read says nothing, and is overwritten. */
  async #read(key: string): Promise<StoredMark[]> {
    try {
      const body = await readObject(this.#store, key);
      return body ? decodeObject(key, body, marksShape).marks : [];
    } catch (error) {
      if (error instanceof UnreadableObjectError) return [];
      throw error;
    }
  }
}
