import { UsageError } from '../process/exit-status.js';
import type { Stores } from './with-records.js';

export async function setPlan({ records, config, audit }: Stores, owner: string, plan: string): Promise<void> {
  const { plans } = config;
  if (!plans.has(plan)) throw new UsageError(`there is no plan ${plan}; plans are ${[...plans.keys()].join(', ')}`);
  await records.writePlan(owner, plan);
  audit({ change: 'plan set', owner, plan });
}
