import type { ApiKeyRecord } from '../domain/api-key.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject } from './json-objects.js';
import { API_KEYS_PREFIX, apiKeyKey, ownerKey } from './object-keys.js';

type StoredOwner = { owner: string; plan: string };

/** API keys by the hash of the key, and the plan of each owner. The key itself is stored nowhere. */
export class ApiKeyRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async read(hash: string): Promise<ApiKeyRecord | undefined> {
    return this.#readAt(apiKeyKey(hash));
  }

  async write(hash: string, record: ApiKeyRecord): Promise<void> {
    await this.#store.put(apiKeyKey(hash), encodeObject(record));
  }

  /** All keys with their hashes, in no order that means anything. */
  async *list(): AsyncIterable<{ hash: string; record: ApiKeyRecord }> {
    for await (const key of this.#store.list(API_KEYS_PREFIX)) {
      const record = await this.#readAt(key);
      if (record) yield { hash: key.slice(API_KEYS_PREFIX.length, -'.json'.length), record };
    }
  }

  /** The owner's plan, or undefined where none was ever set. */
  async readPlan(owner: string): Promise<string | undefined> {
    const key = ownerKey(owner);
    const body = await this.#store.read(key);
    return body && decodeObject<StoredOwner>(key, body).plan;
  }

  async writePlan(owner: string, plan: string): Promise<void> {
    await this.#store.put(ownerKey(owner), encodeObject({ owner, plan }));
  }

  async #readAt(key: string): Promise<ApiKeyRecord | undefined> {
    const body = await this.#store.read(key);
    return body && decodeObject<ApiKeyRecord>(key, body);
  }
}
