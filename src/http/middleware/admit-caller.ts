import { QuireError } from '../../domain/errors.js';
import type { Authenticate } from '../../operations/authenticate.js';
import type { Counters, Epoch, RateWindow } from '../../ports/counters.js';
import type { HttpContext, Middleware } from '../state.js';

export type Admit = {
  authenticate: Authenticate;
  counters: Counters;
  /** The epoch of the owner after which a request that reads has to know what was written. */
  coveredBy(owner: string): Epoch | undefined;
  unauthenticatedPerMinute: number;
};

/**
 * Judges the key, then the rate. A caller without a valid key counts against his address, so every answer has
 * rate-limit headers. The owner's write epoch comes in the same round trip, before anything else is read.
 */
export function admitCaller({ authenticate, counters, coveredBy, unauthenticatedPerMinute }: Admit): Middleware {
  return async (ctx, next) => {
    const actor = await authenticate(ctx.get('X-API-Key')).catch(async (error: unknown) => {
      await admitAddress(ctx, counters, { scope: 'unauthenticated', perMinute: unauthenticatedPerMinute });
      throw error;
    });
    ctx.state.actor = actor;
    const askedAt = performance.now();
    const since = ctx.method === 'GET' || ctx.method === 'HEAD' ? coveredBy(actor.owner) : undefined;
    const { refusedBy, minute, day, epoch, changes } = await counters.admit(actor.owner, actor.plan, since);
    ctx.state.reading = epoch && { epoch, changes, askedAt };
    showWindow(ctx, refusedBy === 'day' ? { ...minute, remaining: 0, resetInMs: day.resetInMs } : minute);
    if (refusedBy) refuse(ctx, refusedBy, refusedBy === 'day' ? day : minute);
    await next();
  };
}

/** Counts a request against its address. Raises `RATE_LIMITED`. */
export async function admitAddress(
  ctx: HttpContext, counters: Counters, { scope, perMinute }: { scope: string; perMinute: number },
): Promise<void> {
  const { allowed, window } = await counters.admitAddress(scope, ctx.ip, perMinute);
  showWindow(ctx, window);
  if (!allowed) refuse(ctx, 'minute', window);
}

function showWindow(ctx: HttpContext, window: RateWindow): void {
  ctx.set({
    'X-RateLimit-Limit': String(window.limit),
    'X-RateLimit-Remaining': String(window.remaining),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + window.resetInMs) / 1000)),
  });
}

function refuse(ctx: HttpContext, window: 'minute' | 'day', { resetInMs }: RateWindow): never {
  ctx.set('Retry-After', String(Math.max(1, Math.ceil(resetInMs / 1000))));
  throw new QuireError('RATE_LIMITED', { window });
}
