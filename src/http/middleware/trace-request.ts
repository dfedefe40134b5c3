import { randomUUID } from 'node:crypto';
import type { RequestEvents } from '../../observability/request-events.js';
import type { Middleware } from '../state.js';

/** Gives the request its id, and its log line and metrics once it has ended. */
export function traceRequest(events: RequestEvents): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const sent = ctx.get('X-Request-Id');
    const requestId = /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.res.once('close', () => events.requestEnded({
      requestId,
      method: ctx.method,
      route: ctx.state.route,
      owner: ctx.state.actor?.owner,
      keyId: ctx.state.actor?.keyId,
      status: ctx.res.writableFinished ? ctx.status : 499,
      durationMs: performance.now() - startedAt,
      failure: ctx.state.failure,
    }));
    await next();
  };
}
