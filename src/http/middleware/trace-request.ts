import { randomUUID } from 'node:crypto';
import { ERRORS } from '../../domain/errors.js';
import { isId } from '../../domain/ids.js';
import type { RequestEvents } from '../../observability/request-events.js';
import type { HttpContext, Middleware } from '../state.js';
import { bytesSinceLast } from './transferred-bytes.js';

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
    const trace = events.requestBegan({ headers: ctx.headers, method: ctx.method, scheme: ctx.protocol });
    ctx.res.once('close', () => {
      const end = {
        requestId,
        traceId: trace?.traceId,
        method: ctx.method,
        route: ctx.state.route,
        owner: ctx.state.actor?.owner,
        keyId: ctx.state.actor?.keyId,
        status: statusOf(ctx),
        durationMs: performance.now() - startedAt,
        address,
        failure: ctx.state.failure,
        lines: ctx.state.lines,
        refusals: ctx.state.refusals,
        plan: ctx.state.actor?.plan.name,
        transferred: bytesSinceLast(ctx.req.socket),
      };
      trace?.end({ ...end, documentId: documentIdOf(ctx) });
      events.requestEnded(end);
    });
    await (trace ? trace.run(next) : next());
  };
}

/** The path may hold any text in its place. */
function documentIdOf(ctx: HttpContext): string | undefined {
  const { document_id: id } = (ctx['params'] ?? {}) as Record<string, string | undefined>;
  return id !== undefined && isId(id) ? id : undefined;
}

/** A started answer that failed counts as its failure. 499: the client went away. */
function statusOf(ctx: HttpContext): number {
  const { failure } = ctx.state;
  if (ctx.res.writableFinished) return ctx.status;
  return failure && ctx.status < 400 ? ERRORS[failure.code].status : 499;
}
