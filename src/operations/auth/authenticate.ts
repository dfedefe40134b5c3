import { hashApiKey, isApiKey, isUsable, type Actor, type ApiKeyRecord, type Plan } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { KnownKeys } from './known-keys.js';

type AdmitLookUp = (keyHash: string) => Promise<void>;

export type Authenticate = (key: string | undefined, admitLookUp: AdmitLookUp) => Promise<Actor>;

type Plans = { plans: ReadonlyMap<string, Plan>; defaultPlan: Plan };

/** Raises `MISSING_API_KEY`, `INVALID_API_KEY` (also for a suspended owner), and what `admitLookUp` raises. */
export function createAuthenticate(known: KnownKeys, { plans, defaultPlan }: Plans): Authenticate {
  return async (key, admitLookUp) => {
    if (key === undefined || key === '') throw new QuireError('MISSING_API_KEY');
    const record = await findRecord(known, key, admitLookUp);
    if (!record || !isUsable(record, new Date())) throw new QuireError('INVALID_API_KEY');
    const [isSuspended, plan] = await Promise.all([known.isSuspended(record.owner), known.planOf(record.owner)]);
    if (isSuspended) throw new QuireError('INVALID_API_KEY');
    return actorOf(record, plans.get(plan ?? defaultPlan.name) ?? defaultPlan);
  };
}

async function findRecord(known: KnownKeys, key: string, admitLookUp: AdmitLookUp): Promise<ApiKeyRecord | undefined> {
  const hash = hashApiKey(key);
  // Only keys that this process has not met need admission: keys in use never wait for strangers.
  if (!known.isMet(hash) && !known.isKept(hash)) {
    if (!isApiKey(key)) return undefined;
    await admitLookUp(hash);
  }
  return known.find(hash);
}

function actorOf(record: ApiKeyRecord, plan: Plan): Actor {
  return { keyId: record.id, owner: record.owner, roles: new Set(record.roles), plan };
}
