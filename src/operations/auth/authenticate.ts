import { hashApiKey, isApiKey, isUsable, type Actor, type ApiKeyRecord, type Plan } from '../../domain/api-key.js';
import { QuireError, RefusedKeyError } from '../../domain/errors.js';
import type { KnownKeys } from './known-keys.js';

type AdmitLookUp = (keyHash: string) => Promise<void>;

export type Authenticate = (key: string | undefined, admitLookUp: AdmitLookUp) => Promise<Actor>;

type Plans = { plans: ReadonlyMap<string, Plan>; defaultPlan: Plan };

/**
 * Raises `MISSING_API_KEY`, `INVALID_API_KEY`, `RefusedKeyError` for a key that was issued, and what `admitLookUp`
 * raises.
 */
export function createAuthenticate(known: KnownKeys, { plans, defaultPlan }: Plans): Authenticate {
  return async (key, admitLookUp) => {
    if (key === undefined || key === '') throw new QuireError('MISSING_API_KEY');
    const record = await findRecord(known, key, admitLookUp);
    if (!record) throw new QuireError('INVALID_API_KEY');
    if (!isUsable(record, new Date())) throw new RefusedKeyError(record);
    const [isSuspended, planName] = await Promise.all([known.isSuspended(record.owner), known.planOf(record.owner)]);
    if (isSuspended) throw new RefusedKeyError(record);
    return actorOf(record, plans.get(planName ?? ''), defaultPlan);
  };
}

async function findRecord(known: KnownKeys, key: string, admitLookUp: AdmitLookUp): Promise<ApiKeyRecord | undefined> {
  const hash = hashApiKey(key);
  // Only keys that this process has not met need admission: keys in use never wait for strangers.
  if (!known.wasSeen(hash) && !known.isKept(hash)) {
    if (!isApiKey(key)) return undefined;
    await admitLookUp(hash);
  }
  return known.find(hash);
}

function actorOf(record: ApiKeyRecord, set: Plan | undefined, defaultPlan: Plan): Actor {
  const { id: keyId, label, owner, roles, expires, retires } = record;
  const [firstEnd = null] = [expires, retires].filter((end) => end !== null).sort();
  const plan = { plan: set ?? defaultPlan, hasDefaultPlan: set === undefined };
  return { keyId, label, owner, roles: new Set(roles), expires: firstEnd, ...plan };
}
