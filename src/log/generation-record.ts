import { newWriteId } from '../domain/ids.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject } from './json-objects.js';
import { GENERATION_KEY, generationKey, GENERATIONS_PREFIX, numberOfKey } from './object-keys.js';

type FirstGeneration = { generation: string };
type LaterGenerations = { generations: string[]; write_id: string };
type Newest = { number: number; generations: readonly string[] };

/**
 * Which index is the right one: the generations in use, of which the index must carry one. The first is named by
 * set-up. A rebuild adds numbered records, each by create-if-absent, and the highest holds: one that lands late
 * finds its number taken, so that no rebuild that was thought dead can take back what a later one named.
 */
export class GenerationRecord {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Two while a rebuild moves from one to the other, none before the set-up. */
  async read(): Promise<readonly string[]> {
    return (await this.#newest()).generations;
  }

  /** Names the first generation, unless another process was faster; the answer is what holds now. */
  async claim(generation: string): Promise<string> {
    await this.#store.create(GENERATION_KEY, encodeObject({ generation }));
    return (await this.read()).at(-1) ?? generation;
  }

  /** From now on these are in use. Raises an error where somebody else named others at the same time. */
  async name(generations: readonly string[]): Promise<void> {
    const newest = await this.#newest();
    if (newest.generations.join() === generations.join()) return;
    const key = generationKey(newest.number + 1);
    const writeId = newWriteId();
    const outcome = await this.#store.create(key, encodeObject({ generations, write_id: writeId }));
    if (outcome === 'exists' && (await this.#readLater(key))?.write_id !== writeId) {
      throw new Error(`${key} was written by another process`);
    }
  }

  async #newest(): Promise<Newest> {
    let last: string | undefined;
    for await (const key of this.#store.list(GENERATIONS_PREFIX)) last = key;
    const later = last === undefined ? undefined : await this.#readLater(last);
    if (last !== undefined && later) return { number: numberOfKey(last), generations: later.generations };
    const body = await this.#store.read(GENERATION_KEY);
    return { number: 0, generations: body ? [decodeObject<FirstGeneration>(GENERATION_KEY, body).generation] : [] };
  }

  async #readLater(key: string): Promise<LaterGenerations | undefined> {
    const body = await this.#store.read(key);
    return body && decodeObject<LaterGenerations>(key, body);
  }
}
