import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import { checkPrecondition, preconditionOfLife } from '../../domain/precondition.js';
import type { HeadReads } from '../owned-head.js';
import { readQuota, type QuotaReads } from '../write/quota.js';
import { keyNameOf, type KeyReads } from './find-by-key.js';
import type { KeyPut } from './key-put.js';

export type ExpectPutPorts = KeyReads & HeadReads & QuotaReads;

type Conditions = Pick<KeyPut, 'key' | 'precondition' | 'onlyIfNone'>;

/** A first look, before anything is made for a PUT. Raises `PRECONDITION_FAILED`, `QUOTA_EXCEEDED`. */
export async function expectPut(
  ports: ExpectPutPorts,
  actor: Actor,
  { key, precondition, onlyIfNone }: Conditions,
): Promise<void> {
  const entry = await ports.keyEntries.read(keyNameOf(actor, key));
  const head = entry && (await ports.index.readHead(entry.id))?.head;
  if (entry && head?.deleted === false) {
    if (onlyIfNone) throw new QuireError('PRECONDITION_FAILED', { current_version: head.currentVersion });
    return checkPrecondition(preconditionOfLife(precondition, entry.life), head);
  }
  expectNoPrecondition(precondition);
  const quota = await exhausted(ports, actor);
  if (quota) throw quota;
}

/** There is no document. */
export function expectNoPrecondition(precondition: KeyPut['precondition']): void {
  if (precondition !== undefined) throw new QuireError('PRECONDITION_FAILED', { current_version: null });
}

export async function exhausted(ports: QuotaReads, actor: Actor): Promise<QuireError | undefined> {
  const { used = 0, limit } = await readQuota(ports, actor);
  return used < limit ? undefined : new QuireError('QUOTA_EXCEEDED', { used, limit });
}
