import type { Deadline } from '../../coordination/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import type { Version } from '../../domain/version.js';
import type { QuotaUnit } from '../../ports/counters.js';
import type { Context } from '../context.js';
import { reserveQuota } from '../quota.js';

/** How often a keyed create that finds the quota exhausted looks for an earlier attempt of its own. */
const LOOKS = 5;

/**
 * Takes the unit that a create costs. Undefined where none is left but the first slot is claimed: then an
 * earlier attempt of this keyed create took one, and a repeat costs nothing. The earlier one may be under way in
 * another process, with its unit taken and its slot not yet claimed: hence more than one look.
 */
export async function takeUnit(
  context: Context, actor: Actor, first: Version, deadline: Deadline,
): Promise<QuotaUnit | undefined> {
  const unit = unitOf(first);
  for (let look = 1; ; look++) {
    try {
      await reserveQuota(context, actor, unit);
      return unit;
    } catch (error) {
      const exhausted = error instanceof QuireError && error.code === 'QUOTA_EXCEEDED';
      if (!exhausted || !first.idempotency) throw error;
      if (await context.log.read(first.document.id, 1)) return undefined;
      if (look === LOOKS) throw error;
      await deadline.pause(look + 3, 'looking for an earlier attempt');
    }
  }
}

/** The unit that the create of a first version takes. */
export function unitOf({ document: { id, owner }, createdAt, writeId }: Version): QuotaUnit {
  return { owner, month: monthOf(createdAt), name: writeId, documentId: id };
}
