import { Type } from '@sinclair/typebox';
import type { ApiKeyRecord, Role } from '../domain/api-key.js';
import { randomBase62 } from '../domain/base62.js';
import { firstOf } from '../platform/first-of.js';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, OtherFormatError, readDecoded, UnreadableObjectError } from './json-objects.js';
import {
  API_KEYS_PREFIX,
  apiKeyKey,
  hashOfApiKeyKey,
  KEY_CHANGES_KEY,
  ownerKey,
  ownerOfKey,
  OWNERS_PREFIX,
  revocationKey,
  type Suspension,
} from './object-keys.js';
import { shapeOf, NullableText, OwnerName } from './shapes.js';
import { readSuspended, writeSuspension } from './suspensions.js';

/** A text that is no time is in the past (`isUsable`). An unknown role allows nothing. */
export const apiKeyShape = shapeOf(
  Type.Object({
    id: Type.String(),
    owner: OwnerName,
    roles: Type.Array(Type.Unsafe<Role>({ type: 'string' })),
    label: NullableText,
    created: Type.String(),
    expires: NullableText,
    retires: NullableText,
  }),
);
export const revocationShape = shapeOf(Type.Object({ revoked: Type.String() }));
export const planShape = shapeOf(Type.Object({ owner: OwnerName, plan: Type.String() }));
const changeShape = shapeOf(Type.Object({ change: Type.String() }));

const CHANGE_LENGTH = 24;
const NO_CHANGE_YET = '';

export class ApiKeyRecords {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async read(hash: string): Promise<ApiKeyRecord | undefined> {
    const [key, revocation] = await Promise.all([
      readDecoded(this.#store, apiKeyKey(hash), apiKeyShape),
      readDecoded(this.#store, revocationKey(hash), revocationShape),
    ]);
    return key && { ...key, revoked: revocation?.revoked ?? null };
  }

  async write(hash: string, { revoked: _, ...record }: ApiKeyRecord): Promise<void> {
    await this.#store.put(apiKeyKey(hash), encodeObject(record));
    await this.markChange();
  }

  /** In an object of its own, which no concurrent rewrite of the key's record can undo. The first time stays. */
  async revoke(hash: string, revoked: string): Promise<void> {
    await this.#store.create(revocationKey(hash), encodeObject({ revoked }));
    await this.markChange();
  }

  /** In no order, without unreadable keys. Raises `OtherFormatError` if all are of another version of Quire. */
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
    return (await firstOf(this.#store.list(API_KEYS_PREFIX))) === undefined;
  }

  async readPlan(owner: string): Promise<string | undefined> {
    return (await readDecoded(this.#store, ownerKey(owner), planShape))?.plan;
  }

  /** The owners for whom a plan was ever set, in order of their names. */
  async *listPlanned(): AsyncIterable<string> {
    for await (const key of this.#store.list(OWNERS_PREFIX)) {
      const owner = ownerOfKey(key);
      if (owner !== undefined) yield owner;
    }
  }

  async writePlan(owner: string, plan: string): Promise<void> {
    await this.#store.put(ownerKey(owner), encodeObject({ owner, plan }));
    await this.markChange();
  }

  readSuspended(): Promise<Set<string>> {
    return readSuspended(this.#store);
  }

  /** Returns the state that holds afterwards: another operator may have changed it at the same moment. */
  async writeSuspension(owner: string, state: Suspension['state']): Promise<Suspension['state']> {
    const holds = await writeSuspension(this.#store, { owner, state }, new Date());
    await this.markChange();
    return holds;
  }

  /** Equal marks: no change was reported between the end of the first call and the start of the second. */
  async readMark(): Promise<string> {
    return (await readDecoded(this.#store, KEY_CHANGES_KEY, changeShape))?.change ?? NO_CHANGE_YET;
  }

  /** Called after each change, before it is reported; also for writers that bypass this class. */
  async markChange(): Promise<void> {
    // Each attempt has its own value: a late one must not bring back a mark that readers have seen.
    await this.#store.put(KEY_CHANGES_KEY, () => encodeObject({ change: randomBase62(CHANGE_LENGTH) }));
  }
}

function asUnreadable(error: unknown): UnreadableObjectError {
  if (error instanceof UnreadableObjectError) return error;
  throw error;
}

/** For `catch`: an unreadable record counts as absent. One of another version of Quire is raised. */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableObjectError) || error instanceof OtherFormatError) throw error;
}
