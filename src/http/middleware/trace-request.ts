import { randomUUID } from 'node:crypto';
import { ERRORS } from '../../domain/errors.js';
import type { RequestEvents } from '../../observability/request-events.js';
import type { HttpContext, Middleware } from '../state.js';

/** Gives the request its id, and logs and measures it when it has ended. */
export function traceRequest(events: RequestEvents): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const sent = ctx.get('X-Request-Id');
    const requestId = /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    // The address is unknown once the client has closed the socket.
    const address = ctx.app.proxy ? ctx.ip : (ctx.req.socket.remoteAddress ?? '');
    ctx.res.once('close', () =>
      events.requestEnded({
        requestId,
        method: ctx.method,
        route: ctx.state.route,
        owner: ctx.state.actor?.owner,
        keyId: ctx.state.actor?.keyId,
        status: statusOf(ctx),
        durationMs: performance.now() - startedAt,
        address,
        failure: ctx.state.failure,
        lines: ctx.state.lines,
      }),
    );
    await next();
  };
}

/** A started answer that failed counts as its failure. 499: the client went away. */
function statusOf(ctx: HttpContext): number {
  const { failure } = ctx.state;
  if (ctx.res.writableFinished) return ctx.status;
  return failure && ctx.status < 400 ? ERRORS[failure.code].status : 499;
}
