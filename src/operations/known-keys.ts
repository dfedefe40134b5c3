import { isUsable, type ApiKeyRecord } from '../domain/api-key.js';
import { KEYS_WITHOUT_STORE_MS } from '../domain/limits.js';
import { unlessUnreadable, type ApiKeyRecords } from '../log/api-key-records.js';
import { lookups, sharedMark, type Clock } from './lookups.js';

/** What one process knows of keys and owners, as `lookups` finds and keeps it. Raise `UnavailableError`. */
export type KnownKeys = {
  /** By the hash of the key. */
  find(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Whether `find` asks no store, as it has just found the key, or that there is none. */
  isKept(hash: string): boolean;
  /** Whether this process has found the key lately: then it is no stranger's invention. */
  isMet(hash: string): boolean;
  /** The name of the plan that was set for an owner. */
  planOf(owner: string): Promise<string | undefined>;
  isSuspended(owner: string): Promise<boolean>;
};

/** All suspensions are looked up as one: there are few, and a list of their names says all. */
const ALL = 'all';

export type KnownKeysOptions = {
  /** A usable key was read from the store: not for each request, and again within a minute or so while it is in use. */
  onMet?: (hash: string) => void;
  clock?: Clock;
  /** How long what the object store said last is believed while it is away, in milliseconds. */
  believedWithoutStoreMs?: number;
  /** Called when old answers begin to be believed, and when they are no more. */
  onBelieving?: (isBelieving: boolean) => void;
};

/** One mark of changes serves all of them. */
export function createKnownKeys(
  records: ApiKeyRecords, options: KnownKeysOptions = {},
): KnownKeys {
  const { onMet = () => undefined, clock = performance, onBelieving = () => undefined } = options;
  const { believedWithoutStoreMs = KEYS_WITHOUT_STORE_MS } = options;
  let isBelieving = false;
  const onAnswer = (isOld: boolean) => {
    if (isOld === isBelieving) return;
    isBelieving = isOld;
    onBelieving(isOld);
  };
  const sources = { mark: sharedMark(() => records.readMark(), clock), clock, believedWithoutStoreMs, onAnswer };
  const keys = lookups(async (hash) => {
    const record = await records.read(hash).catch(unlessUnreadable);
    if (record && isUsable(record, new Date())) onMet(hash);
    return record;
  }, sources);
  const plans = lookups((owner) => records.readPlan(owner), sources);
  const suspended = lookups(() => records.readSuspended(), sources);
  return {
    find: (hash) => keys.find(hash),
    isKept: (hash) => keys.isKept(hash),
    isMet: (hash) => keys.isMet(hash),
    planOf: (owner) => plans.find(owner),
    isSuspended: async (owner) => (await suspended.find(ALL))?.has(owner) ?? false,
  };
}
