import { randomInt } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { newWriteId } from '../domain/ids.js';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, readDecoded, unreadableAs } from './json-objects.js';
import { indexMarksKey } from './object-keys.js';
import { shapeOf, Id } from './shapes.js';

/** An acknowledged write. While the log has it, every right index has the document's head at `version` or beyond. */
export type IndexMark = { id: string; version: number; writeId: string };

const STORED_MARK = Type.Object({
  process: Type.String(),
  id: Id,
  version: Type.Integer(),
  write_id: Type.String(),
  at: Type.String(),
});
type StoredMark = Static<typeof STORED_MARK>;
const marksShape = shapeOf(Type.Object({ marks: Type.Array(STORED_MARK) }));

/** Shared by all processes: a reader gets all marks with this many GETs. */
const OBJECTS = 4;
const MARKS_IN_AN_OBJECT = 8;

/** The newest write of each process. A late `put` is still true; it may drop other marks until their next write. */
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

  async write({ id, version, writeId }: IndexMark): Promise<void> {
    const others = (await this.#read(this.#key)).filter((mark) => mark.process !== this.#process);
    const own: StoredMark = { process: this.#process, id, version, write_id: writeId, at: new Date().toISOString() };
    await this.#store.put(this.#key, encodeObject({ marks: [own, ...others].slice(0, MARKS_IN_AN_OBJECT) }));
  }

  async #read(key: string): Promise<StoredMark[]> {
    return (await readDecoded(this.#store, key, marksShape).catch(unreadableAs(undefined)))?.marks ?? [];
  }
}
