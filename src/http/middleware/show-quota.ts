import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import { readQuota, type QuotaReads } from '../../operations/write/quota.js';
import type { HttpContext, Middleware } from '../state.js';

/** Sets the quota headers on every answer to an authenticated create, and on a PUT that made a document or may not. */
export function showQuota(context: QuotaReads): Middleware {
  const show = (ctx: HttpContext) => ctx.state.actor && setQuotaHeaders(context, ctx, ctx.state.actor);
  return async (ctx, next) => {
    if (ctx.method === 'POST' && ctx.path === '/v1/documents') return next().finally(() => show(ctx));
    if (ctx.method !== 'PUT') return next();
    await next().catch(async (error: unknown) => {
      if (error instanceof QuireError && error.code === 'QUOTA_EXCEEDED') await show(ctx);
      throw error;
    });
    if (ctx.status === 201) await show(ctx);
  };
}

async function setQuotaHeaders(context: QuotaReads, ctx: HttpContext, actor: Actor): Promise<void> {
  const { limit, used, resetsOn } = await readQuota(context, actor);
  ctx.set({ 'X-Quota-Limit': String(limit), 'X-Quota-Reset': resetsOn });
  if (used !== undefined) ctx.set('X-Quota-Used', String(used));
}
