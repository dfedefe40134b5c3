import { ERRORS, type ErrorCode } from '../domain/errors.js';
import { JSON_LEVELS, JSON_NAMES, JSON_SHAPES, JSON_VALUES } from '../domain/limits.js';
import { groupBy } from '../platform/group-by.js';
import type { Route } from './route.js';
import { ErrorAnswer, errorAnswer } from './schemas/answers.js';
import { VersionParams } from './schemas/common.js';

type Json = Record<string, unknown>;

const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_ROLE',
  'RATE_LIMITED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const BODY_ERRORS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

const DETAILS: Partial<Record<ErrorCode, string>> = {
  IDEMPOTENCY_KEY_REUSED: '`details.document_id` is the document that the key was used for, deleted or not, if any.',
  RATE_LIMITED:
    '`details.window` is the one that is full: requests of a `minute`, of a `day`, or `bytes` stored in a day.',
};

const RATE_HEADERS: Json = {
  'X-RateLimit-Limit': integerHeader('requests allowed per minute'),
  'X-RateLimit-Remaining': integerHeader('requests remaining this minute'),
  'X-RateLimit-Reset': integerHeader('Unix timestamp when the limit resets'),
  'X-Request-Id': { schema: { type: 'string' }, description: 'echoed, or made by the service' },
};

const QUOTA_HEADERS: Json = {
  'X-Quota-Used': integerHeader('documents created this month'),
  'X-Quota-Limit': integerHeader('monthly document limit'),
  'X-Quota-Reset': { schema: { type: 'string', format: 'date' }, description: 'date the quota resets' },
};

const REQUEST_HEADERS: Record<string, Json> = {
  'Idempotency-Key': {
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    description: 'a repeat of the same request answers what the first one answered and makes nothing',
  },
  'If-Match': {
    schema: { type: 'string' },
    description: 'entity tags of the versions that may be the newest one; * for any',
  },
  'If-None-Match': { schema: { type: 'string' }, description: 'entity tags of what the caller has already' },
  'X-Request-Id': { schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' }, description: 'echoed' },
};

const DESCRIPTION = [
  'Documents of typed content blocks, in folders, with numbered immutable versions.',
  `A request body holds at most ${JSON_VALUES} JSON values (objects, arrays and what is in them), ${JSON_NAMES} named ` +
    `members, and objects with ${JSON_SHAPES} different names or orders of names, on at most ${JSON_LEVELS} levels.`,
  'Numbers, those in metadata too, are IEEE 754 doubles (RFC 8259, 6): a whole number beyond 2^53 comes back rounded. ' +
    'Identifiers of 64 bits are better sent as strings. Members of objects have no order.',
].join('\n\n');

/** The OpenAPI 3.1 description, from the schemas that also validate requests. */
export function describeApi(routes: readonly Route[]): Json {
  const components: Record<string, unknown> = { Error: ErrorAnswer };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace('{*key}', '{key}');
    paths[path] = { ...paths[path], [route.method]: refer(describeRoute(route), components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quire',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: components,
    },
  };
}

/** Replaces titled schemas by references to components of that name. */
function refer(part: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => refer(item, components));
  if (typeof part !== 'object' || part === null) return part;
  const { title, ...rest } = part as { title?: unknown };
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, refer(value, components)]));
  if (typeof title !== 'string' || !('type' in rest))
    return { ...inner, ...(title !== undefined && { title: refer(title, components) }) };
  components[title] ??= inner;
  return { $ref: `#/components/schemas/${title}` };
}

function describeRoute(route: Route): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.role ? `Needs the role \`${route.role}\`.` : 'Needs a key, with any roles or none.',
    parameters: [
      ...parametersIn('path', route.params),
      ...parametersIn('query', route.query),
      ...[...route.requestHeaders, ...(route.method === 'get' ? ['If-None-Match'] : []), 'X-Request-Id'].map(
        (name) => ({ name, in: 'header', ...(isOfWrite(route, name) ? ONLY_IF_NONE : REQUEST_HEADERS[name]) }),
      ),
    ],
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: { ...describeSuccess(route), ...describeErrors(route) },
  };
}

const ONLY_IF_NONE = { schema: { type: 'string', const: '*' }, description: '`*`: only if there is no document yet' };

function isOfWrite({ method }: Route, header: string): boolean {
  return header === 'If-None-Match' && method !== 'get';
}

function parametersIn(place: 'path' | 'query', schema: Route['params']): Json[] {
  return Object.entries(schema.properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: isNumeral(property) ? VERSION_NUMBER : property,
    ...(description !== undefined && { description }),
  }));
}

const VERSION_NUMBER = { type: 'integer', minimum: 1 };

/** Version numbers are validated as text, because they may have any length. */
function isNumeral(property: Record<string, unknown>): boolean {
  return property['pattern'] === VersionParams.properties.version_number.pattern;
}

function describeSuccess({ method, success, ...route }: Route): Json {
  const { status, description, schema, location, making } = success;
  const headers = {
    ...headersOf(route),
    ...((method === 'get' || method === 'put' || method === 'patch' || location !== undefined) && {
      ETag: { schema: { type: 'string' } },
    }),
    ...(location !== undefined && { Location: locationHeader(location) }),
  };
  return {
    [status]: { description, headers, ...(schema && { content: { 'application/json': { schema } } }) },
    ...(making && {
      201: {
        description: making.description,
        headers: { ...headers, ...QUOTA_HEADERS, Location: locationHeader(making.location) },
        content: { 'application/json': { schema } },
      },
    }),
    ...(method === 'get' && { 304: { description: 'What If-None-Match names is still right.', headers } }),
  };
}

function locationHeader(location: string): Json {
  return { schema: { type: 'string' }, description: `\`${location}\`` };
}

function describeErrors(route: Route): Json {
  const common = COMMON_ERRORS.filter((code) => route.role !== undefined || code !== 'INSUFFICIENT_ROLE');
  const codes = [...new Set([...common, ...(route.body ? BODY_ERRORS : []), ...route.errors])];
  const byStatus = groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map(describeError).join('\n\n'),
        headers: {
          ...(status !== 408 && status !== 431 && headersOf(route)),
          ...((status === 429 || status === 503) && { 'Retry-After': integerHeader('seconds') }),
        },
        content: { 'application/json': { schema: errorAnswer(group) } },
      },
    ]),
  );
}

function describeError(code: ErrorCode): string {
  return [`\`${code}\`:`, ERRORS[code].message, DETAILS[code]].filter((part) => part !== undefined).join(' ');
}

function headersOf({ operationId }: Pick<Route, 'operationId'>): Json {
  return { ...RATE_HEADERS, ...(operationId === 'createDocument' && QUOTA_HEADERS) };
}

function integerHeader(description: string): Json {
  return { schema: { type: 'integer' }, description };
}
