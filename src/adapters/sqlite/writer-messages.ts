import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import type { Job } from './group-writer.js';
import type { JobResult } from './index-jobs.js';

export type WriterData = { folder: string };

/** Jobs with the same `turn` wait for each other, jobs with others do not wait for all of them. */
export type AskedJob<J extends Job = Job> = { id: number; turn: string; job: J };

/** To the thread, in arrays. `install`: a generation. */
export type Asked = AskedJob | { id: number; install: string } | { close: true };

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
