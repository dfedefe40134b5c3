import { isUsable, type Plan } from '../../domain/api-key.js';
import type { ApiKeyRecords } from '../../log/api-key-records.js';
import { mapConcurrently } from '../../platform/concurrently.js';

type Plans = { plans: ReadonlyMap<string, Plan>; defaultPlan: Plan };

/** `plan`: what holds. `set`: the name that was set for the owner; null: none. They differ if the plan is gone. */
export type HeldPlan = { plan: Plan; set: string | null };

/** `usableKeys`: neither revoked nor past their end. A suspended owner has none. */
export type KnownOwner = HeldPlan & { owner: string; isSuspended: boolean; keys: number; usableKeys: number };

const READS_AT_ONCE = 16;

export async function readHeldPlan(records: ApiKeyRecords, owner: string, all: Plans): Promise<HeldPlan> {
  const set = (await records.readPlan(owner)) ?? null;
  return { plan: all.plans.get(set ?? '') ?? all.defaultPlan, set };
}

/** By owner, in the order of `owners`. One read of the store for each. */
export async function readHeldPlans(
  records: ApiKeyRecords,
  owners: ReadonlySet<string>,
  all: Plans,
): Promise<Map<string, HeldPlan>> {
  const reads = await mapConcurrently([...owners], READS_AT_ONCE, (owner) => readHeldPlan(records, owner, all));
  return new Map([...owners].map((owner, i) => [owner, reads[i] as HeldPlan]));
}

/**
 * The owners that have a key, a plan of their own or a suspension, by name. Costs two reads of the store for each key
 * and one for each owner, and holds one entry for each owner.
 */
export async function listOwners(records: ApiKeyRecords, all: Plans): Promise<KnownOwner[]> {
  const counts = new Map<string, { keys: number; usableKeys: number }>();
  const known = (owner: string) => {
    const count = counts.get(owner) ?? { keys: 0, usableKeys: 0 };
    counts.set(owner, count);
    return count;
  };
  const now = new Date();
  for await (const { record } of records.list()) {
    const count = known(record.owner);
    count.keys += 1;
    if (isUsable(record, now)) count.usableKeys += 1;
  }
  for await (const owner of records.listPlanned()) known(owner);
  const suspended = await records.readSuspended();
  for (const owner of suspended) known(owner);
  const plans = await readHeldPlans(records, new Set([...counts.keys()].sort()), all);
  return [...plans].map(([owner, held]) => {
    const isSuspended = suspended.has(owner);
    const { keys, usableKeys } = known(owner);
    return { ...held, owner, isSuspended, keys, usableKeys: isSuspended ? 0 : usableKeys };
  });
}
