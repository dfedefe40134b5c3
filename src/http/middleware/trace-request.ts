import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, RefusedKeyError } from '../../domain/errors.js';
import type { RequestEnd, RequestEvents } from '../../observability/request-events.js';
import type { HttpContext, Middleware } from '../state.js';
import { nameDocument } from '../request-names.js';

/** Longer than the deadlines of a request's calls to backends take together. */
const LONGEST_WORK_MS = 120_000;

/** What is known when the response has closed. */
type Closed = Pick<RequestEnd, 'status' | 'durationMs' | 'transferred'>;

/**
 * Gives the request its id, and logs and measures it when its response has closed and its work has ended. The work goes
 * on after a client has hung up, and only then it is known what was written. `longestMs`: after the response has
 * closed; then the request is logged by what is known.
 */
export function traceRequest(events: RequestEvents, longestMs = LONGEST_WORK_MS): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const sent = ctx.get('X-Request-Id');
    const requestId = /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    // The address is unknown once the client has closed the socket.
    const address = ctx.app.proxy ? ctx.ip : (ctx.req.socket.remoteAddress ?? '');
    const trace = events.requestBegan({ headers: ctx.headers, method: ctx.method, scheme: ctx.protocol });
    let isWorking = true;
    let closed: Closed | undefined;
    let late: NodeJS.Timeout | undefined;
    const log = (at: Closed) => {
      closed = undefined;
      clearTimeout(late);
      events.requestEnded({ ...endOf(ctx), ...at, requestId, traceId: trace?.traceId, address }, trace);
    };
    ctx.res.once('close', () => {
      // The next request of the connection begins, whose bytes are not of this one.
      const transferred = bytesSinceLast(ctx.req.socket);
      const at = { status: statusOf(ctx), durationMs: performance.now() - startedAt, transferred };
      if (!isWorking) return log(at);
      closed = at;
      late = setTimeout(log, longestMs, at).unref();
    });
    const workEnded = () => {
      isWorking = false;
      if (closed) log(closed);
    };
    try {
      await (trace ? trace.run(next) : next());
    } finally {
      if (ctx.state.lineWork) void ctx.state.lineWork.then(workEnded);
      else workEnded();
    }
  };
}

function endOf(ctx: HttpContext) {
  const { failure, actor, names = {} } = ctx.state;
  nameDocument(names, ctx['params']);
  const caller = actor ?? (failure instanceof RefusedKeyError ? failure : undefined);
  return {
    method: ctx.method,
    route: ctx.state.route,
    owner: caller?.owner,
    keyId: caller?.keyId,
    failure,
    lines: ctx.state.lines,
    refusals: ctx.state.refusals,
    plan: actor?.plan.name,
    documentId: names.documentId,
    folderId: names.folderId,
    key: names.key,
    version: names.version,
  };
}

/** A started answer that failed counts as its failure. 499: the client went away. */
function statusOf(ctx: HttpContext): number {
  const { failure } = ctx.state;
  if (ctx.res.writableFinished) return ctx.status;
  return failure && ctx.status < 400 ? ERRORS[failure.code].status : 499;
}

type Transferred = { received: number; sent: number };

const counted = new WeakMap<Socket, Transferred>();

/** All bytes of a connection since the last call, heads included. A connection serves one request after the other. */
function bytesSinceLast(socket: Socket): Transferred {
  const now = { received: socket.bytesRead, sent: socket.bytesWritten };
  const before = counted.get(socket);
  counted.set(socket, now);
  return before ? { received: now.received - before.received, sent: now.sent - before.sent } : now;
}
