import type { Actor } from '../../domain/api-key.js';
import { readQuota, type QuotaReads } from '../../operations/write/quota.js';
import type { HttpContext, Middleware } from '../state.js';

/** Sets the quota headers on every answer to an authenticated create. */
export function showQuota(context: QuotaReads): Middleware {
  return (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== '/v1/documents') return next();
    return next().finally(() => ctx.state.actor && setQuotaHeaders(context, ctx, ctx.state.actor));
  };
}

async function setQuotaHeaders(context: QuotaReads, ctx: HttpContext, actor: Actor): Promise<void> {
  const { limit, used, resetsOn } = await readQuota(context, actor);
  ctx.set({ 'X-Quota-Limit': String(limit), 'X-Quota-Reset': resetsOn });
  if (used !== undefined) ctx.set('X-Quota-Used', String(used));
}
