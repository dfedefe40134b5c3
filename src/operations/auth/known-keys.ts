import { isUsable, type ApiKeyRecord } from '../../domain/api-key.js';
import { KEYS_WITHOUT_STORE_MS } from '../../domain/limits.js';
import { unlessUnreadable, type ApiKeyRecords } from '../../log/api-key-records.js';
import { credentialCache, sharedStamp, type Clock } from './credential-cache.js';

export type KnownKeys = {
  find(hash: string): Promise<ApiKeyRecord | undefined>;
  isKept(hash: string): boolean;
  /** Whether this process has found the key lately, so that a client cannot have invented it. */
  wasSeen(hash: string): boolean;
  planOf(owner: string): Promise<string | undefined>;
  isSuspended(owner: string): Promise<boolean>;
};

const ALL = 'all';

type KnownKeysOptions = {
  /** Called when a usable key was read from the store: not for each request, but each minute or so while in use. */
  onKeySeen?: (hash: string) => void;
  clock?: Clock;
  staleForMs?: number;
  onStale?: (isStale: boolean) => void;
};

export function createKnownKeys(records: ApiKeyRecords, options: KnownKeysOptions = {}): KnownKeys {
  const { onKeySeen = () => undefined, clock = performance, onStale = () => undefined } = options;
  const { staleForMs = KEYS_WITHOUT_STORE_MS } = options;
  let isStale = false;
  const onAnswer = (isOld: boolean) => {
    if (isOld === isStale) return;
    isStale = isOld;
    onStale(isOld);
  };
  const sources = { stamp: sharedStamp(() => records.readMark(), clock), clock, staleForMs, onAnswer };
  const keys = credentialCache(async (hash) => {
    const record = await records.read(hash).catch(unlessUnreadable);
    if (record && isUsable(record, new Date())) onKeySeen(hash);
    return record;
  }, sources);
  const plans = credentialCache((owner) => records.readPlan(owner), sources);
  const suspended = credentialCache(() => records.readSuspended(), sources);
  return {
    find: (hash) => keys.find(hash),
    isKept: (hash) => keys.isKept(hash),
    wasSeen: (hash) => keys.wasSeen(hash),
    planOf: (owner) => plans.find(owner),
    isSuspended: async (owner) => (await suspended.find(ALL))?.has(owner) ?? false,
  };
}
