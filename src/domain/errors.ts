import { faultText } from './fault-text.js';

export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid.', level: 'info' },
  MISSING_API_KEY: {
    status: 401,
    message: 'An API key is missing: send the header X-API-Key, or Authorization: Bearer.',
    level: 'info',
  },
  INVALID_API_KEY: {
    status: 401,
    message: 'The API key in the header X-API-Key or Authorization: Bearer is not valid.',
    level: 'info',
  },
  INSUFFICIENT_ROLE: { status: 403, message: 'The API key lacks the role this needs.', level: 'info' },
  NOT_OWNER: { status: 403, message: 'Only the owner of the document may do this.', level: 'info' },
  QUOTA_EXCEEDED: { status: 403, message: 'The monthly document quota is exhausted.', level: 'info' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'There is no such document.', level: 'info' },
  VERSION_NOT_FOUND: { status: 404, message: 'There is no such version.', level: 'info' },
  ASSET_NOT_FOUND: { status: 404, message: 'There is no such asset.', level: 'info' },
  PART_NOT_FOUND: { status: 404, message: 'The document has no such part.', level: 'info' },
  FOLDER_NOT_FOUND: { status: 404, message: 'There is no such folder.', level: 'info' },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is nothing at this path.', level: 'info' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method.', level: 'info' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.', level: 'info' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was used with another request.',
    level: 'info',
  },
  FOLDER_CYCLE: { status: 409, message: 'A folder cannot be moved into itself or below itself.', level: 'info' },
  FOLDER_NOT_EMPTY: { status: 409, message: 'The folder is not empty.', level: 'info' },
  LIMIT_REACHED: { status: 409, message: 'There would be too many folders.', level: 'info' },
  PRECONDITION_FAILED: { status: 412, message: 'The document has another version by now.', level: 'info' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.', level: 'info' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This path does not take a body of this type.', level: 'info' },
  QUERY_REQUIRED: { status: 422, message: 'One of text, q and tag is required.', level: 'info' },
  RATE_LIMITED: { status: 429, message: 'Too many requests.', level: 'info' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.', level: 'info' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side.', level: 'error' },
  UNAVAILABLE: { status: 503, message: 'The service cannot do this at the moment.', level: 'warn' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export class QuireError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** For the caller. It may hold what the caller sent, so it is never logged. */
  readonly publicMessage: string;

  /** `publicMessage`: instead of that of the table. */
  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    { publicMessage, ...options }: ErrorOptions & { publicMessage?: string } = {},
  ) {
    super(ERRORS[code].message, options);
    this.publicMessage = publicMessage ?? ERRORS[code].message;
    this.name = 'QuireError';
    this.code = code;
    this.details = details;
  }
}

/** A key was issued and does not work: it is revoked, has ended, or its owner is suspended. No client learns which. */
export class RefusedKeyError extends QuireError {
  /** For the log. */
  readonly owner: string;
  readonly keyId: string;

  constructor({ owner, id }: { owner: string; id: string }) {
    super('INVALID_API_KEY');
    this.name = 'RefusedKeyError';
    this.owner = owner;
    this.keyId = id;
  }
}

/** A backend did not answer; after a write: outcome unknown. `message` and `cause` never leave the service. */
export class UnavailableError extends QuireError {
  /** In whole seconds. */
  readonly retryAfter: number;
  /** Whether a retry cannot help. */
  readonly isFinal: boolean = false;

  constructor(reason: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super('UNAVAILABLE', {}, options);
    this.name = 'UnavailableError';
    this.message = reason;
    this.retryAfter = options.retryAfter ?? 1;
  }
}

/** The store has the object, but not as it was written: only a copy of it helps. */
export class DamagedObjectError extends UnavailableError {
  override readonly isFinal = true;
}

/** The index does not have the words of every document: a rebuild makes them. */
export class WordsMissingError extends UnavailableError {
  constructor() {
    super('the index does not have the words of all documents: run `quire reindex`', { retryAfter: 30 });
    Object.assign(this.details, { run: 'quire reindex' });
  }
}

/** This process has no room at the moment, which says nothing of any backend. */
export class OverloadedError extends UnavailableError {}

/**
 * There is no index, it is damaged, the log does not name it, or something other than a rebuild blocks its writes. No
 * request lives to see the end of that.
 */
export class UnusableIndexError extends UnavailableError {}

/** A backend is set up so that the index cannot work. No retry helps before an operator has changed that. */
export class MisconfiguredError extends UnusableIndexError {
  override readonly isFinal = true;
}

/** Anything unexpected is an internal error, whose cause is logged and not shown. */
export function failureOf(error: unknown): QuireError {
  return error instanceof QuireError ? error : new QuireError('INTERNAL_ERROR', {}, { cause: error });
}

/** Why a request was refused: the code of its error; lack of room and each window have labels of their own. */
export function reasonOf(failure: QuireError): string {
  if (failure instanceof OverloadedError) return 'OVERLOADED';
  const { window } = failure.details;
  return typeof window === 'string' ? `${failure.code}_${window.toUpperCase()}` : failure.code;
}

export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof UnavailableError)) throw error;
}

/** This process has no descriptor left, which says nothing of the backend that was to be asked. */
export function isOutOfDescriptors(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EMFILE' || code === 'ENFILE') return true;
  const others: unknown[] = error instanceof AggregateError ? error.errors : [];
  return isOutOfDescriptors(error.cause) || others.some(isOutOfDescriptors);
}

export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

export type FieldFault = { path: string; message: string };

export const LISTED_FAULTS = 100;

/** In characters: names in a body may be as long as the body. */
const LONGEST_PATH = 1_000;

/** The message says the first fault. */
export function validationError(faults: readonly FieldFault[]): QuireError {
  const errors = faults
    .slice(0, LISTED_FAULTS)
    .map(({ path, message }) => ({ path: path.slice(0, LONGEST_PATH), message }));
  const [first] = errors;
  return new QuireError('VALIDATION_ERROR', { errors }, first && { publicMessage: faultText(first) });
}

/** The message names the types that the path takes. */
export function unsupportedType(taken: readonly string[]): QuireError {
  const publicMessage = `The Content-Type of a body must be one of ${taken.join(', ')}, or absent.`;
  return new QuireError('UNSUPPORTED_MEDIA_TYPE', {}, { publicMessage });
}

/** `what`: for the message, as `document "…"`. */
export function notFound(
  code: 'DOCUMENT_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'FOLDER_NOT_FOUND',
  what: string,
): QuireError {
  return new QuireError(code, {}, { publicMessage: `There is no ${what}.` });
}
