import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { Context } from '../../operations/context.js';
import { monthOf } from '../../domain/month.js';
import { firstDayAfter, readQuota } from '../../operations/write/quota.js';
import type { HttpContext, Middleware } from '../state.js';

/** Sets the quota headers on every answer to an authenticated create. */
export function showQuota(context: Context): Middleware {
  return (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== '/v1/documents') return next();
    return next().finally(() => ctx.state.actor && setQuotaHeaders(context, ctx, ctx.state.actor));
  };
}

async function setQuotaHeaders(context: Context, ctx: HttpContext, { owner, plan }: Actor): Promise<void> {
  const month = monthOf(context.now().toISOString());
  ctx.set({ 'X-Quota-Limit': String(plan.documentsPerMonth), 'X-Quota-Reset': firstDayAfter(month) });
  try {
    ctx.set('X-Quota-Used', String(await readQuota(context, { owner, month })));
  } catch (error) {
    // Neither counters nor index can be read. No number is better than a wrong one.
    if (!(error instanceof QuireError)) throw error;
  }
}
