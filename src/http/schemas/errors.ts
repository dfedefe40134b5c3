import { Type, type TProperties } from '@sinclair/typebox';
import { ROLES } from '../../domain/api-key.js';
import { ERRORS, LISTED_FAULTS, type ErrorCode } from '../../domain/errors.js';
import { ASSET_NAMES } from '../../domain/limits.js';
import { integerFrom, named, nullableInteger, stringEnum, text } from './common.js';

const FieldFault = named(
  'FieldFault',
  Type.Object(
    {
      path: text('A JSON pointer into the body; for a parameter a slash and its name; for a header its name.'),
      message: text('What is wrong there.'),
    },
    { description: 'One thing that is wrong with a request.' },
  ),
);

/** A line has no headers. */
const RetryAfter = Type.Optional(integerFrom(1, 'In a line of an answer in lines: the seconds to wait.'));

/** What `details` hold, by code. */
const DETAILS: Record<ErrorCode, TProperties> = {
  VALIDATION_ERROR: { errors: Type.Array(FieldFault, { description: `What is wrong; the first ${LISTED_FAULTS}.` }) },
  MISSING_API_KEY: {},
  INVALID_API_KEY: {},
  INSUFFICIENT_ROLE: { required: stringEnum(ROLES, 'The role that the key lacks.') },
  NOT_OWNER: {},
  QUOTA_EXCEEDED: {
    used: integerFrom(0, 'The documents made this month.'),
    limit: integerFrom(0, 'The documents that the plan allows in a month.'),
  },
  DOCUMENT_NOT_FOUND: {},
  VERSION_NOT_FOUND: {},
  ASSET_NOT_FOUND: {
    missing: Type.Array(Type.String(), {
      maxItems: ASSET_NAMES,
      description:
        'SHA-256, in hexadecimal, of what the owner of the key does not have, or the document does not name.',
    }),
  },
  PART_NOT_FOUND: {},
  FOLDER_NOT_FOUND: {},
  ROUTE_NOT_FOUND: {},
  METHOD_NOT_ALLOWED: { allow: text('The methods that the path takes, as in the header `Allow`.') },
  REQUEST_TIMEOUT: {},
  IDEMPOTENCY_KEY_REUSED: {
    document_id: Type.Optional(text('The document that the key was used for, deleted or not, if any.')),
  },
  FOLDER_CYCLE: {},
  FOLDER_NOT_EMPTY: {
    folders: Type.Boolean({ description: 'Whether folders are in it.' }),
    documents: Type.Boolean({ description: 'Whether documents are in it.' }),
  },
  LIMIT_REACHED: { limit: integerFrom(1, 'The most that there may be.') },
  PRECONDITION_FAILED: {
    current_version: Type.Optional(
      nullableInteger(1, 'Of a document, the number of the newest version. Null: the key has no document.'),
    ),
    revision: Type.Optional(integerFrom(1, 'Of a folder, its revision.')),
    folder_id: Type.Optional(text('With `If-None-Match: *`, the folder that has the name.')),
  },
  PAYLOAD_TOO_LARGE: { limit: integerFrom(1, 'The most bytes of a body, before and after decompression.') },
  UNSUPPORTED_MEDIA_TYPE: {},
  QUERY_REQUIRED: {},
  RATE_LIMITED: {
    window: stringEnum(
      ['minute', 'day', 'bytes'],
      'The window that is full: requests of a minute, of a day, or bytes stored in a day.',
    ),
    retry_after: Type.Optional(integerFrom(1, 'Of a line of a bulk request: seconds until the window has room.')),
  },
  HEADERS_TOO_LARGE: {},
  INTERNAL_ERROR: {},
  UNAVAILABLE: {
    retry_after: RetryAfter,
    run: Type.Optional(text('Of a search with `text`: the command that an operator has to run.')),
  },
};

/** `RATE_LIMITED`: `RateLimited`; several: with `Or` between them. */
export function nameOf(codes: readonly ErrorCode[]): string {
  return codes
    .map((code) => code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}

/** The name of the schema of an error. */
export function errorName(code: ErrorCode): string {
  return nameOf([code]).replace(/(?:Error)?$/, 'Error');
}

/** The body of an answer that is one of these errors. */
export function errorAnswer(codes: readonly ErrorCode[]) {
  const [first, ...others] = codes.map(errorOf);
  const error = others.length === 0 ? first : { oneOf: [first, ...others], description: 'What is wrong.' };
  return named(
    `${nameOf(codes)}Answer`,
    Type.Object({ error: Type.Unsafe({ ...error }) }, { description: 'The answer to a request that failed.' }),
  );
}

function errorOf(code: ErrorCode) {
  const { status, message } = ERRORS[code];
  const details = DETAILS[code];
  const isEmpty = Object.keys(details).length === 0;
  const error = Type.Object(
    {
      code: stringEnum([code], 'The same for every error of this kind.'),
      message: text('For people.', { examples: [message] }),
      details: Type.Object(details, { description: isEmpty ? 'Empty.' : 'What a program may want to know.' }),
    },
    { description: `${status}: ${message}` },
  );
  return named(errorName(code), error);
}

/** An error of any kind, for answers that hold errors of many requests. */
export function anyError() {
  const errors = (Object.keys(ERRORS) as ErrorCode[]).map(errorOf);
  return named('AnyError', Type.Unsafe({ oneOf: errors, description: 'An error of any kind.' }));
}
