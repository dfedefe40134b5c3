import type { Limits } from '../../client/client.js';
import { OperatorError } from '../../domain/errors.js';

/** Nothing was written. */
export class PlanTooSmallError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlanTooSmallError';
  }
}

export type Need = { requests: number; newDocuments: number };

/** `refusal`: the plan cannot take all of it. `warning`: it takes long. */
export type PlanVerdict = { refusal?: string; warning?: string };

export function planAllows(limits: Limits, need: Need): PlanVerdict {
  const { requests, documents } = limits;
  const plan = planText(limits);
  const { day, minute } = requests;
  const { remaining: newDocuments } = documents.month;
  if (need.requests > day.remaining) {
    return {
      refusal: `this takes ${need.requests} requests, and ${plan} has ${day.remaining} left until ${day.resets_at}`,
    };
  }
  if (newDocuments !== null && need.newDocuments > newDocuments) {
    return {
      refusal:
        `this makes ${need.newDocuments} documents, and ${plan} has ${newDocuments} left ` +
        `until ${documents.month.resets_at}`,
    };
  }
  if (need.requests <= minute.remaining) return {};
  const minutes = Math.ceil((need.requests - minute.remaining) / minute.limit);
  return { warning: `${plan} allows ${minute.limit} requests a minute: this takes about ${minutes} min` };
}

/** A service of an older release does not say whether the plan is the default one. */
function planText({ plan, plan_is_default: isDefault }: Limits): string {
  return isDefault ? `the default plan ${plan}` : `the plan ${plan}`;
}
