import { Type } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, readDecoded, unreadableAs } from './json-objects.js';
import {
  GENERATION_KEY,
  generationKey,
  GENERATIONS_PREFIX,
  isGenerationKey,
  ROLLED_BACK_PREFIX,
  rolledBackKey,
  UNREADABLE_PREFIX,
  unreadableKey,
} from './object-keys.js';
import { shapeOf } from './shapes.js';

const firstShape = shapeOf(Type.Object({ generation: Type.String() }));
const laterShape = shapeOf(Type.Object({ generations: Type.Array(Type.String()) }));

/** The generations in use. The right index carries one of them. */
export class GenerationRecord {
  readonly #store: ObjectStore;
  #steps = 0;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Two while a rebuild switches over, none before set-up. The highest key holds. */
  async read(): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const key of this.#store.list(GENERATIONS_PREFIX)) if (isGenerationKey(key)) keys.push(key);
    for (const key of keys.reverse()) {
      // If it is unreadable, the generation before it holds. Its index is gone after a rebuild, so requests are refused
      // until the next rebuild.
      const later = await readDecoded(this.#store, key, laterShape).catch(unreadableAs(undefined));
      if (later) return later.generations;
    }
    const first = await readDecoded(this.#store, GENERATION_KEY, firstShape);
    return first ? [first.generation] : [];
  }

  async claim(generation: string): Promise<string> {
    await this.#store.create(GENERATION_KEY, encodeObject({ generation }));
    return (await this.read()).at(-1) ?? generation;
  }

  /** May be repeated. A late holder's lease number, and so its key, is below its successor's. */
  async name(lease: number, generations: readonly string[]): Promise<void> {
    await this.#store.create(generationKey(lease, ++this.#steps), encodeObject({ generations }));
  }
}

/** Removes what the log notes about the indices of all other generations. */
export async function removeNotesOfOthers(store: ObjectStore, generation: string): Promise<void> {
  const kept = [unreadableKey(generation), rolledBackKey(generation)];
  for (const prefix of [UNREADABLE_PREFIX, ROLLED_BACK_PREFIX]) {
    for await (const key of store.list(prefix)) if (!kept.includes(key)) await store.remove(key);
  }
}
