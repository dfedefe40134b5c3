import { notFound, QuireError } from '../domain/errors.js';
import { quoted } from '../domain/fault-text.js';
import type { Actor } from '../domain/api-key.js';
import { parseIdempotencyKey, parseIfMatch, parseOnlyIfNone } from './request-headers.js';
import { preconditionOfLife } from '../domain/precondition.js';
import type { Tracer } from '../platform/tracer.js';
import type { Reply, Route, RouteRequest } from './route.js';
import { compileBody, compileParameters } from './validate.js';

/** A request, or a line of one, before its route has checked it. */
export type RequestParts = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'actor' | 'admission' | 'reading' | 'bodyBytes' | 'stored' | 'names' | 'bookBytes'
> & {
  files?: ReadonlyMap<string, Buffer> | undefined;
  params(): Record<string, string>;
  query(): Record<string, string | string[] | undefined>;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  /** The life of the key that named the document; undefined: none did. */
  life?: number | undefined;
  onlyLife?: number | undefined;
  idempotencyKey: string | undefined;
  accept?: string | undefined;
};

export type CompiledRoute = {
  /** Checks a parsed body. Raises a validation error. */
  readBody(value: unknown): unknown;
  /** Raises what the parameters, the headers and the handler raise. */
  answer(body: unknown, parts: RequestParts): Promise<Reply>;
};

const NO_FILES: ReadonlyMap<string, Buffer> = new Map();

/** Each answer is a span of its request. A line of a bulk request is traced by the route that it stands for. */
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
    answer: async (body, { actor, admission, reading, bodyBytes, stored, names, bookBytes, ...parts }) => {
      const params = readParams(parts.params());
      const request = {
        actor,
        admission,
        reading,
        params,
        query: readQuery(parts.query()),
        body,
        files: parts.files ?? NO_FILES,
        bodyBytes,
        stored,
        names,
        precondition: preconditionOf(parts),
        onlyLife: parts.onlyLife,
        accept: parts.accept,
        idempotencyKey: takes.has('Idempotency-Key') ? parseIdempotencyKey(parts.idempotencyKey) : undefined,
        onlyIfNone: takes.has('If-None-Match') && parseOnlyIfNone(parts.ifNoneMatch),
        bookBytes,
      };
      try {
        return await route.handle(request);
      } catch (error) {
        throw namingWhatIsMissing(error, params);
      }
    },
  };
}

/** The message of a 404 names the document or version of the path, or of the line. */
export function namingWhatIsMissing(error: unknown, params: Record<string, unknown>): unknown {
  if (!(error instanceof QuireError)) return error;
  const { document_id: id, key, version_number: version } = params;
  const named = typeof id === 'string' ? quoted(id) : typeof key === 'string' ? `of the key ${quoted(key)}` : undefined;
  if (named === undefined) return error;
  if (error.code === 'DOCUMENT_NOT_FOUND') return notFound(error.code, `document ${named}`);
  if (error.code !== 'VERSION_NOT_FOUND' || typeof version !== 'string') return error;
  return notFound(error.code, `version ${quoted(version)} of the document ${named}`);
}

/** Raises `INSUFFICIENT_ROLE`. */
export function checkRole({ role }: Route, actor: Actor): void {
  if (role !== undefined && !actor.roles.has(role)) throw new QuireError('INSUFFICIENT_ROLE', { required: role });
}
