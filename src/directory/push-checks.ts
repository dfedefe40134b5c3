import type { Limits } from '../client/client.js';
import { OperatorError } from '../domain/errors.js';
import type { DirectoryContext } from './directory-snapshot.js';
import { planAllows, PlanTooSmallError, type Need } from './plan-allows.js';

export type PushBounds = {
  /** More deletions than these delete nothing: a number, or a share of the documents. */
  maxDelete: { count: number } | { share: number };
  /** Deletes more than that, and begins what the plan cannot take as a whole. */
  force: boolean;
};

/** Raises `OperatorError`. */
export function checkDeletions(count: number, documents: number, { maxDelete, force }: PushBounds): void {
  const most = 'count' in maxDelete ? maxDelete.count : Math.ceil(maxDelete.share * documents);
  if (force || count <= most) return;
  throw new OperatorError(
    `${count} of ${documents} documents would be deleted, and at most ${most} may be: ` +
      'nothing was done. --max-delete allows more, --force any number',
  );
}

/** `limits`: if they are known already. Raises `PlanTooSmallError`. */
export async function checkPlan(
  { client, signal, progress }: DirectoryContext,
  { force }: PushBounds,
  { limits, ...need }: Need & { limits: Limits | undefined },
): Promise<void> {
  if (need.requests === 0) return;
  const { refusal, warning } = planAllows(limits ?? (await client.getLimits({ signal })), need);
  if (refusal !== undefined && !force) throw new PlanTooSmallError(`${refusal}; --force begins nevertheless`);
  if (warning !== undefined) progress.note(warning);
}

/** Whether the plan takes all of it within a minute. */
export function isPlanWide(limits: Limits, need: Need): boolean {
  const { refusal, warning } = planAllows(limits, need);
  return refusal === undefined && warning === undefined;
}
