import { QuireError } from '../domain/errors.js';
import type { Actor } from '../domain/api-key.js';
import { parseIdempotencyKey, parseIfMatch, parseOnlyIfNone } from './middleware/request-headers.js';
import { preconditionOfLife } from '../domain/precondition.js';
import type { Tracer } from '../platform/tracer.js';
import type { Reply, Route, RouteRequest } from './route.js';
import { compileBody, compileParameters } from './validate.js';

/** A request, or a line of one, before its route has judged it. */
export type RequestParts = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'actor' | 'admission' | 'reading' | 'bodyBytes' | 'stored' | 'bookBytes'
> & {
  params(): Record<string, string>;
  query(): Record<string, string | string[] | undefined>;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  /** The life of the key that named the document; undefined: none did. */
  life?: number | undefined;
  idempotencyKey: string | undefined;
};

export type CompiledRoute = {
  /** Checks a parsed body. Raises a validation error. */
  readBody(value: unknown): unknown;
  /** Raises what the parameters, the headers and the handler raise. */
  answer(body: unknown, parts: RequestParts): Promise<Reply>;
};

/** Each answer is a span of its request. Lines are told of by the routes that they stand for. */
export function compileRoute(route: Route, tracer: Tracer): CompiledRoute {
  const { readBody, answer } = compileParts(route);
  if (route.lines) return { readBody, answer };
  const start = { name: route.operationId, kind: 'internal' } as const;
  return { readBody, answer: (body, parts) => tracer.span(start, () => answer(body, parts)) };
}

function compileParts(route: Route): CompiledRoute {
  const readParams = compileParameters(route.params);
  const readQuery = compileParameters(route.query);
  const readBody = route.body && compileBody(route.body);
  const takes = new Set(route.requestHeaders);
  const preconditionOf = ({ ifMatch, life }: Pick<RequestParts, 'ifMatch' | 'life'>) => {
    const precondition = takes.has('If-Match') ? parseIfMatch(ifMatch) : undefined;
    return life === undefined ? precondition : preconditionOfLife(precondition, life);
  };
  return {
    readBody: (value) => {
      const body = readBody?.(value);
      if (body !== undefined) route.check?.(body);
      return body;
    },
    answer: async (body, { actor, admission, reading, bodyBytes, stored, bookBytes, ...parts }) =>
      route.handle({
        actor,
        admission,
        reading,
        params: readParams(parts.params()),
        query: readQuery(parts.query()),
        body,
        bodyBytes,
        stored,
        precondition: preconditionOf(parts),
        idempotencyKey: takes.has('Idempotency-Key') ? parseIdempotencyKey(parts.idempotencyKey) : undefined,
        onlyIfNone: takes.has('If-None-Match') && parseOnlyIfNone(parts.ifNoneMatch),
        bookBytes,
      }),
  };
}

/** Raises `INSUFFICIENT_ROLE`. */
export function checkRole({ role }: Route, actor: Actor): void {
  if (role !== undefined && !actor.roles.has(role)) throw new QuireError('INSUFFICIENT_ROLE', { required: role });
}
