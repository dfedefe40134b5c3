import { Type } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { GENERATION_KEY, generationKey, GENERATIONS_PREFIX, isGenerationKey } from './object-keys.js';
import { shapeOf } from './shapes.js';

const firstShape = shapeOf(Type.Object({ generation: Type.String() }));
const laterShape = shapeOf(Type.Object({ generations: Type.Array(Type.String()) }));

/**
 * Which index is the right one: the generations in use, of which the index must carry one. The first is named by
 * set-up. Holders of the maintenance lease name others, each in an object of its own whose key begins with the number
 * of the lease, and the highest key holds: what somebody who was thought dead names late is below what came after him.
 */
export class GenerationRecord {
  readonly #store: ObjectStore;
  #steps = 0;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * Two while a rebuild moves from one to the other, none before the set-up. A name that cannot be read says nothing:
   * the one before it holds, whose index is gone after a rebuild, so that requests are refused until the next one.
   */
  async read(): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const key of this.#store.list(GENERATIONS_PREFIX)) if (isGenerationKey(key)) keys.push(key);
    for (const key of keys.reverse()) {
      const generations = await this.#readLater(key);
      if (generations) return generations;
    }
    const first = await readObject(this.#store, GENERATION_KEY);
    return first ? [decodeObject(GENERATION_KEY, first, firstShape).generation] : [];
  }

  async #readLater(key: string): Promise<readonly string[] | undefined> {
    try {
      const later = await readObject(this.#store, key);
      return later && decodeObject(key, later, laterShape).generations;
    } catch (error) {
      if (error instanceof UnreadableObjectError) return undefined;
      throw error;
    }
  }

  /** Names the first generation, unless another process was faster; the answer is what holds now. */
  async claim(generation: string): Promise<string> {
    await this.#store.create(GENERATION_KEY, encodeObject({ generation }));
    return (await this.read()).at(-1) ?? generation;
  }

  /** From now on these are in use, unless a higher lease says otherwise. May be done twice. */
  async name(lease: number, generations: readonly string[]): Promise<void> {
    await this.#store.create(generationKey(lease, ++this.#steps), encodeObject({ generations }));
  }
}
