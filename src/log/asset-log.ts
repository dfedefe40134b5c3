import { Type } from '@sinclair/typebox';
import { firstOf } from '../platform/first-of.js';
import type { ObjectStore, OnSize } from '../ports/object-store.js';
import { encodeObject, readDecoded } from './json-objects.js';
import {
  ASSET_LOG_PREFIX,
  ASSET_USES_PREFIX,
  assetEntryKey,
  assetKey,
  assetOfKey,
  assetPrefix,
  assetUseKey,
  type AssetName,
} from './object-keys.js';
import { Life, shapeOf, Time } from './shapes.js';

/** `kept`: there are bytes of this life, and at `at` somebody wanted them. `ended`: gc removes what is below. */
export type AssetEntry = { number: number; at: string } & ({ kind: 'kept'; life: number } | { kind: 'ended' });
export type KeptEntry = Extract<AssetEntry, { kind: 'kept' }>;

export const assetEntryShape = shapeOf(
  Type.Union([
    Type.Object({ kind: Type.Literal('kept'), life: Life, at: Time }),
    Type.Object({ kind: Type.Literal('ended'), at: Time }),
  ]),
);
export const assetUseShape = shapeOf(Type.Object({ at: Time }));

/** gc may remove an entry between a list and its read; only ones below another. */
const READS = 5;

/** Each asset has a log of its own, whose highest entry holds. All objects are created once, and none is rewritten. */
export class AssetLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Undefined: there is no asset, and none has ended. */
  async newest(name: AssetName): Promise<AssetEntry | undefined> {
    for (let read = 1; ; read++) {
      const number = (await this.#numbers(name)).at(-1);
      if (number === undefined) return undefined;
      const found = await this.read(name, number);
      if (found) return found;
      if (read === READS) return undefined;
    }
  }

  async read(name: AssetName, number: number): Promise<AssetEntry | undefined> {
    const found = await readDecoded(this.#store, assetEntryKey(name, number), assetEntryShape);
    return found && { number, ...found };
  }

  /**
   * `false`: the number is taken, perhaps by an own attempt whose answer was lost, or passed: gc frees the numbers
   * below the highest, and a slow claimer must not take one of these for the newest (rule claimIsHighest).
   */
  async claim(name: AssetName, { number, ...entry }: AssetEntry): Promise<boolean> {
    const outcome = await this.#store.create(assetEntryKey(name, number), encodeObject(entry));
    return outcome === 'created' && (await this.#numbers(name)).at(-1) === number;
  }

  /** Equal bytes may be there already. */
  async createBytes(name: AssetName, life: number, bytes: Uint8Array): Promise<void> {
    await this.#store.create(assetKey(name, life), bytes);
  }

  async hasBytes(name: AssetName, life: number): Promise<boolean> {
    return (await firstOf(this.#store.list(assetKey(name, life)))) !== undefined;
  }

  readBytes(name: AssetName, life: number, onSize?: OnSize): Promise<Uint8Array | undefined> {
    return this.#store.read(assetKey(name, life), onSize);
  }

  /** Says that a document names the asset. An earlier use of it stays. */
  async use(
    name: AssetName,
    { life, documentId, at }: { life: number; documentId: string; at: string },
  ): Promise<void> {
    await this.#store.create(assetUseKey(name, life, documentId), encodeObject({ at }));
  }

  /** The documents that name the asset in this life. */
  async *uses(name: AssetName, life: number): AsyncGenerator<string> {
    for await (const key of this.#store.list(assetPrefix(ASSET_USES_PREFIX, name))) {
      const use = assetOfKey(key);
      if (use?.documentId !== undefined && use.number === life) yield use.documentId;
    }
  }

  /** When a document began to use it; undefined: it does not. */
  async usedAt(
    name: AssetName,
    { life, documentId }: { life: number; documentId: string },
  ): Promise<string | undefined> {
    return (await readDecoded(this.#store, assetUseKey(name, life, documentId), assetUseShape))?.at;
  }

  /** Of a life that has ended: no document begins to use it. */
  async removeUses(name: AssetName, life: number): Promise<void> {
    for await (const documentId of this.uses(name, life)) await this.#store.remove(assetUseKey(name, life, documentId));
  }

  async #numbers(name: AssetName): Promise<number[]> {
    const numbers: number[] = [];
    for await (const key of this.#store.list(assetPrefix(ASSET_LOG_PREFIX, name))) {
      const number = assetOfKey(key)?.number;
      if (number !== undefined) numbers.push(number);
    }
    return numbers;
  }
}
