import type { TSchema } from '@sinclair/typebox';
import { QuireError, validationError, type FieldFault } from '../../domain/errors.js';
import { checkRole, compileRoute } from '../compile-route.js';
import { BULK_PATH } from '../paths.js';
import { defineRoute, type Reply, type Route, type RouteRequest } from '../route.js';
import { BulkAnswer, BulkLine, describedBulkLine, type Line } from '../schemas/bulk.js';

/** The routes of the requests that the lines stand for. */
export type LineRoutes = { create: Route; push: Route; patch: Route; delete: Route };

type LineRequest = RouteRequest<unknown, unknown, Line>;

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
 * largest bodies of input, decoded and searched for line ends, and 1,000 refused lines, which are not parsed. A request
 * runs 16 lines at once. It holds 64 lines, whose bodies are booked as all bodies are, and two MiB of answers.
 */
export function bulkRoute(routes: LineRoutes): Route {
  return defineRoute({
    operationId: 'bulk',
    summary: 'Send many writes as lines',
    description: DESCRIPTION,
    method: 'post',
    path: BULK_PATH,
    role: 'documents:write',
    body: BulkLine,
    lines: { described: describedBulkLine(bodiesOf(routes)), nameOf, stores: ({ op }) => op !== 'delete' },
    success: { status: 200, description: 'A line for each line.', schema: BulkAnswer },
    errors: [],
    check: checkTarget,
    handle: answerLines(routes),
  });
}

function bodiesOf({ create, push, patch }: LineRoutes) {
  const [document, version, changes] = [create, push, patch].map(({ body }) => body) as [TSchema, TSchema, TSchema];
  return { put: document, create: document, push: version, patch: changes };
}

function nameOf({ op, id, key }: Line): string | undefined {
  if (op === 'create') return undefined;
  return key === undefined ? `id ${id}` : `key ${key}`;
}

function checkTarget({ op, id, key }: Line): void {
  if (op === 'put' || op === 'create') return;
  if (id === undefined && key === undefined) throw validationError([{ path: '/id', message: 'is required' }]);
  if (id !== undefined && key !== undefined)
    throw validationError([{ path: '/key', message: 'must not be given beside id' }]);
}

function answerLines(routes: LineRoutes): (request: LineRequest) => Promise<Reply> {
  const compiled = {
    create: compileRoute(routes.create),
    push: compileRoute(routes.push),
    patch: compileRoute(routes.patch),
    delete: compileRoute(routes.delete),
  };
  return async (request) => {
    const { op, id = '', key, document, changes, if_match: ifMatch, idempotency_key: idempotencyKey } = request.body;
    if (op === 'put' || (op !== 'create' && key !== undefined)) return answerByKey();
    checkRole(routes[op], request.actor);
    const { readBody, answer } = compiled[op];
    const params = () => ({ document_id: id });
    try {
      const body = readBody(document ?? changes);
      return await answer(body, { ...request, params, query: () => ({}), ifMatch, idempotencyKey });
    } catch (error) {
      throw inLine(error, op === 'patch' ? '/changes' : '/document');
    }
  };
}

/** Until documents have keys. */
function answerByKey(): never {
  throw validationError([{ path: '/key', message: 'is not taken yet' }]);
}

const FIELDS = new Map([
  ['Idempotency-Key', '/idempotency_key'],
  ['If-Match', '/if_match'],
]);

/** Gives the faults of a body or a header their place in the line. */
function inLine(error: unknown, body: string): unknown {
  if (!(error instanceof QuireError) || error.code !== 'VALIDATION_ERROR') return error;
  const errors = error.details['errors'] as FieldFault[];
  return validationError(errors.map(({ path, message }) => ({ path: FIELDS.get(path) ?? body + path, message })));
}
