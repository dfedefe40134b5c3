import type { ApiKeyRecord } from '../domain/api-key.js';
import { randomBase62 } from '../domain/base62.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, OtherFormatError, UnreadableObjectError } from './json-objects.js';
import {
  API_KEYS_PREFIX, apiKeyKey, KEY_CHANGES_KEY, ownerKey, revocationKey, type Suspension,
} from './object-keys.js';
import { readSuspended, writeSuspension } from './suspensions.js';

type StoredKey = Omit<ApiKeyRecord, 'revoked'>;
type StoredRevocation = { revoked: string };
type StoredOwner = { owner: string; plan: string };
type StoredChange = { change: string };

const CHANGE_LENGTH = 24;
const NO_CHANGE_YET = '';

/**
 * API keys by the hash of the key, the plan of each owner, and who is suspended. The key itself is stored nowhere. A
 * revocation is an object of its own: whoever rewrites a key's record at that moment cannot undo it. After every change
 * another mark is set, before the change is told to be made: one small object tells readers that all they know is still
 * true.
 */
export class ApiKeyRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async read(hash: string): Promise<ApiKeyRecord | undefined> {
    const [key, revocation] = await Promise.all([
      this.#readObject<StoredKey>(apiKeyKey(hash)),
      this.#readObject<StoredRevocation>(revocationKey(hash)),
    ]);
    return key && { ...key, revoked: revocation?.revoked ?? null };
  }

  async write(hash: string, { revoked: _, ...record }: ApiKeyRecord): Promise<void> {
    await this.#store.put(apiKeyKey(hash), encodeObject(record));
    await this.markChange();
  }

  /** For good; the time of the first revocation stays. */
  async revoke(hash: string, revoked: string): Promise<void> {
    await this.#store.create(revocationKey(hash), encodeObject({ revoked }));
    await this.markChange();
  }

  /** All keys with their hashes, in no order that means anything; unreadable ones are left out. */
  async *list(): AsyncIterable<{ hash: string; record: ApiKeyRecord }> {
    for await (const key of this.#store.list(API_KEYS_PREFIX)) {
      const hash = key.slice(API_KEYS_PREFIX.length, -'.json'.length);
      const record = await this.read(hash).catch(leaveOut);
      if (record) yield { hash, record };
    }
  }

  async isEmpty(): Promise<boolean> {
    for await (const _key of this.#store.list(API_KEYS_PREFIX)) return false;
    return true;
  }

  /** The owner's plan, or undefined where none was ever set. */
  async readPlan(owner: string): Promise<string | undefined> {
    return (await this.#readObject<StoredOwner>(ownerKey(owner)))?.plan;
  }

  async writePlan(owner: string, plan: string): Promise<void> {
    await this.#store.put(ownerKey(owner), encodeObject({ owner, plan }));
    await this.markChange();
  }

  /** All owners that are suspended. */
  readSuspended(): Promise<Set<string>> {
    return readSuspended(this.#store);
  }

  /** What holds afterwards: another operator may have said something else at the same moment. */
  async writeSuspension(owner: string, state: Suspension['state']): Promise<Suspension['state']> {
    const holds = await writeSuspension(this.#store, { owner, state }, new Date());
    await this.markChange();
    return holds;
  }

  /**
   * Equal answers: no change was made, and told to be made, between the end of the first call and the beginning of the
   * second.
   */
  async readMark(): Promise<string> {
    return (await this.#readObject<StoredChange>(KEY_CHANGES_KEY))?.change ?? NO_CHANGE_YET;
  }

  /**
   * For who writes records by other ways than these. Each attempt has a value of its own: one that comes late must not
   * bring back a mark that somebody took for the newest before.
   */
  async markChange(): Promise<void> {
    await this.#store.put(KEY_CHANGES_KEY, () => encodeObject({ change: randomBase62(CHANGE_LENGTH) }));
  }

  async #readObject<T>(key: string): Promise<T | undefined> {
    const body = await this.#store.read(key);
    return body && decodeObject<T>(key, body);
  }
}

function leaveOut(error: unknown): undefined {
  if (!(error instanceof UnreadableObjectError) || error instanceof OtherFormatError) throw error;
}
