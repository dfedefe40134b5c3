import { isOwnerName } from '../../domain/api-key.js';
import { OperatorError } from '../../domain/errors.js';
import type { ApiKeyRecords } from '../../log/api-key-records.js';

/** Within 5 seconds the owner's keys are invalid and the public pages absent, or valid again. May be repeated. */
export async function setSuspended(records: ApiKeyRecords, owner: string, isSuspended: boolean): Promise<void> {
  if (!isOwnerName(owner)) throw new OperatorError(`"${owner}" cannot be an owner`);
  const state = isSuspended ? 'suspended' : 'resumed';
  const holds = await records.writeSuspension(owner, state);
  if (holds !== state) throw new OperatorError(`${owner} was ${holds} by somebody else at the same moment`);
}
