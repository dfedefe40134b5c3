import { S3Client } from '@aws-sdk/client-s3';

export type S3Options = {
  bucket: string;
  /** What every key begins with: empty, or `a/b/` with the slash. */
  prefix: string;
  /** Undefined: the SDK's own chain (`AWS_REGION`, profile). */
  region?: string;
  /** Undefined: AWS. */
  endpoint?: string;
  forcePathStyle: boolean;
  /**
   * Key of the key management service that new objects are encrypted with; undefined: the bucket's default.
   */
  kmsKeyId?: string;
  /** Milliseconds that one call may take in all: repeats, waits and body included. */
  timeoutMs: number;
};

/** Calls in flight at once; the SDK's own 50 would queue requests behind each other. */
const MAX_SOCKETS = 512;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * A client that asks once: repeating is this adapter's business (`calls.ts`), as only it knows the deadline.
 * Credentials come from the SDK's default chain. Checksums over TLS cost a third of the CPU of a small PUT
 * and half of a GET, and not every S3 server knows them.
 */
export function makeS3Client(options: S3Options): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  return new S3Client({
    ...(options.region === undefined ? {} : { region: options.region }),
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    forcePathStyle: options.forcePathStyle,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    cacheMiddleware: true,
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: CONNECT_TIMEOUT_MS },
  });
}
