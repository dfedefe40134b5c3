import { UnavailableError } from '../../domain/errors.js';

/** What the SDK's errors have in common. None of it is trusted. */
export type S3Failure = { code: string; status: number | undefined };

export function failureOf(error: unknown): S3Failure {
  const { name, code, $metadata } = Object(error) as {
    name?: unknown;
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  return { code: String(status === undefined ? (code ?? name) : name), status };
}

export function isMissingKey(error: unknown): boolean {
  return failureOf(error).code === 'NoSuchKey';
}

export function isPreconditionFailed(error: unknown): boolean {
  return failureOf(error).status === 412;
}

/** `busy`: repeat. `network`: the answer may be lost. `final`: give up. */
export type FailureKind = 'busy' | 'network' | 'final';

const BUSY_CODES = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'RequestTimeout',
  'RequestTimeTooSkewed',
]);
/** Of the SDK's handler, undici and the socket. Others without a status are faults of set-up or of this code. */
const NETWORK_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'TimeoutError',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HTTPParserError',
]);

export function kindOf(error: unknown): FailureKind {
  const { code, status } = failureOf(error);
  // A 409 says that another request for the object is under way: its code differs from store to store.
  if (BUSY_CODES.has(code) || status === 429 || status === 409) return 'busy';
  if (status !== undefined && status >= 500 && status !== 501) return 'busy';
  return NETWORK_CODES.has(code) ? 'network' : 'final';
}

const EXPLANATIONS: Record<string, string> = {
  AccessDenied:
    'the credentials lack s3:GetObject, s3:PutObject or s3:DeleteObject on the keys, or ' +
    's3:ListBucket on the bucket (without which a missing object looks like this too)',
  NoSuchBucket: 'the bucket does not exist',
  NotImplemented: 'the server does not know a header that this service needs (If-None-Match)',
  PermanentRedirect: 'the bucket lies in another region',
  ForeignAnswerError:
    'the answer lacks what S3 sends (ETag with an object, IsTruncated with a list): a proxy may have answered',
  OtherBucketError: 'directory buckets and Outposts buckets need other requests, and list their keys in no order',
};

type Need = { verb: RegExp; status: number; text: string };

/** What this service needs of an answer, for stores that give another one. */
const NEEDS: readonly Need[] = [
  { verb: /^list /, status: 404, text: 'a list without objects must be answered 200 and be empty' },
  { verb: /^(read|remove) /, status: 404, text: 'a missing object must be answered 404 with the code NoSuchKey' },
  {
    verb: /^create /,
    status: 409,
    text: 'a PUT with If-None-Match: * of an object that exists must be answered 412 in the end',
  },
];

/** `what`: begins with a verb. */
function explain(what: string, { code, status }: S3Failure): string | undefined {
  return EXPLANATIONS[code] ?? NEEDS.find((need) => need.status === status && need.verb.test(what))?.text;
}

export function unavailable(what: string, error: unknown): UnavailableError {
  const failure = failureOf(error);
  const { code, status } = failure;
  const said = status === undefined ? code : `${status} ${code}`;
  const explanation = explain(what, failure);
  return new UnavailableError(`S3 ${what}: ${said}${explanation === undefined ? '' : `: ${explanation}`}`, {
    cause: error,
  });
}

/** An answer that is no success, in the form of the SDK's errors. */
export class S3Refusal extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = code;
    this.$metadata = { httpStatusCode: status };
  }
}

/** Parses the XML of S3. A proxy in between may answer with anything else. */
export function refusalOf(status: number, text: string): S3Refusal {
  const said = (tag: string): string | undefined => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(text)?.[1];
  return new S3Refusal(said('Code') ?? 'UnknownError', status, said('Message') ?? '');
}

/** A bucket whose requests are not signed for S3 itself. */
export class OtherBucketError extends Error {
  constructor() {
    super('the bucket is not one of S3 itself');
    this.name = 'OtherBucketError';
  }
}

/** A success that lacks what each such answer of S3 has: something in between answered, S3 was never asked. */
export class ForeignAnswerError extends Error {
  constructor() {
    super('the answer is not one of S3');
    this.name = 'ForeignAnswerError';
  }
}
