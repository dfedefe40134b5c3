import { Type } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import type { IndexMark } from './index-mark-records.js';
import { encodeObject, readDecoded, unreadableAs } from './json-objects.js';
import { rolledBackKey } from './object-keys.js';
import { shapeOf } from './shapes.js';

const shape = shapeOf(Type.Object({ document: Type.String(), version: Type.Integer() }));

const UNREADABLE = { document: 'unknown', version: 0 };

export type Lacking = Pick<IndexMark, 'id' | 'version'>;

/** The indexes found older than the log, by generation. Each is refused until it is replaced or fully repaired. */
export class RolledBackIndexRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Undefined: not found older. An unreadable note counts as found. */
  async read(generation: string): Promise<Lacking | undefined> {
    const note = await readDecoded(this.#store, rolledBackKey(generation), shape).catch(unreadableAs(UNREADABLE));
    return note && { id: note.document, version: note.version };
  }

  async add(generation: string, { id, version }: Lacking): Promise<void> {
    await this.#store.create(rolledBackKey(generation), encodeObject({ document: id, version }));
  }

  async remove(generation: string): Promise<void> {
    await this.#store.remove(rolledBackKey(generation));
  }
}
