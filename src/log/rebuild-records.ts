import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject } from './json-objects.js';
import { generationOfRebuildKey, rebuildKey, REBUILDS_PREFIX } from './object-keys.js';

/** Generations of new indices, noted before each is made. The lease's progress may be overwritten by a late note. */
export class RebuildRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async add(generation: string): Promise<void> {
    await this.#store.create(rebuildKey(generation), encodeObject({ generation }));
  }

  async list(): Promise<string[]> {
    const generations: string[] = [];
    for await (const key of this.#store.list(REBUILDS_PREFIX)) {
      const generation = generationOfRebuildKey(key);
      if (generation !== undefined) generations.push(generation);
    }
    return generations;
  }

  async remove(generation: string): Promise<void> {
    await this.#store.remove(rebuildKey(generation));
  }
}
