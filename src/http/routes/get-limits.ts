import { readQuota } from '../../operations/write/quota.js';
import { LIMITS_PATH } from '../paths.js';
import { presentLimits } from '../present/limits.js';
import { defineRoute, type RouteServices } from '../route.js';
import { LimitsAnswer } from '../schemas/limits.js';
import { EXAMPLES } from '../schemas/examples.js';

/** Worst cost: ten counts of the month in the index, each after a refresh, if the counters keep losing the month. */
export function getLimitsRoute({ context, limits: { assetBytes } }: RouteServices) {
  return defineRoute({
    operationId: 'getLimits',
    summary: 'Read what the key may do, and what is left of the limits',
    description: 'The request is counted like any other. Windows belong to the owner of the key, not to the key.',
    tag: 'limits',
    method: 'get',
    path: LIMITS_PATH,
    role: undefined,
    success: { status: 200, description: 'The key, the limits of its owner, and what is left.', schema: LimitsAnswer },
    example: EXAMPLES.getLimits,
    errors: [],
    handle: async ({ actor, admission }) => {
      const admittedAt = context.now().getTime();
      const quota = await readQuota(context, actor);
      const body = presentLimits({ actor, admission, admittedAt, quota, assetBytes });
      return { status: 200, body, etag: 'hash' };
    },
  });
}
