import { ERRORS, UnavailableError, type QuireError } from '../../domain/errors.js';
import { presentError } from '../present/errors.js';
import type { Reply } from '../route.js';

export function answerText(line: number, { status, body }: Reply): string {
  return textOf({ line, status, body });
}

export function errorText(line: number, failure: QuireError): string {
  return textOf({ line, ...errorOf(failure) });
}

/** `line` is the first one that was not taken. */
export function lastText(line: number, failure: QuireError): string {
  return textOf({ line, ...errorOf(failure), ended: true });
}

/** A line has no headers, so that of the time to wait is a detail. */
function errorOf(failure: QuireError) {
  const wait = failure instanceof UnavailableError ? { retry_after: failure.retryAfter } : {};
  const { code, publicMessage } = failure;
  const details = { ...failure.details, ...wait };
  return { status: ERRORS[code].status, ...presentError({ code, details, publicMessage }) };
}

function textOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
