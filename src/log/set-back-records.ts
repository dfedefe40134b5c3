import { Type } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import type { IndexMark } from './index-mark-records.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { SET_BACK_PREFIX, setBackKey } from './object-keys.js';
import { shapeOf } from './shapes.js';

const shape = shapeOf(Type.Object({ document: Type.String(), version: Type.Integer() }));

export type Lacking = Pick<IndexMark, 'id' | 'version'>;

/** Indexes found older than the log, by generation: refused until a rebuild replaces, or a full repair mends them. */
export class SetBackRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Undefined: not found older. An unreadable note counts as found. */
  async read(generation: string): Promise<Lacking | undefined> {
    const key = setBackKey(generation);
    try {
      const body = await readObject(this.#store, key);
      if (!body) return undefined;
      const { document, version } = decodeObject(key, body, shape);
      return { id: document, version };
    } catch (error) {
      if (error instanceof UnreadableObjectError) return { id: 'unknown', version: 0 };
      throw error;
    }
  }

  async add(generation: string, { id, version }: Lacking): Promise<void> {
    await this.#store.create(setBackKey(generation), encodeObject({ document: id, version }));
  }

  async remove(generation: string): Promise<void> {
    await this.#store.remove(setBackKey(generation));
  }

  async removeOthers(generation: string): Promise<void> {
    for await (const key of this.#store.list(SET_BACK_PREFIX)) {
      if (key !== setBackKey(generation)) await this.#store.remove(key);
    }
  }
}
