import type { RequestHeader } from '../route.js';
import type { Components, Json } from './components.js';

const RESPONSE_HEADERS = {
  'X-RateLimit-Limit': integer('The requests that the plan allows in a minute.', 20),
  'X-RateLimit-Remaining': integer('The requests that are left in this minute.', 19),
  'X-RateLimit-Reset': integer('When the minute ends, or the day if it is used up: Unix time in seconds.', 1795654597),
  'X-Quota-Limit': integer('The documents that the plan allows in a month.', 1_000),
  'X-Quota-Used': integer('The documents made this month. Left out while nobody knows.', 1),
  'X-Quota-Reset': {
    description: 'The day on which the next month begins, UTC.',
    schema: { type: 'string', format: 'date' },
    example: '2026-12-01',
  },
  'X-Request-Id': text('The identifier of the request in the log: the one sent, or one that the service made.', 'a-1'),
  'Retry-After': integer('The seconds to wait before the request is sent again.', 30),
  'WWW-Authenticate': text('How else a key may be sent.', 'Bearer'),
  Allow: text('The methods that the path takes.', 'GET, HEAD'),
  Link: text('Addresses of the parts before and after this one (RFC 8288).', '<?part=2>; rel="next"'),
  ETag: text('The entity tag. That of a document is the number of its newest version.', '"1"'),
} satisfies Json;

type HeaderName = keyof typeof RESPONSE_HEADERS;

export const RATE_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];
export const QUOTA_HEADERS: readonly HeaderName[] = ['X-Quota-Limit', 'X-Quota-Used', 'X-Quota-Reset'];

export function referToHeaders(components: Components, names: readonly HeaderName[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, components.refer('headers', name, () => RESPONSE_HEADERS[name])]),
  );
}

/** `*`, or a list of entity tags with empty elements (RFC 9110, 13.1.1). Generators know no union in a header. */
const TAG = '(W/)?"[!#-~\\x80-\\xff]*"';
const TAG_LIST = `^[ \\t]*(\\*|(,[ \\t]*)*${TAG}([ \\t]*,[ \\t]*(${TAG})?)*)[ \\t]*$`;

/** `If-None-Match-Any`: that of a write. */
export type ParameterName = RequestHeader | 'If-None-Match-Any' | 'X-Request-Id';

const REQUEST_HEADERS: Record<ParameterName, Json> = {
  'Idempotency-Key': {
    description:
      'Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes ' +
      'nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 ' +
      'versions. A request that changed nothing is not remembered.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11',
  },
  'If-Match': {
    description:
      'Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for ' +
      'the address by identifier too.',
    schema: { type: 'string', pattern: TAG_LIST },
    example: '"1"',
  },
  'If-None-Match': {
    description: 'Entity tags of what you have already. If one is right, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"1"',
  },
  'If-None-Match-Any': {
    name: 'If-None-Match',
    description: '`*`: only if there is no document yet.',
    schema: { type: 'string', pattern: '^\\*$' },
    example: '*',
  },
  'X-Request-Id': {
    description: 'Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.',
    schema: { type: 'string' },
    example: 'a-1',
  },
};

export function referToParameter(components: Components, name: ParameterName): Json {
  return components.refer('parameters', name, () => ({ name, in: 'header', ...REQUEST_HEADERS[name] }));
}

function integer(description: string, example: number): Json {
  return { description, schema: { type: 'integer' }, example };
}

function text(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example };
}
