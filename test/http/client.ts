import { expect } from 'chai';
import { ERRORS, type ErrorCode, type FieldFault } from '../../src/domain/errors.js';
import { checkAnswer } from './check-answer.js';
import { describedAt } from './description.js';
import { exchange, type Received } from './exchange.js';

export type Headers = Record<string, string | string[]>;
export type Sending = { headers?: Headers; body?: string | Uint8Array | undefined };

/** `body`: the JSON of the answer; undefined where it is none. */
export type Answer<T = unknown> = Received & { body: T };

/** A caller. Every answer it gets is checked against the service's own description. */
export class Client {
  readonly url: string;
  readonly headers: Headers;

  constructor(url: string, headers: Headers = {}) {
    this.url = url;
    this.headers = headers;
  }

  /** The same caller, sending these headers too. */
  with(headers: Headers): Client {
    return new Client(this.url, { ...this.headers, ...headers });
  }

  async send<T>(method: string, path: string, { headers, body }: Sending = {}): Promise<Answer<T>> {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = { method, path, body, headers: { ...this.headers, ...length, ...headers } };
    const received = await exchange(this.url, sent);
    checkAnswer(await describedAt(this.url), sent, received);
    const isJson = received.headers['content-type']?.startsWith('application/json') && received.text !== '';
    return { ...received, body: (isJson ? JSON.parse(received.text) : undefined) as T };
  }

  get<T>(path: string, headers: Headers = {}): Promise<Answer<T>> {
    return this.send('GET', path, { headers });
  }

  head(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send('HEAD', path, { headers });
  }

  delete(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send('DELETE', path, { headers });
  }

  /** Sends `value` as JSON; no body where it is undefined. */
  post<T>(path: string, value?: unknown, headers: Headers = {}): Promise<Answer<T>> {
    if (value === undefined) return this.send('POST', path, { headers });
    return this.postText(path, JSON.stringify(value), headers);
  }

  put<T>(path: string, value: unknown, headers: Headers = {}): Promise<Answer<T>> {
    const body = JSON.stringify(value);
    return this.send('PUT', path, { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  patch<T>(path: string, value: unknown, headers: Headers = {}): Promise<Answer<T>> {
    const body = JSON.stringify(value);
    return this.send('PATCH', path, { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  /** Sends lines of JSON. */
  bulk(body: string | Uint8Array, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', '/v1/bulk', { body, headers: { 'Content-Type': 'application/x-ndjson', ...headers } });
  }

  /** Sends what claims to be JSON. */
  postText<T>(path: string, body: string | Uint8Array, headers: Headers = {}): Promise<Answer<T>> {
    return this.send('POST', path, { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }
}

/** The body of an answer that must have this status. */
export function expectStatus<T>(answer: Answer<T>, status: number): T {
  expect(answer.status, answer.text.slice(0, 1_000)).to.equal(status);
  return answer.body;
}

/** Of a bulk request. */
export type LineAnswer = {
  line: number;
  status: number;
  body?: { id: string; version?: number; title: string };
  error?: { code: string; details: { errors?: FieldFault[]; [name: string]: unknown } };
  ended?: true;
};

/** The answers of a bulk request, which must be 200. */
export function linesOf(answer: Answer): LineAnswer[] {
  expectStatus(answer, 200);
  return answer.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LineAnswer]));
}

export type ErrorBody = { error: { code: string; message: string; details: Record<string, unknown> } };

/** The details of an answer that must be this error. */
export function expectError(answer: Answer, code: ErrorCode): Record<string, unknown> {
  expectStatus(answer, ERRORS[code].status);
  const { error } = answer.body as ErrorBody;
  expect(error.code, answer.text).to.equal(code);
  return error.details;
}

/** The paths of the faults of an answer that must be a validation error. */
export function expectInvalid(answer: Answer): string[] {
  const { errors } = expectError(answer, 'VALIDATION_ERROR') as { errors: FieldFault[] };
  expect(errors).to.be.an('array').and.not.empty;
  for (const fault of errors) expect(fault).to.have.all.keys('path', 'message');
  return errors.map(({ path }) => path);
}

export function header(answer: Answer, name: string): string {
  const value = answer.headers[name.toLowerCase()];
  expect(value, `header ${name}`).to.be.a('string');
  return value as string;
}
