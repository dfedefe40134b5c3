import { LRUCache } from 'lru-cache';
import { hashApiKey, isApiKey, isUsable, type Actor, type ApiKeyRecord, type Plan } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { ApiKeyRecords } from '../log/api-key-records.js';

/** A revoked key stops working, and a new one or another plan begins to work, within this time everywhere. */
const LOOKUP_TTL_MS = 5_000;
const LOOKUPS_KEPT = 50_000;
/** A store that is away for longer than this may be away for this process alone, and revocations go on. */
const BELIEVED_WITHOUT_STORE_MS = 3_600_000;
/** So soon a store that has failed is asked again. */
const RETRY_MS = 1_000;
/** So long after a failure nobody waits for the next answer. Whoever comes later does: a key may be revoked by then. */
const UNWAITED_MS = LOOKUP_TTL_MS - RETRY_MS;

export type Authenticate = (key: string | undefined) => Promise<Actor>;

type Found<T> = {
  value: T | undefined;
  askedAt: number;
  /** When the store last failed to say it anew; and whether it is being asked since. */
  failedAt?: number;
  isAsked?: boolean;
};

/**
 * Judges API keys. Look-ups, those of unknown keys too, are kept for a few seconds, and one look-up serves all who
 * ask for the same key at once. While the store is down, what it said last goes on being believed for an hour, and it
 * is asked without anybody waiting, so that searches go on. The function raises `MISSING_API_KEY`, `INVALID_API_KEY`.
 */
export function createAuthenticate(
  records: ApiKeyRecords, plans: ReadonlyMap<string, Plan>, defaultPlan: Plan,
): Authenticate {
  const keys = lookups((hash) => records.read(hash));
  const planNames = lookups((owner) => records.readPlan(owner));
  return async (key) => {
    if (key === undefined || key === '') throw new QuireError('MISSING_API_KEY');
    const hash = hashApiKey(key);
    const record = keys.isKept(hash) || isApiKey(key) ? await keys.find(hash) : undefined;
    if (!record || !isUsable(record, new Date())) throw new QuireError('INVALID_API_KEY');
    const plan = plans.get(await planNames.find(record.owner) ?? defaultPlan.name) ?? defaultPlan;
    return actorOf(record, plan);
  };
}

type Lookups<T> = { find(name: string): Promise<T | undefined>; isKept(name: string): boolean };

function lookups<T>(read: (name: string) => Promise<T | undefined>): Lookups<T> {
  const cache = new LRUCache<string, Found<T>>({
    max: LOOKUPS_KEPT,
    ttl: LOOKUP_TTL_MS,
    fetchMethod: async (name, last, { options }) => {
      const askedAt = performance.now();
      if (last) last.isAsked = true;
      try {
        const value = await read(name);
        // The time counts from the question: a slow answer may be older than its arrival says.
        options.ttl = Math.max(1, LOOKUP_TTL_MS - (performance.now() - askedAt));
        return { value, askedAt };
      } catch (error) {
        // What was never looked up is not unknown: the caller hears that the store is down.
        if (!last || askedAt - last.askedAt >= BELIEVED_WITHOUT_STORE_MS) throw error;
        options.ttl = RETRY_MS;
        return { value: last.value, askedAt: last.askedAt, failedAt: performance.now() };
      }
    },
  });
  return {
    find: async (name) => {
      const allowStale = isStoreDown(cache.peek(name, { allowStale: true }));
      return (await cache.fetch(name, { allowStale }))?.value;
    },
    isKept: (name) => cache.has(name),
  };
}

function isStoreDown(last: Found<unknown> | undefined): boolean {
  if (last?.failedAt === undefined) return false;
  return last.isAsked === true || performance.now() - last.failedAt < UNWAITED_MS;
}

function actorOf(record: ApiKeyRecord, plan: Plan): Actor {
  return { keyId: record.id, owner: record.owner, roles: new Set(record.roles), plan };
}
