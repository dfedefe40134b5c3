import type { TSchema } from '@sinclair/typebox';
import { QuireError, validationError, type FieldFault } from '../../domain/errors.js';
import { checkRole, compileRoute } from '../compile-route.js';
import { BULK_PATH } from '../paths.js';
import { keyNameOf, withDocumentOf } from '../../operations/by-key/find-by-key.js';
import { checkedKey } from './document-by-key.js';
import { defineRoute, type Reply, type Route, type RouteRequest, type RouteServices } from '../route.js';
import { EXAMPLES } from '../schemas/examples.js';
import { BulkAnswer, BulkLine, describedBulkLine, type ParsedLine } from '../schemas/bulk.js';

/** The routes of the requests that the lines stand for. */
export type LineRoutes = Record<ParsedLine['op'] | 'deleteByKey', Route>;

type LineRequest = RouteRequest<unknown, unknown, ParsedLine>;

const DESCRIPTION = [
  'Both bodies are lines of JSON (NDJSON). Each line stands for one request, counts as one in the limits, and has the ' +
    'same answer, in the order of the lines. An empty line has no answer.',
  'Lines that name one `id` or `key` take effect in their order, all others side by side.',
  'A line is at most what a body may be. While a window is full, lines are answered 429, with `details.retry_after` in ' +
    'seconds. A line with `ended` ends the answer early: after 1,000 refused lines in a row, where the input is no ' +
    'longer read, or while the service ends. Send the lines from there on again.',
].join('\n\n');

/**
 * A line costs at most what its request costs, and counts as one. What is no counted line is bounded per line: eleven
 * largest bodies of input, decoded and searched for line ends, and 1,000 refused lines, of which only those of at most
 * 8 KiB are parsed that the window of bytes refuses. A request
 * runs 16 lines at once. It holds 64 lines, whose bodies are booked as all bodies are, and 256 KiB of answers beside
 * those of the lines that run.
 */
export function bulkRoute(services: ForLines, routes: LineRoutes): Route {
  return defineRoute({
    operationId: 'bulk',
    summary: 'Send many writes as lines',
    description: DESCRIPTION,
    tag: 'documents',
    method: 'post',
    path: BULK_PATH,
    role: 'documents:write',
    body: BulkLine,
    lines: { described: describedBulkLine(bodiesOf(routes)), nameOf, stores: ({ op }) => op !== 'delete' },
    success: { status: 200, description: 'A line for each line.', schema: BulkAnswer },
    example: EXAMPLES.bulk,
    errors: [],
    check: checkTarget,
    handle: answerLines(services, routes),
  });
}

function bodiesOf({ put, create, push, patch }: LineRoutes) {
  const bodyOf = ({ body }: Route) => body as TSchema;
  return { put: bodyOf(put), create: bodyOf(create), push: bodyOf(push), patch: bodyOf(patch) };
}

/** A line that creates has none, whatever members it has. */
function targetOf({ op, id, key }: ParsedLine): { id?: string | undefined; key?: string | undefined } {
  return op === 'create' ? {} : { id: id ?? undefined, key: key ?? undefined };
}

function nameOf(line: ParsedLine): string | undefined {
  if (line.op === 'create') return undefined;
  const { id, key } = targetOf(line);
  return key === undefined ? `id ${id}` : `key ${key}`;
}

function checkTarget(line: ParsedLine): void {
  if (line.op === 'put' || line.op === 'create') return;
  const { id, key } = targetOf(line);
  if (id === undefined && key === undefined) throw validationError([{ path: '/id', message: 'is required' }]);
  if (id !== undefined && key !== undefined)
    throw validationError([{ path: '/key', message: 'must not be given beside id' }]);
}

type ForLines = Pick<RouteServices, 'context' | 'tracer'>;

function answerLines({ context, tracer }: ForLines, routes: LineRoutes): (request: LineRequest) => Promise<Reply> {
  const compiled = {
    put: compileRoute(routes.put, tracer),
    create: compileRoute(routes.create, tracer),
    push: compileRoute(routes.push, tracer),
    patch: compileRoute(routes.patch, tracer),
    delete: compileRoute(routes.delete, tracer),
    deleteByKey: compileRoute(routes.deleteByKey, tracer),
  };
  return async (request) => {
    const { op, document, changes } = request.body;
    const { id, key } = targetOf(request.body);
    checkRole(routes[op], request.actor);
    const { readBody, answer } = op === 'delete' && key !== undefined ? compiled.deleteByKey : compiled[op];
    const parts = { ...request, query: () => ({}), ...headersOf(request.body) };
    try {
      const body = readBody(op === 'patch' ? changes : document);
      const answerFor = (params: Record<string, string>, life?: number) =>
        answer(body, { ...parts, params: () => params, life });
      if (key === undefined) return await answerFor({ document_id: id ?? '' });
      if (op === 'put' || op === 'delete') return await answerFor({ key });
      const name = keyNameOf(request.actor, checkedKey({ key }));
      return await withDocumentOf(context, name, (entry) => answerFor({ document_id: entry.id }, entry.life));
    } catch (error) {
      throw inLine(error, op === 'patch' ? '/changes' : '/document');
    }
  };
}

function headersOf({ if_match, if_none_match, idempotency_key }: ParsedLine) {
  return {
    ifMatch: if_match ?? undefined,
    ifNoneMatch: if_none_match ?? undefined,
    idempotencyKey: idempotency_key ?? undefined,
  };
}

const FIELDS = new Map([
  ['Idempotency-Key', '/idempotency_key'],
  ['If-Match', '/if_match'],
  ['If-None-Match', '/if_none_match'],
  ['/key', '/key'],
]);

/** Gives the faults of a body or a header their place in the line. */
function inLine(error: unknown, body: string): unknown {
  if (!(error instanceof QuireError) || error.code !== 'VALIDATION_ERROR') return error;
  const errors = error.details['errors'] as FieldFault[];
  return validationError(errors.map(({ path, message }) => ({ path: FIELDS.get(path) ?? body + path, message })));
}
