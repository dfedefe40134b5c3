import { hashApiKey, isApiKey, isUsable, type Actor, type ApiKeyRecord, type Plan } from '../domain/api-key.js';
import { QuireError } from '../domain/errors.js';
import type { ApiKeyRecords } from '../log/api-key-records.js';
import { lookups, sharedMark, type Clock } from './lookups.js';

export type Authenticate = (key: string | undefined) => Promise<Actor>;

/**
 * Judges API keys by what `lookups` finds, those of unknown keys too. The function raises `MISSING_API_KEY`,
 * `INVALID_API_KEY`.
 */
export function createAuthenticate(
  records: ApiKeyRecords, plans: ReadonlyMap<string, Plan>, defaultPlan: Plan, clock: Clock = performance,
): Authenticate {
  const mark = sharedMark(() => records.readMark(), clock);
  const keys = lookups((hash) => records.read(hash), mark, clock);
  const planNames = lookups((owner) => records.readPlan(owner), mark, clock);
  return async (key) => {
    if (key === undefined || key === '') throw new QuireError('MISSING_API_KEY');
    const hash = hashApiKey(key);
    const record = keys.isKept(hash) || isApiKey(key) ? await keys.find(hash) : undefined;
    if (!record || !isUsable(record, new Date())) throw new QuireError('INVALID_API_KEY');
    const plan = plans.get(await planNames.find(record.owner) ?? defaultPlan.name) ?? defaultPlan;
    return actorOf(record, plan);
  };
}

function actorOf(record: ApiKeyRecord, plan: Plan): Actor {
  return { keyId: record.id, owner: record.owner, roles: new Set(record.roles), plan };
}
