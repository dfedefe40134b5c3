import { S3Client } from '@aws-sdk/client-s3';
import type { HttpRequest } from '@smithy/types';
import type { S3Config } from '../../config/config.js';
import { NO_TRACER } from '../../platform/tracer.js';

/** Requests in flight at once. The SDK's default of 50 would queue requests behind each other. */
export const MAX_SOCKETS = 512;
/** For undici, this includes the TLS handshake. */
export const CONNECT_MS = 3_000;

/** Sends once: `calls.ts` repeats, as it knows the deadline. Credentials come from the SDK's default chain. */
export function makeS3Client(options: S3Config, tracer = NO_TRACER): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client = new S3Client({
    ...(options.region === undefined ? {} : { region: options.region }),
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    forcePathStyle: options.forcePathStyle,
    maxAttempts: 1,
    // Checksums over TLS cost a third of the CPU of a small PUT, half of a GET, and not every S3 server knows them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    cacheMiddleware: true,
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: CONNECT_MS },
  });
  // The last step: these headers are not signed.
  client.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as HttpRequest).headers, tracer.headers());
      return next(args);
    },
    { step: 'deserialize', priority: 'low', name: 'traceHeaders' },
  );
  return client;
}
