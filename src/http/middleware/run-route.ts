import { QuireError, validationError } from '../../domain/errors.js';
import { hashTag, matchesNone } from '../entity-tags.js';
import { parseIdempotencyKey, parseIfMatch } from '../request-headers.js';
import type { Reply, Route } from '../route.js';
import type { HttpContext, Middleware } from '../state.js';
import { compileBody, compileParameters } from '../validate.js';

/** Raises `INSUFFICIENT_ROLE` unless the key has the role. */
export function requireRole({ role }: Route): Middleware {
  return (ctx, next) => {
    if (!actorOf(ctx).roles.has(role)) throw new QuireError('INSUFFICIENT_ROLE', { required: role });
    return next();
  };
}

/** Validates what the route takes, runs its handler and sends the reply. */
export function runRoute(route: Route): Middleware {
  const readParams = compileParameters(route.params);
  const readQuery = compileParameters(route.query);
  const readBody = route.body && compileBody(route.body);
  const takes = new Set(route.requestHeaders);
  return async (ctx) => {
    const body = readBody?.(ctx.state.body);
    if (body !== undefined) route.check?.(body);
    const reply = await route.handle({
      actor: actorOf(ctx),
      reading: ctx.state.reading,
      params: readParams(ctx['params'] as Record<string, string>),
      query: readQuery(wellFormedQuery(ctx)),
      body,
      precondition: takes.has('If-Match') ? parseIfMatch(ctx.headers['if-match']) : undefined,
      idempotencyKey: takes.has('Idempotency-Key') ? parseIdempotencyKey(headerOf(ctx)) : undefined,
    });
    send(ctx, reply);
  };
}

/** What is no UTF-8 would be read as something else than was sent. */
function wellFormedQuery(ctx: HttpContext): HttpContext['query'] {
  try {
    decodeURIComponent(ctx.querystring);
  } catch {
    throw validationError([{ path: '', message: 'the query must be percent-encoded UTF-8' }]);
  }
  return ctx.query;
}

function headerOf(ctx: HttpContext): string | undefined {
  return ctx.headers['idempotency-key'] as string | undefined;
}

function actorOf(ctx: HttpContext) {
  return ctx.state.actor as NonNullable<typeof ctx.state.actor>;
}

function send(ctx: HttpContext, { status, body, text = textOf(body), etag }: Reply): void {
  ctx.status = status;
  if (text === undefined) return;
  ctx.type = 'application/json';
  ctx.body = text;
  if (etag === undefined) return;
  const entityTag = etag === 'hash' ? hashTag(text) : etag;
  ctx.set('ETag', entityTag);
  if (matchesNone(ctx.headers['if-none-match'], entityTag)) ctx.status = 304;
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
