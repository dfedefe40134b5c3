import type { Actor } from '../../domain/api-key.js';
import type { KeyEntry } from '../../domain/document-key.js';
import { QuireError } from '../../domain/errors.js';
import { readQuota, type QuotaReads } from '../write/quota.js';
import type { KeyPut } from './key-put.js';

/** There is no document. */
export function expectNoPrecondition(precondition: KeyPut['precondition']): void {
  if (precondition !== undefined) throw new QuireError('PRECONDITION_FAILED', { current_version: null });
}

/** An entry of an earlier life may be a kept one: its document is looked for. */
export function expectLife({ onlyLife = Infinity }: Pick<KeyPut, 'onlyLife'>, { life }: KeyEntry): void {
  if (life > onlyLife) throw new QuireError('PRECONDITION_FAILED', { current_version: null });
}

export async function exhausted(ports: QuotaReads, actor: Actor): Promise<QuireError | undefined> {
  const { used = 0, limit } = await readQuota(ports, actor);
  return used < limit ? undefined : new QuireError('QUOTA_EXCEEDED', { used, limit });
}
