import { ApiError, NoAnswerError } from './api-error.js';
import { isAnswerTo, type ApiCall } from './calls.js';
import type { ErrorBody } from './types.js';

/** A file may say anything, so its entity tag tells whose it is; a proxy that compresses adds to it. */
export const FILE_TAG = /-md(?:--?\w+)?"$/;

/** An answer that has a status of success. `bytes`: in place of the text, where the call is for bytes. */
export type Answer = { text: string; bytes: Uint8Array<ArrayBuffer>; status: number; headers: Headers };

/** The JSON of an answer, with its entity tag. */
export function tagged(answer: Answer, call: ApiCall): object {
  if (!call.members) return {};
  const body = jsonOf(answer, call);
  const etag = answer.headers.get('ETag');
  return etag === null ? body : { ...body, etag: strong(etag) };
}

/** A proxy that compresses answers weakens their tags, and If-Match takes only strong ones. */
function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** Raises `NoAnswerError` for what is no answer to this call. */
export function jsonOf({ text, status }: Pick<Answer, 'text' | 'status'>, call: ApiCall): object {
  const value = parsed(text);
  if (isAnswerTo(call, value)) return value;
  if (value === undefined && isCutOff(text)) throw new NoAnswerError('no whole answer came');
  throw foreign(status, value === undefined ? 'no JSON' : 'another answer than this call has');
}

/** Whether text that is no JSON may be the beginning of an answer: then it is lost, and else it is another's. */
function isCutOff(text: string): boolean {
  return text.startsWith('{');
}

/** It is not repeated below 500: what answered in the place of the service will do so again. */
export function foreign(status: number, why: string): NoAnswerError {
  return new NoAnswerError(`an answer of no service of Quire: ${status}, ${why}`, { status });
}

/** The error that an answer without success holds. */
export function refusalOf({ status, headers }: Response, text: string): ApiError | NoAnswerError {
  const { error } = (parsed(text) ?? {}) as { error?: unknown };
  if (!isError(error)) return new NoAnswerError(`an answer of no service of Quire: ${status}`, { status });
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const seconds = Number(headers.get('Retry-After') ?? undefined);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  return new ApiError({ status, error, requestId, retryAfterMs });
}

/** Whether it is what the service says of a failure: programs read `details` without a look. */
export function isError(error: unknown): error is ErrorBody {
  const { code, message, details } = (error ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string' && typeof details === 'object' && details !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
