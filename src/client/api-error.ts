import type { ErrorCode, ErrorDetails } from './types.js';

type Failure<C extends ErrorCode> = {
  status: number;
  error: { code: C; message: string; details: ErrorDetails<C> };
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
};

/** The service answered with an error. `isApiError` narrows `code` and `details`. */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  readonly status: number;
  readonly code: C;
  readonly details: ErrorDetails<C>;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ status, error, requestId, retryAfterMs }: Failure<C>) {
    super(`${error.code}: ${error.message}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

export function isApiError<C extends ErrorCode>(error: unknown, code: C): error is ApiError<C> {
  return error instanceof ApiError && error.code === code;
}

/**
 * No answer came, or one that is not the service's, such as a redirect, or one that this call cannot have. Whether a
 * write was done is not known.
 */
export class NoAnswerError extends Error {
  /** Undefined: no answer came. 0: a redirect whose status `fetch` hides. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.name = 'NoAnswerError';
    this.status = status;
  }
}
