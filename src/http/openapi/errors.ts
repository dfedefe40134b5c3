import { ERRORS, type ErrorCode } from '../../domain/errors.js';
import type { Route } from '../route.js';
import { errorAnswer, nameOf } from '../schemas/errors.js';
import type { Components, Json } from './components.js';
import { QUOTA_HEADERS, RATE_HEADERS, referToHeaders } from './headers.js';

/** The last two are answers of a service of another release, or of another address. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'RATE_LIMITED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
];
const BODY_ERRORS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Answers that are sent before the request has been read. */
const EARLY_STATUSES: readonly number[] = [408, 431];

export function describeErrors(route: Route, components: Components): Json {
  const role: readonly ErrorCode[] = route.role === undefined ? [] : ['INSUFFICIENT_ROLE'];
  const codes = new Set([...route.errors, ...role, ...bodyErrorsOf(route), ...COMMON_ERRORS]);
  const byStatus = Map.groupBy([...codes], (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const quota = showsQuota(route, status);
      const name = nameOf(group) + (quota ? 'WithQuota' : '');
      return [status, components.refer('responses', name, () => describeError(status, group, { components, quota }))];
    }),
  );
}

function bodyErrorsOf({ body, raw, lines }: Route): readonly ErrorCode[] {
  if (raw) return BODY_ERRORS;
  if (!body) return [];
  return lines ? ['UNSUPPORTED_MEDIA_TYPE'] : BODY_ERRORS;
}

/** Whether an answer has the quota of documents in its headers. */
export function showsQuota({ errors, success }: Pick<Route, 'errors' | 'success'>, status: number): boolean {
  if (!errors.includes('QUOTA_EXCEEDED') || EARLY_STATUSES.includes(status)) return false;
  return success.making === undefined || status === 201 || status === ERRORS.QUOTA_EXCEEDED.status;
}

type Shared = { components: Components; quota: boolean };

function describeError(status: number, codes: readonly ErrorCode[], { components, quota }: Shared): Json {
  const headers = EARLY_STATUSES.includes(status) ? [] : [...RATE_HEADERS, ...(quota ? QUOTA_HEADERS : [])];
  if (status === 429 || status === 503) headers.push('Retry-After');
  if (status === 401) headers.push('WWW-Authenticate');
  if (status === 405) headers.push('Allow');
  const schema = components.schemaOf(errorAnswer(codes));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    ...(headers.length > 0 && { headers: referToHeaders(components, headers) }),
    content: { 'application/json': { schema } },
  };
}
