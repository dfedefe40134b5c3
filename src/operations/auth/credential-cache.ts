import { LRUCache } from 'lru-cache';
import { isOutOfDescriptors, UnavailableError } from '../../domain/errors.js';

/** Within this time a revoked key stops working everywhere, and a new key or plan takes effect. */
const TTL_MS = 5_000;
/** A record this old is read again even under an equal stamp: a process may die between a change and its stamp. */
const READ_AGAIN_MS = 60_000;
/** How long one answer about the stamp is shared. The rest of `TTL_MS` is for the look-ups it confirms. */
const STAMP_SERVES_MS = TTL_MS / 2;
const CREDENTIALS_KEPT = 50_000;
const RETRY_MS = 1_000;
/** For this time after a failure callers do not wait for the store. Later ones do: a key may be revoked by then. */
const UNWAITED_MS = TTL_MS - RETRY_MS;

export type Clock = { now(): number };

/** `value` differs after each change; undefined: unreadable. `askedAt`: before the answer. */
type ChangeStamp = { value: string | undefined; askedAt: number };

type KeptRecord<T> = {
  value: T | undefined;
  stamp: string | undefined;
  readAt: number;
  /** The last time at which `value` is known to be true. */
  trueAt: number;
  failedAt?: number;
  isAsked?: boolean;
};

type CredentialCache<T> = {
  find(name: string): Promise<T | undefined>;
  isKept(name: string): boolean;
  wasSeen(name: string): boolean;
};

export function sharedStamp(read: () => Promise<string>, clock: Clock): () => Promise<ChangeStamp> {
  const ask = async (askedAt: number): Promise<ChangeStamp> => {
    try {
      return { value: await read(), askedAt };
    } catch (error) {
      // One torn object must not disable all keys: without a stamp each key's own object is read.
      if (error instanceof UnavailableError && error.isFinal) return { value: undefined, askedAt };
      throw error;
    }
  };
  let last: { askedAt: number; stamp: Promise<ChangeStamp> } | undefined;
  return () => {
    if (last && clock.now() - last.askedAt < STAMP_SERVES_MS) return last.stamp;
    const askedAt = clock.now();
    const asked = { askedAt, stamp: ask(askedAt) };
    asked.stamp.catch(() => {
      if (last === asked) last = undefined;
    });
    last = asked;
    return asked.stamp;
  };
}

/** Caches look-ups, also empty ones. An equal stamp confirms them unread, so many keys in use cost the store little. */
export function credentialCache<T>(
  read: (name: string) => Promise<T | undefined>,
  sources: CredentialSources,
): CredentialCache<T> {
  const { clock } = sources;
  const source = { ...sources, read };
  // Kept apart: strangers can invent any number of names, which must not push out those that were found.
  const seen = createCache<T>(source, () => undefined);
  const unseen = createCache<T>(source, (name, found, ttl) => {
    if (found.value !== undefined) seen.set(name, found, { ttl });
  });
  const wasSeen = (name: string) => seen.peek(name, { allowStale: true }) !== undefined;
  return {
    find: async (name) => {
      const kept = seen.get(name) ?? unseen.get(name);
      if (kept && kept.failedAt === undefined && clock.now() <= validUntil(kept)) return kept.value;
      const cache = wasSeen(name) ? seen : unseen;
      const allowStale = isStoreDown(cache.peek(name, { allowStale: true }), source);
      const found = await cache.fetch(name, { allowStale });
      // A caller that joined a slow read must not get a value that is too old by then.
      const isTooOld = found && found.failedAt === undefined && clock.now() > validUntil(found);
      return (isTooOld ? await cache.fetch(name, { forceRefresh: true }) : found)?.value;
    },
    isKept: (name) => seen.has(name) || unseen.has(name),
    wasSeen,
  };
}

type CredentialSources = {
  stamp(): Promise<ChangeStamp>;
  clock: Clock;
  /** Milliseconds. Longer is unsafe: the store may be down for this process alone, while keys are revoked. */
  staleForMs: number;
  onAnswer(isOld: boolean): void;
};
type Source<T> = CredentialSources & { read(name: string): Promise<T | undefined> };

function createCache<T>(
  source: Source<T>,
  onFound: (name: string, found: KeptRecord<T>, ttl: number) => void,
): LRUCache<string, KeptRecord<T>> {
  const { clock } = source;
  return new LRUCache<string, KeptRecord<T>>({
    max: CREDENTIALS_KEPT,
    ttl: TTL_MS,
    perf: clock,
    ttlResolution: 0,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (name, last, { options }) => {
      if (last) last.isAsked = true;
      try {
        const found = await confirmOrRead(source, name, last);
        options.ttl = Math.max(1, validUntil(found) - clock.now());
        onFound(name, found, options.ttl);
        source.onAnswer(false);
        return found;
      } catch (error) {
        // A name that was never looked up is not known to be absent. Out of descriptors is no outage: strangers can
        // cause it, and a revoked key would go on working.
        const isTooOld = !last || clock.now() - last.trueAt >= source.staleForMs;
        if (isTooOld || isOutOfDescriptors(error)) throw error;
        source.onAnswer(true);
        options.ttl = RETRY_MS;
        const { value, stamp: before, readAt, trueAt } = last;
        return { value, stamp: before, readAt, trueAt, failedAt: clock.now() };
      }
    },
  });
}

async function confirmOrRead<T>(
  { read, stamp, clock }: Source<T>,
  name: string,
  last: KeptRecord<T> | undefined,
): Promise<KeptRecord<T>> {
  const { value: current, askedAt } = await stamp();
  const readAt = clock.now();
  if (last && current !== undefined && last.stamp === current && readAt - last.readAt < READ_AGAIN_MS) {
    return { value: last.value, stamp: current, readAt: last.readAt, trueAt: askedAt };
  }
  return { value: await read(name), stamp: current, readAt, trueAt: readAt };
}

/** Counted from the question: a slow answer may be older than its arrival. */
function validUntil({ trueAt, readAt }: KeptRecord<unknown>): number {
  return Math.min(trueAt + TTL_MS, readAt + READ_AGAIN_MS);
}

function isStoreDown(last: KeptRecord<unknown> | undefined, { clock, staleForMs }: CredentialSources): boolean {
  if (last?.failedAt === undefined || clock.now() - last.trueAt >= staleForMs) return false;
  return last.isAsked === true || clock.now() - last.failedAt < UNWAITED_MS;
}
