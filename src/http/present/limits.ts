import type { Actor } from '../../domain/api-key.js';
import type { Quota } from '../../operations/write/quota.js';
import type { Admission, RateWindow } from '../../ports/counters.js';

type Left = {
  actor: Actor;
  admission: Pick<Admission, 'minute' | 'day' | 'bytes'>;
  /** The time of the admission, in milliseconds. */
  admittedAt: number;
  quota: Quota;
  assetBytes: number;
};

const NO_LIMIT = { limit: null, remaining: null, resets_at: null };

export function presentLimits({ actor, admission: { minute, day, bytes }, admittedAt, quota, assetBytes }: Left) {
  const present = ({ limit, remaining, resetInMs }: RateWindow) => ({
    limit,
    remaining,
    resets_at: new Date(admittedAt + resetInMs).toISOString(),
  });
  const { keyId: id, label, roles, expires } = actor;
  return {
    owner: actor.owner,
    key: { id, label, roles: [...roles], expires_at: expires },
    plan: actor.plan.name,
    plan_is_default: actor.hasDefaultPlan,
    requests: { minute: present(minute), day: present(day) },
    stored_bytes: { day: bytes ? present(bytes) : NO_LIMIT },
    max_asset_bytes: assetBytes,
    documents: { month: presentQuota(quota) },
  };
}

function presentQuota({ limit, used, resetsOn }: Quota) {
  return {
    limit,
    used: used ?? null,
    remaining: used === undefined ? null : Math.max(0, limit - used),
    resets_at: `${resetsOn}T00:00:00.000Z`,
  };
}
