import { isOwnerName } from '../domain/api-key.js';
import { OperatorError } from '../domain/errors.js';
import type { ApiKeyRecords } from '../log/api-key-records.js';

/**
 * Suspends an owner, whether any key or document of that name exists or not, or ends the suspension: within 5 seconds
 * the owner's keys are unknown to the service, and public pages too, or are as before. Doing it again does no harm.
 */
export async function setSuspended(records: ApiKeyRecords, owner: string, isSuspended: boolean): Promise<void> {
  if (!isOwnerName(owner)) throw new OperatorError(`"${owner}" cannot be an owner`);
  const state = isSuspended ? 'suspended' : 'resumed';
  const holds = await records.writeSuspension(owner, state);
  if (holds !== state) throw new OperatorError(`${owner} was ${holds} by somebody else at the same moment`);
}
