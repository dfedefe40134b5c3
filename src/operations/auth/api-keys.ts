import { randomBase62 } from '../../domain/base62.js';
import { hashApiKey, isOwnerName, isUsable, newApiKey, type ApiKeyRecord, type Role } from '../../domain/api-key.js';
import { OperatorError } from '../../domain/errors.js';
import type { ApiKeyRecords } from '../../log/api-key-records.js';

type NewKey = { owner: string; roles: Role[]; label: string | null; expires: string | null };

/** The key itself is shown only here: the store keeps its hash. */
export type IssuedKey = { key: string; record: ApiKeyRecord };

export async function createApiKey(records: ApiKeyRecords, input: NewKey): Promise<IssuedKey> {
  if (!isOwnerName(input.owner)) {
    throw new OperatorError('an owner is 1 to 64 letters, digits, ".", "_" and "-", and does not begin with "."');
  }
  const key = newApiKey();
  const record: ApiKeyRecord = {
    id: `key_${randomBase62(12)}`,
    ...input,
    created: new Date().toISOString(),
    retires: null,
    revoked: null,
  };
  await records.write(hashApiKey(key), record);
  return { key, record };
}

export async function rotateApiKey(records: ApiKeyRecords, id: string, graceMs: number): Promise<IssuedKey> {
  const { hash, record } = await findApiKey(records, id);
  if (!isUsable(record, new Date())) throw new OperatorError(`the key ${id} does not work any more: create a new one`);
  const { owner, roles, label, expires } = record;
  const issued = await createApiKey(records, { owner, roles, label, expires });
  await records.write(hash, { ...record, retires: new Date(Date.now() + graceMs).toISOString() });
  return issued;
}

export async function revokeApiKey(records: ApiKeyRecords, id: string): Promise<ApiKeyRecord> {
  const { hash, record } = await findApiKey(records, id);
  const revoked = record.revoked ?? new Date().toISOString();
  await records.revoke(hash, revoked);
  return { ...record, revoked };
}

export async function listApiKeys(records: ApiKeyRecords): Promise<ApiKeyRecord[]> {
  const found: ApiKeyRecord[] = [];
  for await (const { record } of records.list()) found.push(record);
  return found.sort((a, b) => (a.created < b.created ? -1 : 1));
}

async function findApiKey(records: ApiKeyRecords, id: string): Promise<{ hash: string; record: ApiKeyRecord }> {
  for await (const found of records.list()) {
    if (found.record.id === id) return found;
  }
  throw new OperatorError(`there is no key ${id}`);
}

/** Within 5 seconds the owner's keys are invalid and the public pages absent, or valid again. May be repeated. */
export async function setSuspended(records: ApiKeyRecords, owner: string, isSuspended: boolean): Promise<void> {
  if (!isOwnerName(owner)) throw new OperatorError(`"${owner}" cannot be an owner`);
  const state = isSuspended ? 'suspended' : 'resumed';
  const holds = await records.writeSuspension(owner, state);
  if (holds !== state) throw new OperatorError(`${owner} was ${holds} by somebody else at the same moment`);
}
