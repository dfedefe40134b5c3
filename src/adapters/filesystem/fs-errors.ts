import { UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Runs file work. Raises `UnavailableError` if it fails or misses the deadline. */
export async function orUnavailable<T>(what: string, deadlineMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await new Deadline(deadlineMs).within(work(), what);
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw new UnavailableError(`${what} failed`, { cause: error });
  }
}
