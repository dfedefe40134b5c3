import type { TSchema } from '@sinclair/typebox';
import type { KeyEntry } from '../../domain/document-key.js';
import { QuireError, validationError, type FieldFault } from '../../domain/errors.js';
import { checkRole, compileRoute, namingWhatIsMissing } from '../compile-route.js';
import { BULK_PATH } from '../paths.js';
import { expectKeyOf, keyNameOf, withDocumentOf } from '../../operations/by-key/find-by-key.js';
import { nameDocument, nameFolder } from '../request-names.js';
import { readOwnedHead } from '../../operations/owned-head.js';
import { checkedKey } from './document-by-key.js';
import {
  defineRoute,
  type LineTarget,
  type Reply,
  type Route,
  type RouteRequest,
  type RouteServices,
} from '../route.js';
import { EXAMPLES } from '../schemas/examples.js';
import { BulkAnswer, BulkLine, describedBulkLine, type ParsedLine } from '../schemas/bulk.js';

/** The routes of the requests that the lines stand for. */
export type LineRoutes = Record<ParsedLine['op'] | 'deleteByKey', Route>;

type LineRequest = RouteRequest<unknown, unknown, ParsedLine>;

const DESCRIPTION = [
  'Both bodies are lines of JSON (NDJSON), which may also be sent as `application/ndjson`, `application/jsonl`, ' +
    '`application/json`, `text/plain`, or without a type. Each line stands for one request, counts as one in the limits, and has the ' +
    'same answer, in the order of the lines. An empty line has no answer.',
  'Lines that name one document take effect in their order, all others side by side. Where some lines name a document ' +
    'by `id` alone and others by `key` alone, a line waits for all lines before it of the other kind. A line may bear ' +
    'both: it is refused unless they name one document.',
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
    lines: { described: describedBulkLine(bodiesOf(routes)), targetOf, stores: ({ op }) => op !== 'delete' },
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

function targetOf({ id, key }: ParsedLine): LineTarget {
  return { id: id ?? undefined, key: key ?? undefined };
}

function checkTarget(line: ParsedLine): void {
  const { id, key } = targetOf(line);
  if (line.op === 'create') {
    if (key !== undefined) throw validationError([{ path: '/key', message: 'must not be in a create: use put' }]);
    if (id !== undefined) throw validationError([{ path: '/id', message: 'must not be in a create' }]);
  } else if (id === undefined && key === undefined) {
    throw validationError([{ path: '/id', message: 'is required without key' }]);
  }
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
    const { names } = request;
    const { op, document, changes } = request.body;
    const { id, key } = targetOf(request.body);
    nameDocument(names, { document_id: id, key });
    nameFolder(names, document ?? changes);
    checkRole(routes[op], request.actor);
    const isDeletionByKey = op === 'delete' && id === undefined;
    const { readBody, answer } = isDeletionByKey ? compiled.deleteByKey : compiled[op];
    const parts = { ...request, query: () => ({}), ...headersOf(request.body) };
    try {
      const body = readBody(op === 'patch' ? changes : document);
      const answerFor = (params: Record<string, string>, life?: number) => {
        nameDocument(names, params);
        return answer(body, { ...parts, params: () => params, life });
      };
      // A PUT makes the document of a key that has none, but this one must be there, and stay.
      const putOver = async ({ id: documentId, life: onlyLife }: KeyEntry, params: { key: string }) => {
        await readOwnedHead(context, request.actor, documentId);
        return answer(body, { ...parts, params: () => params, ifMatch: parts.ifMatch ?? '*', onlyLife });
      };
      if (key === undefined) return await answerFor({ document_id: id ?? '' });
      const name = keyNameOf(request.actor, checkedKey({ key }));
      if (id !== undefined) {
        const entry = await expectKeyOf(context, name, id);
        return await (op === 'put' ? putOver(entry, { key }) : answerFor({ document_id: id }, entry.life));
      }
      if (op === 'put' || op === 'delete') return await answerFor({ key });
      return await withDocumentOf(context, name, (entry) => answerFor({ document_id: entry.id }, entry.life));
    } catch (error) {
      throw inLine(namingWhatIsMissing(error, { document_id: id, key }), op === 'patch' ? '/changes' : '/document');
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
