import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import type { IndexJob, JobResult } from './index-jobs.js';

export type WriterData = { folder: string };

/** To the thread, in arrays. `install`: a generation. */
export type Asked = { id: number; owner: string; job: IndexJob } | { id: number; install: string } | { close: true };

/** From the thread, in arrays. An error loses its class on the way. */
export type Reply = { id: number; result: JobResult } | { id: number; failure: Failure };

type Failure = { isUnusable: boolean; message: string; retryAfter: number };

export function failureOf(error: UnavailableError): Failure {
  const { message, retryAfter } = error;
  return { isUnusable: error instanceof UnusableIndexError, message, retryAfter };
}

export function errorOf({ isUnusable, message, retryAfter }: Failure): UnavailableError {
  return isUnusable ? new UnusableIndexError(message, { retryAfter }) : new UnavailableError(message, { retryAfter });
}
