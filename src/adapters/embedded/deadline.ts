import { UnavailableError } from '../../domain/errors.js';

/**
 * Waits for `work`, but no longer than `ms`: then raises `UnavailableError`, and the work may still be done
 * later. Its own failure after that is nobody's any more.
 */
export function withDeadline<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new UnavailableError(`${what} took longer than ${ms} ms`));
    const timer = setTimeout(late, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
