import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject } from './json-objects.js';
import { GENERATION_KEY } from './object-keys.js';

type StoredGeneration = { generation: string };

/** Which index is the right one: the object that names the generation in use. */
export class GenerationRecord {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async read(): Promise<string | undefined> {
    const body = await this.#store.read(GENERATION_KEY);
    return body && decodeObject<StoredGeneration>(GENERATION_KEY, body).generation;
  }

  /** Names the first generation, unless another process was faster; the answer is what holds now. */
  async claim(generation: string): Promise<string> {
    await this.#store.create(GENERATION_KEY, encodeObject({ generation }));
    return (await this.read()) ?? generation;
  }
}
