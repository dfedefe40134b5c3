import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Version } from '../../domain/version.js';
import type { QuotaUnit } from '../../ports/counters.js';
import type { Context } from '../context.js';
import { monthOf, reserveQuota } from '../quota.js';

/**
 * Takes the unit that a create costs. Undefined where none is left but the first slot is already claimed:
 * then an earlier attempt of this keyed create took one, and a repeat costs nothing.
 */
export async function takeUnit(context: Context, actor: Actor, first: Version): Promise<QuotaUnit | undefined> {
  try {
    return await reserveQuota(context, actor, monthOf(first.createdAt));
  } catch (error) {
    const exhausted = error instanceof QuireError && error.code === 'QUOTA_EXCEEDED';
    if (exhausted && first.idempotency && await context.log.read(first.document.id, 1)) return undefined;
    throw error;
  }
}
