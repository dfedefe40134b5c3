import type { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import type { Version } from '../../domain/version.js';
import type { QuotaUnit } from '../../ports/counters.js';
import type { Context } from '../context.js';
import { checkedReservation } from './quota.js';

const LOOKS = 5;

/** Undefined: the quota is exhausted, but an earlier attempt of this keyed create took a unit. */
export async function reserveQuota(
  context: Context,
  actor: Actor,
  first: Version,
  deadline: Deadline,
): Promise<QuotaUnit | undefined> {
  const unit = reservationOf(first);
  for (let look = 1; ; look++) {
    try {
      await checkedReservation(context, actor, unit);
      return unit;
    } catch (error) {
      const exhausted = error instanceof QuireError && error.code === 'QUOTA_EXCEEDED';
      if (!exhausted || !first.idempotency) throw error;
      if (await context.log.read(first.document.id, 1)) return undefined;
      if (look === LOOKS) throw error;
      // An earlier attempt in another process may have its unit and not yet its slot: look again.
      await deadline.pause(look + 3, 'looking for an earlier attempt');
    }
  }
}

export function reservationOf({ document: { id, owner }, createdAt, writeId }: Version): QuotaUnit {
  return { owner, month: monthOf(createdAt), name: writeId, documentId: id };
}
