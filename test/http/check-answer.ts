import { expect } from 'chai';
import { ERRORS, type ErrorCode, type FieldFault } from '../../src/domain/errors.js';
import { faultText } from '../../src/domain/fault-text.js';
import { lineOf, type Description, type OperationObject } from './description.js';
import type { Received, Sent } from './exchange.js';

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const QUOTA_HEADERS = ['x-quota-limit', 'x-quota-reset'];
/** What happens before a route has been found. */
const EARLY: readonly ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** Holds any answer of a service against the service's own description, and against what holds for all of them. */
export function checkAnswer(description: Description, sent: Sent, received: Received): void {
  const { pathname } = new URL(sent.path, 'http://any');
  const what = `${sent.method} ${sent.path}: ${received.status} ${received.text.slice(0, 1_000)}`;
  needs(received, what, ['x-request-id']);
  if (received.status >= 400 && !pathname.startsWith('/d/')) checkErrorShape(description, received, what, sent);
  if (!pathname.startsWith('/v1/')) return;
  expect(received.headers['cache-control'], `cache-control of ${what}`).to.equal('private, no-cache');
  needs(received, what, RATE_HEADERS);
  if (received.status === 429 || received.status === 503) needs(received, what, ['retry-after']);
  const operations = description.operationsAt(pathname);
  const operation = operations?.[sent.method === 'HEAD' ? 'get' : sent.method.toLowerCase()];
  if (operation) checkDescribed(description, operation, { sent, received, what });
  else checkUndescribed(received, what, operations ? 'METHOD_NOT_ALLOWED' : 'ROUTE_NOT_FOUND');
}

type Exchanged = { sent: Sent; received: Received; what: string };

function checkDescribed(description: Description, operation: OperationObject, exchanged: Exchanged): void {
  const { sent, received, what } = exchanged;
  const described = operation.responses[received.status];
  if (!described) throw new Error(`the description knows no such answer: ${what}`);
  const response = description.resolve(described);
  checkHeaders(description, response.headers ?? {}, { received, what });
  const isCreate = operation.operationId === 'createDocument';
  if (isCreate && received.status !== 401 && !isOfAddress(received)) {
    needs(received, what, QUOTA_HEADERS);
    // Nobody knows how much is used while neither counters nor index can be read.
    if (received.status !== 503) needs(received, what, ['x-quota-used']);
  }
  if (sent.method !== 'POST' && [200, 304].includes(received.status)) needs(received, what, ['etag']);
  if (received.status === 201 && response.headers?.['Location']) needs(received, what, ['location', 'etag']);
  const line = lineOf(response.content?.['application/x-ndjson']);
  if (line !== undefined) {
    expect(received.headers['content-type'], what).to.equal('application/x-ndjson');
    for (const text of received.text.split('\n').slice(0, -1))
      expectValid(description.faultOf(line, JSON.parse(text)), what);
    return;
  }
  const [mediaType, schema] =
    Object.entries(response.content ?? {}).map(([type, each]) => [type, each.schema] as const)[0] ?? [];
  if (sent.method === 'HEAD' || schema === undefined) {
    expect(received.bytes.length, what).to.equal(0);
    return;
  }
  if (
    mediaType === 'application/json' &&
    /^text\/(?:markdown|html|plain);/.test(String(received.headers['content-type']))
  ) {
    // Of a negotiated answer, which the description tells in words: generated clients would take JSON for either.
    expect(String(sent.headers['Accept']).toLowerCase(), what).to.include('text/markdown');
    return;
  }
  // Bytes of any type.
  if (mediaType === '*/*') return;
  expect(received.headers['content-type']?.split(';')[0], what).to.equal(mediaType);
  const value: unknown = mediaType === 'application/json' ? JSON.parse(received.text) : received.text;
  expectValid(description.faultOf(schema, value), what);
}

/** Each header that the description names is of its schema where it was sent. */
function checkHeaders(
  description: Description,
  headers: Record<string, { schema: unknown } | { $ref: string }>,
  at: Omit<Exchanged, 'sent'>,
): void {
  for (const [name, part] of Object.entries(headers)) {
    const { schema } = description.resolve(part);
    const text = at.received.headers[name.toLowerCase()];
    if (text === undefined) continue;
    const isInteger = (schema as { type: string }).type === 'integer';
    const value = isInteger && /^\d+$/.test(String(text)) ? Number(text) : text;
    expectValid(description.faultOf(schema as object, value), `${name} of ${at.what}`);
  }
}

function checkUndescribed(received: Received, what: string, late: ErrorCode): void {
  if (received.bytes.length === 0) return;
  const { error } = JSON.parse(received.text) as { error: { code: ErrorCode } };
  expect(error.code, what).to.be.oneOf([...EARLY, late]);
}

function checkErrorShape(description: Description, received: Received, what: string, sent: Sent): void {
  if (sent.method === 'HEAD' || sent.path === '/health/ready') return;
  const body = JSON.parse(received.text) as ErrorAnswer;
  expectValid(description.faultOf(description.errorAnswer(body.error.code), body), what);
  const { code, message } = body.error;
  expect(received.status, what).to.equal(ERRORS[code].status);
  if (received.status === 401) needs(received, what, ['www-authenticate']);
  expect(message, what).to.match(messageOf(body));
}

type ErrorAnswer = { error: { code: ErrorCode; message: string; details: Record<string, unknown> } };

/** These may name what is missing, what is taken, or what has changed. */
const NAMING: Partial<Record<ErrorCode, RegExp>> = {
  DOCUMENT_NOT_FOUND: /^There is no (such document|document .+)\.$/,
  VERSION_NOT_FOUND: /^There is no (such version|version .+ of the document .+)\.$/,
  FOLDER_NOT_FOUND: /^There is no (such folder|folder .+)\.$/,
  PRECONDITION_FAILED:
    /^(The document has another version by now|The folder has another revision by now|There is a folder of this name already)\.$/,
  UNSUPPORTED_MEDIA_TYPE: /^The Content-(Type|Encoding) of a body must be one of .+, or absent\.$/,
};

function messageOf({ error: { code, details } }: ErrorAnswer): RegExp {
  const [fault] = code === 'VALIDATION_ERROR' ? (details['errors'] as FieldFault[]) : [];
  const exact = fault ? faultText(fault) : ERRORS[code].message;
  return NAMING[code] ?? new RegExp(`^${exact.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
}

/** A refusal of an address, not of a caller who was known. */
function isOfAddress(received: Received): boolean {
  return received.status === 429 && received.headers['x-quota-limit'] === undefined;
}

function expectValid(fault: string | undefined, what: string): void {
  if (fault !== undefined) throw new Error(`${fault} in ${what}`);
}

function needs(received: Received, what: string, names: readonly string[]): void {
  for (const name of names) {
    expect(received.headers[name], `${name} of ${what}`).to.be.a('string').and.not.equal('');
  }
}
