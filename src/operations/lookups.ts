import { LRUCache } from 'lru-cache';
import { isOutOfDescriptors, UnavailableError } from '../domain/errors.js';

/** A revoked key stops working, and a new one or another plan begins to work, within this time everywhere. */
const BELIEVED_MS = 5_000;
/** One who marks changes may be killed before: so long after it was read a record is read again whatever the mark. */
const READ_AGAIN_MS = 60_000;
/** So long one answer about the mark serves all; the rest of the time is left to the look-ups that it confirms. */
const MARK_SERVES_MS = BELIEVED_MS / 2;
/** Of names that were found, and as many of names that were not. */
const LOOKUPS_KEPT = 50_000;
/** So soon a store that has failed is asked again. */
const RETRY_MS = 1_000;
/** So long after a failure nobody waits for the next answer. Whoever comes later does: a key may be revoked by then. */
const UNWAITED_MS = BELIEVED_MS - RETRY_MS;

/** In milliseconds, from wherever. */
export type Clock = { now(): number };

/** `value`: another one after each change; undefined: unreadable, it says nothing. `askedAt`: before the answer. */
type Mark = { value: string | undefined; askedAt: number };

type Found<T> = {
  value: T | undefined;
  /** The mark as it was before the value was read. */
  mark: string | undefined;
  readAt: number;
  /** Up to then at least it was true. */
  trueAt: number;
  /** When the store last failed to say it anew; and whether it is being asked since. */
  failedAt?: number;
  isAsked?: boolean;
};

export type Lookups<T> = {
  find(name: string): Promise<T | undefined>;
  /** Whether what was found, or that nothing was, is believed at the moment: `find` asks nothing then. */
  isKept(name: string): boolean;
  /** Whether it was found lately, believed at the moment or not. */
  isMet(name: string): boolean;
};

/** The mark as it was a moment ago, one question for all who want it then. */
export function sharedMark(read: () => Promise<string>, clock: Clock): () => Promise<Mark> {
  const ask = async (askedAt: number): Promise<Mark> => {
    try {
      return { value: await read(), askedAt };
    } catch (error) {
      // One torn object must not stand for all keys: as long as it is so, their own objects are read.
      if (error instanceof UnavailableError && error.isFinal) return { value: undefined, askedAt };
      throw error;
    }
  };
  let last: { askedAt: number; mark: Promise<Mark> } | undefined;
  return () => {
    if (last && clock.now() - last.askedAt < MARK_SERVES_MS) return last.mark;
    const askedAt = clock.now();
    const asked = { askedAt, mark: ask(askedAt) };
    asked.mark.catch(() => { if (last === asked) last = undefined; });
    last = asked;
    return asked.mark;
  };
}

/**
 * Look-ups, those that find nothing too, are kept for a few seconds, and then for as many again while the mark says
 * that nothing has changed since: however many keys are in use, the store is asked little. One look-up serves all who
 * ask for the same name at once. While the store is down, what it said last goes on being believed for some minutes,
 * and it is asked without anybody waiting, so that searches go on. Not for longer: it may be down for this process
 * alone, and keys are revoked meanwhile.
 *
 * What is not found is kept apart: strangers can invent names without end, which push out none that was found.
 */
export function lookups<T>(read: (name: string) => Promise<T | undefined>, sources: LookupSources): Lookups<T> {
  const { clock } = sources;
  const source = { ...sources, read };
  const met = createCache<T>(source, () => undefined);
  const unmet = createCache<T>(source, (name, found, ttl) => {
    if (found.value !== undefined) met.set(name, found, { ttl });
  });
  const isMet = (name: string) => met.peek(name, { allowStale: true }) !== undefined;
  return {
    find: async (name) => {
      const kept = met.get(name) ?? unmet.get(name);
      if (kept && kept.failedAt === undefined && clock.now() <= believedUntil(kept)) return kept.value;
      const cache = isMet(name) ? met : unmet;
      const allowStale = isStoreDown(cache.peek(name, { allowStale: true }), source);
      const found = await cache.fetch(name, { allowStale });
      // Who came while a slow answer was under way must not be served what is too old by then.
      const isTooOld = found && found.failedAt === undefined && clock.now() > believedUntil(found);
      return (isTooOld ? await cache.fetch(name, { forceRefresh: true }) : found)?.value;
    },
    isKept: (name) => met.has(name) || unmet.has(name),
    isMet,
  };
}

/** What all look-ups have in common. */
export type LookupSources = {
  mark(): Promise<Mark>;
  clock: Clock;
  /** How long what the store said last is believed while it is down, in milliseconds. */
  believedWithoutStoreMs: number;
  /** Told whether the answer of the moment is an old one, because the store is down. */
  onAnswer(isOld: boolean): void;
};
type Source<T> = LookupSources & { read(name: string): Promise<T | undefined> };

function createCache<T>(
  source: Source<T>, onFound: (name: string, found: Found<T>, ttl: number) => void,
): LRUCache<string, Found<T>> {
  const { clock } = source;
  return new LRUCache<string, Found<T>>({
    max: LOOKUPS_KEPT,
    ttl: BELIEVED_MS,
    perf: clock,
    ttlResolution: 0,
    // What is old is still believed where the store cannot be asked.
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (name, last, { options }) => {
      if (last) last.isAsked = true;
      try {
        const found = await confirmOrRead(source, name, last);
        options.ttl = Math.max(1, believedUntil(found) - clock.now());
        onFound(name, found, options.ttl);
        source.onAnswer(false);
        return found;
      } catch (error) {
        // What was never looked up is not unknown: the caller hears that the store is down. And it is not down where
        // this process has run out of descriptors: strangers can bring that about, and a revoked key would go on.
        const isTooOld = !last || clock.now() - last.trueAt >= source.believedWithoutStoreMs;
        if (isTooOld || isOutOfDescriptors(error)) throw error;
        source.onAnswer(true);
        options.ttl = RETRY_MS;
        const { value, mark: before, readAt, trueAt } = last;
        return { value, mark: before, readAt, trueAt, failedAt: clock.now() };
      }
    },
  });
}

async function confirmOrRead<T>(
  { read, mark, clock }: Source<T>, name: string, last: Found<T> | undefined,
): Promise<Found<T>> {
  const { value: current, askedAt } = await mark();
  const readAt = clock.now();
  if (last && current !== undefined && last.mark === current && readAt - last.readAt < READ_AGAIN_MS) {
    return { value: last.value, mark: current, readAt: last.readAt, trueAt: askedAt };
  }
  return { value: await read(name), mark: current, readAt, trueAt: readAt };
}

/** The time counts from the question: a slow answer may be older than its arrival says. */
function believedUntil({ trueAt, readAt }: Found<unknown>): number {
  return Math.min(trueAt + BELIEVED_MS, readAt + READ_AGAIN_MS);
}

/** Then nobody waits for it, as long as what it said last is believed. */
function isStoreDown(
  last: Found<unknown> | undefined, { clock, believedWithoutStoreMs }: LookupSources,
): boolean {
  if (last?.failedAt === undefined || clock.now() - last.trueAt >= believedWithoutStoreMs) return false;
  return last.isAsked === true || clock.now() - last.failedAt < UNWAITED_MS;
}
