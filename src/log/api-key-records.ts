import { Type } from '@sinclair/typebox';
import type { ApiKeyRecord, Role } from '../domain/api-key.js';
import { randomBase62 } from '../domain/base62.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, OtherFormatError, readObject, UnreadableObjectError } from './json-objects.js';
import {
  API_KEYS_PREFIX, apiKeyKey, hashOfApiKeyKey, KEY_CHANGES_KEY, ownerKey, revocationKey, type Suspension,
} from './object-keys.js';
import { shapeOf, type Shape, NullableText, OwnerName } from './shapes.js';
import { readSuspended, writeSuspension } from './suspensions.js';

/** A time that is none is past (`isUsable`). A role that a later version has allows nothing here. */
export const apiKeyShape = shapeOf(Type.Object({
  id: Type.String(),
  owner: OwnerName,
  roles: Type.Array(Type.Unsafe<Role>({ type: 'string' })),
  label: NullableText,
  created: Type.String(),
  expires: NullableText,
  retires: NullableText,
}));
export const revocationShape = shapeOf(Type.Object({ revoked: Type.String() }));
export const planShape = shapeOf(Type.Object({ owner: OwnerName, plan: Type.String() }));
const changeShape = shapeOf(Type.Object({ change: Type.String() }));

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

  /** Raises `UnreadableObjectError` where the record, or its revocation, is none. */
  async read(hash: string): Promise<ApiKeyRecord | undefined> {
    const [key, revocation] = await Promise.all([
      this.#readObject(apiKeyKey(hash), apiKeyShape),
      this.#readObject(revocationKey(hash), revocationShape),
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

  /**
   * All keys with their hashes, in no order that means anything; unreadable ones are left out. Raises
   * `OtherFormatError` where all are of another version of this program.
   */
  async *list(): AsyncIterable<{ hash: string; record: ApiKeyRecord }> {
    let unreadable: UnreadableObjectError | undefined;
    let isAny = false;
    for await (const key of this.#store.list(API_KEYS_PREFIX)) {
      const hash = hashOfApiKeyKey(key);
      const record = hash === undefined ? undefined : await this.read(hash).catch(asUnreadable);
      if (record instanceof UnreadableObjectError) unreadable = record;
      else if (hash !== undefined && record) yield { hash, record };
      isAny ||= record !== undefined && record !== unreadable;
    }
    if (!isAny && unreadable instanceof OtherFormatError) throw unreadable;
  }

  async isEmpty(): Promise<boolean> {
    for await (const _key of this.#store.list(API_KEYS_PREFIX)) return false;
    return true;
  }

  /** The owner's plan, or undefined where none was ever set. */
  async readPlan(owner: string): Promise<string | undefined> {
    return (await this.#readObject(ownerKey(owner), planShape))?.plan;
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
    return (await this.#readObject(KEY_CHANGES_KEY, changeShape))?.change ?? NO_CHANGE_YET;
  }

  /**
   * For who writes records by other ways than these. Each attempt has a value of its own: one that comes late must not
   * bring back a mark that somebody took for the newest before.
   */
  async markChange(): Promise<void> {
    await this.#store.put(KEY_CHANGES_KEY, () => encodeObject({ change: randomBase62(CHANGE_LENGTH) }));
  }

  async #readObject<T>(key: string, shape: Shape<T>): Promise<T | undefined> {
    const body = await readObject(this.#store, key);
    return body && decodeObject(key, body, shape);
  }
}

function asUnreadable(error: unknown): UnreadableObjectError {
  if (error instanceof UnreadableObjectError) return error;
  throw error;
}

/** For `catch`: an unreadable record is as none. One of another version of this program is raised. */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableObjectError) || error instanceof OtherFormatError) throw error;
}
